import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { A2AService, type GetTaskRequest, type SendMessageRequest, type Task } from "@a2agen/a2a-1.1-dev";
import { completed, createAgent, inputRequired } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { createJsonRpcHandler } from "@a2agen/runtime/jsonrpc";
import { toFetchHandler } from "../../packages/runtime/src/adapters/fetch.ts";
import { readCpu } from "../served.ts";
import type { PollFigure } from "./run-polls.ts";

// The program of the agent that holds GetTask until its tasks change, with its clients in the same process.

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const held = Number(process.argv[2]);
const agent = createAgent({
  service: A2AService,
  limits: { holdMs: 600_000 },
  async *execute({ text }) {
    yield text === "ask" ? inputRequired() : completed();
  },
});
const handle = toFetchHandler(createJsonRpcHandler(createHost({ services: [implement(A2AService, agent)] })));

async function call<Result>(method: string, params: SendMessageRequest | GetTaskRequest): Promise<Result> {
  const response = await handle(
    new Request("http://agent.test/", {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.1" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    }),
  );
  const { result } = (await response.json()) as { readonly result?: Result };
  if (result === undefined) throw new Error(`expected a result of ${method}`);
  return result;
}

async function say(text: string, taskId?: string): Promise<Task> {
  const message = { messageId: crypto.randomUUID(), role: "ROLE_USER" as const, parts: [{ text }] };
  const request = { message: taskId === undefined ? message : { ...message, taskId } };
  return (await call<{ readonly task: Task }>("SendMessage", request)).task;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const ids: string[] = [];
for (let count = 0; count < held; count++) ids.push((await say("ask")).id);
await pause(500);
collectGarbage();
const before = process.memoryUsage();
const start = readCpu();
const polls = ids.map((id) =>
  call<Task>("GetTask", { id, currentGeneration: "2", historyLength: 0, timelineLength: 0 }),
);
await pause(3000);
const begun = readCpu();
collectGarbage();
const during = process.memoryUsage();
const quiet = readCpu();
await pause(10_000);
const idle = readCpu();
for (let at = 0; at < held; at += 1000) {
  await Promise.all(ids.slice(at, at + 1000).map((id) => say("go on", id)));
}
const answers = await Promise.all(polls);
const end = readCpu();
const early = answers.filter(({ generation }) => Number(generation) <= 2).length;
if (early > 0) throw new Error(`${early} of ${held} were answered before their task changed`);
const figure: PollFigure = {
  held,
  rss: (during.rss - before.rss) / held,
  heap: (during.heapUsed - before.heapUsed) / held,
  begin: (begun - start) / held,
  idle: (idle - quiet) / 10,
  answer: (end - idle) / held,
};
process.send?.(figure);
