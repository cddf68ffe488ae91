import { createServer } from "node:http";
import { A2AService, type Message, type SendStreamingMessageResult } from "@a2agen/a2a-0.3";
import { withResume } from "@a2agen/runtime/client";
import { createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createClient } from "@a2agen/runtime/service";
import { expect, test } from "vitest";
import { collect } from "../../../shared/collect.ts";
import { listen } from "../../../shared/interop/our-agent.ts";

const task = { kind: "task", id: "t", contextId: "c", status: { state: "working" } } as const;
const update = { kind: "status-update", taskId: "t", contextId: "c", status: { state: "working" } } as const;
const completed = { ...task, status: { state: "completed" } } as const;
const message = { kind: "message", messageId: "m", taskId: "t", role: "agent", parts: [] } as const;

type Script = Readonly<Record<string, readonly (readonly object[] | object)[]>>;

/** Calls an agent that answers each method as the script says, turn by turn; a list is a stream. */
async function run(
  script: Script,
): Promise<{ readonly events: readonly SendStreamingMessageResult[]; readonly methods: readonly string[] }> {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      const { id, method } = JSON.parse(body) as { readonly id: number; readonly method: string };
      const turn = methods.filter((before) => before === method).length;
      methods.push(method);
      const answer = script[method]?.[turn];
      const envelope = (members: object): string => JSON.stringify({ jsonrpc: "2.0", id, ...members });
      if (Array.isArray(answer)) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const result of answer) response.write(`data: ${envelope({ result: result as object })}\n\n`);
        response.end();
        return;
      }
      response.writeHead(200, { "content-type": "application/json" });
      response.end(envelope(answer ?? { error: { code: -32001, message: "no such task" } }));
    });
  });
  const url = await listen(server);
  const client = createClient(A2AService, createJsonRpcTransport(A2AService.protocol, { url }), {
    interceptors: [withResume(A2AService, { initialDelayMs: 1 })],
  });
  const ask: Message = { kind: "message", messageId: "m", role: "user", parts: [] };
  return { events: await collect(client.sendStreamingMessage({ message: ask })), methods };
}

test("a stream ends with the event that says so, whatever the state", async () => {
  const final = { ...update, final: true };
  const { events, methods } = await run({ "message/stream": [[task, final]] });
  expect(events).toEqual([task, final]);
  expect(methods).toEqual(["message/stream"]);
});

test("a message is the whole answer, though it names a task", async () => {
  const { events, methods } = await run({ "message/stream": [[message]] });
  expect(events).toEqual([message]);
  expect(methods).toEqual(["message/stream"]);
});

test("a stream that ends before is taken up by tasks/resubscribe", async () => {
  const more = { ...update, final: false };
  const last = { ...update, status: { state: "completed" }, final: true };
  const { events, methods } = await run({
    "message/stream": [[task, more]],
    "tasks/resubscribe": [[task, last]],
  });
  expect(events).toEqual([task, more, task, last]);
  expect(methods).toEqual(["message/stream", "tasks/resubscribe"]);
});

test("a task that ended meanwhile is read by tasks/get, and is an event itself", async () => {
  const { events, methods } = await run({
    "message/stream": [[task]],
    "tasks/get": [{ result: completed }, { result: completed }],
  });
  expect(events).toEqual([task, completed]);
  // Once when the stream stands, and again when it turns out to be an error.
  expect(methods).toEqual(["message/stream", "tasks/resubscribe", "tasks/get", "tasks/get"]);
});
