import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listen } from "../../shared/interop/our-agent.ts";
import { probeAgent } from "../../shared/probe/probe-agent.ts";

const card = {
  name: "Foreign",
  version: "1.0.0",
  protocolVersion: "0.3.0",
  capabilities: { pushNotifications: false },
  defaultInputModes: ["text"],
  defaultOutputModes: ["text"],
  skills: [],
};

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: { readonly id?: string };
}

/** As agents on npm frameworks answer: tasks without `kind`, a missing method, the card's former path. */
function answer({ id, method, params }: Call, tasks: Map<string, object>): object {
  const fail = (code: number, message: string): object => ({ jsonrpc: "2.0", id, error: { code, message } });
  const result = (value: object): object => ({ jsonrpc: "2.0", id, result: value });
  if (method === "message/send") {
    const status = { state: "completed", timestamp: "2026-01-02T03:04:05Z" };
    const task = { id: crypto.randomUUID(), contextId: crypto.randomUUID(), status };
    tasks.set(task.id, task);
    return result(task);
  }
  if (method !== "tasks/get") return fail(-32601, `unknown method ${method}`);
  const task = tasks.get(params.id ?? "");
  return task === undefined ? fail(-32000, "no such task") : result(task);
}

test("an agent whose answers only lenient clients read is followed all the same", async () => {
  const tasks = new Map<string, object>();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, value: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    };
    if (request.method !== "GET") return send(200, answer(JSON.parse(await text(request)) as Call, tasks));
    if (request.url === "/.well-known/agent.json") return send(200, { ...card, url: `${origin}/rpc` });
    send(404, {});
  };
  const server = createServer((request, response) => void serve(request, response));
  const origin = await listen(server);
  const isWanted = (id: string): boolean => /^(?:send|get|versions|cancel)\./.test(id);
  const report = await probeAgent(origin, { isWanted });
  const verdicts = new Map(report.requirements.map(({ requirement, verdict }) => [requirement, verdict]));
  const of = (...ids: readonly string[]): readonly unknown[] => ids.map((id) => verdicts.get(id));
  expect(of("discovery.card", "discovery.valid", "answers.valid", "get.unknown", "cancel.unknown")).toEqual(
    Array.from({ length: 5 }, () => "failed"),
  );
  expect(of("send.answered", "send.task-id", "get.found", "get.same", "versions.case")).toEqual(
    Array.from({ length: 5 }, () => "passed"),
  );
});
