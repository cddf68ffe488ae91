import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { A2AServiceClient } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { expect, onTestFinished, test } from "vitest";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { freePort } from "../../shared/free-port.ts";
import { startGateway } from "../../shared/gateway/start-gateway.ts";
import { createSdkClient, sdkMessage } from "../../shared/interop-0.3/harness.ts";

/** An agent of 1.0 whose streams stay open; started again it finishes the task that it had, or knows none. */
const program = `
import { createServer } from "node:http";
const { CARD, PORT, MEMORY } = process.env;
const task = (state) => ({ id: "t", contextId: "c", status: { state } });
createServer(async (request, response) => {
  let text = "";
  for await (const piece of request) text += piece;
  if (request.method === "GET") return response.setHeader("content-type", "application/json").end(CARD);
  const { id, method } = JSON.parse(text);
  if (method !== "SendStreamingMessage" && MEMORY === "forgets") {
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32001, message: "Task not found" } }));
  }
  response.setHeader("content-type", "text/event-stream");
  const send = (result) => response.write("data: " + JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n\\n");
  send({ task: task("TASK_STATE_WORKING") });
  if (method === "SendStreamingMessage") return;
  const { id: taskId, ...rest } = task("TASK_STATE_COMPLETED");
  send({ statusUpdate: { taskId, ...rest } });
  response.end();
}).listen(Number(PORT), "127.0.0.1", () => console.log("ready"));
`;

async function startProcess(port: number, memory: "keeps" | "forgets"): Promise<ChildProcess> {
  const { securitySchemes: _, ...open } = fullCard;
  const place = { url: `http://127.0.0.1:${port}/`, protocolBinding: "JSONRPC", protocolVersion: "1.0" };
  const CARD = JSON.stringify({ ...open, supportedInterfaces: [place] });
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    env: { CARD, PORT: String(port), MEMORY: memory },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(createInterface(child.stdout), "line");
  return child;
}

/** The events of a stream whose agent is killed behind the first one, and started again at its port. */
async function* killingAt<Event>(
  events: AsyncIterable<Event>,
  restart: () => Promise<void>,
): AsyncGenerator<Event, void, undefined> {
  let count = 0;
  for await (const event of events) {
    yield event;
    if (count++ === 0) await restart();
  }
}

async function serve(memory: "keeps" | "forgets") {
  const port = await freePort();
  let running = await startProcess(port, memory);
  const gateway = await startGateway(`http://127.0.0.1:${port}`);
  return {
    url: gateway.url,
    async restart(): Promise<void> {
      const gone = once(running, "exit");
      running.kill("SIGKILL");
      expect(await gone).toEqual([null, "SIGKILL"]);
      running = await startProcess(port, memory);
    },
  };
}

/** The states that a client sees, and the error with which its stream fails. */
type Talk = (url: string, restart: () => Promise<void>) => Promise<readonly unknown[]>;

const talks: Readonly<Record<string, Talk>> = {
  async "1.0"(url, restart) {
    const options = { bindings: [jsonRpc()], retry: false, resume: false } as const;
    const { client, close } = await connect(A2AServiceClient, url, options);
    onTestFinished(close);
    const message = { messageId: "m-1", role: "ROLE_USER" as const, parts: [{ text: "x" }] };
    const states: unknown[] = [];
    try {
      for await (const event of killingAt(client.sendStreamingMessage({ message }), restart)) {
        states.push((event.statusUpdate ?? event.task)?.status.state);
      }
    } catch (error) {
      states.push((error as Error).name);
    }
    return states;
  },
  async "0.3"(url, restart) {
    const client = await createSdkClient(url);
    const states: unknown[] = [];
    try {
      for await (const event of killingAt(client.sendMessageStream(sdkMessage("x")), restart)) {
        states.push("status" in event && `TASK_STATE_${event.status.state.toUpperCase()}`);
      }
    } catch (error) {
      states.push(((error as Error).cause as Error).name);
    }
    return states;
  },
};

test.each(
  Object.entries(talks).flatMap(([version, talk]) =>
    (["keeps", "forgets"] as const).map((memory) => ({ version, talk, memory })),
  ),
)(
  "a stream of $version goes on, or fails as its version says, where an upstream that $memory its tasks is killed and started again",
  async ({ talk, memory }) => {
    const { url, restart } = await serve(memory);
    const states = await talk(url, restart);
    // The task is streamed again as it is, and then to its end.
    const last = memory === "keeps" ? "TASK_STATE_COMPLETED" : "TaskNotFoundError";
    expect([states[0], states.at(-1)]).toEqual(["TASK_STATE_WORKING", last]);
    expect(states.slice(1, -1).filter((state) => state !== "TASK_STATE_WORKING")).toEqual([]);
  },
);
