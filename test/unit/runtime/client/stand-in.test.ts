import type { ServerResponse } from "node:http";
import { A2AService, type StreamResponse } from "@a2agen/a2a-1.0";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { describe, expect, it } from "vitest";
import {
  type Clock,
  type ConnectionWarning,
  connect,
  type StreamGap,
} from "../../../../packages/runtime/src/client/index.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { startServer } from "../../../shared/client/web-server.ts";

type State = "working" | "input-required" | "completed";

const ids = { taskId: "t", contextId: "c" };
const piece = (text: string, append = true): object => ({
  kind: "artifact-update",
  ...ids,
  append,
  artifact: { artifactId: "a", parts: [{ kind: "text", text }] },
});
const update = (state: State): object => ({
  kind: "status-update",
  ...ids,
  status: { state },
  final: state === "completed",
});
const taskOf = (state: State, ...texts: readonly string[]): object => ({
  kind: "task",
  id: "t",
  contextId: "c",
  status: { state },
  artifacts: [{ artifactId: "a", parts: texts.map((text) => ({ kind: "text", text })) }],
});

/** What an agent of 0.3 does with a call: events, and whether the stream ends, breaks, or resumes. */
interface Script {
  readonly events?: readonly object[];
  readonly end: "ends" | "breaks" | "goes on";
}

interface World {
  readonly streams: readonly Script[];
  /** What tasks/get answers, one after the other; nothing is an error. */
  readonly tasks: readonly (object | "busy" | undefined)[];
  /** What streams that go on send once the task was read. */
  readonly later?: readonly object[];
}

const clock: Clock = { now: () => 0, sleep: async () => undefined };

/** What a client of 1.0 gets from an agent of 0.3 that breaks its streams off. */
async function run({ streams, tasks, later = [] }: World) {
  const calls: string[] = [];
  const open: ((event: object | undefined) => void)[] = [];
  let played = 0;
  let read = 0;
  const server = await startServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => answer(JSON.parse(Buffer.concat(parts).toString()) as Call, response));
  });
  const answer = ({ id, method }: Call, response: ServerResponse): void => {
    calls.push(method);
    if (method === "tasks/get") {
      const task = tasks[Math.min(read++, tasks.length - 1)];
      if (task === "busy") return void response.writeHead(503).end();
      const error = { code: -32603, message: "no" };
      const body = { jsonrpc: "2.0", id, ...(task === undefined ? { error } : { result: task }) };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
      for (const send of open) {
        for (const event of later) send(event);
        if (later.length > 0) send(undefined);
      }
      return;
    }
    const { events = [], end } = streams[played++] ?? { end: "ends" };
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    const send = (event: object | undefined): void => {
      if (event === undefined) response.end();
      else response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: event })}\n\n`);
    };
    for (const event of events) send(event);
    if (end === "breaks") response.write(": bye\n\n", () => response.destroy());
    else if (end === "ends") response.end();
    else open.push(send);
  };
  const gaps: StreamGap[] = [];
  const warnings: ConnectionWarning[] = [];
  const card = {
    protocolVersion: "0.3.0",
    name: "Older",
    description: "",
    version: "1",
    url: `${server.origin}/rpc`,
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
  const connection = await connect<A2AService>(A2AService, card, {
    bindings: [jsonRpc()],
    older: [a2a03ToA2a10],
    resume: { clock, onGap: (gap) => gaps.push(gap) },
    onWarning: (warning) => warnings.push(warning),
  });
  const message = { messageId: "m", role: "ROLE_USER" as const, parts: [{ text: "go" }] };
  const found: string[] = [];
  try {
    for await (const event of connection.client.sendStreamingMessage({ message })) found.push(short(event));
  } catch (error) {
    found.push(String(error));
  }
  await connection.close();
  return { found, calls, gaps, warnings: warnings.filter(({ about }) => about === "stream") };
}

interface Call {
  readonly id: unknown;
  readonly method: string;
}

function short({ task, statusUpdate, artifactUpdate }: StreamResponse): string {
  const textsOf = (parts: readonly { readonly text?: string }[] = []): string =>
    parts.map(({ text }) => text).join("+");
  if (task !== undefined) return `task ${task.status.state.slice(11)} ${textsOf(task.artifacts?.[0]?.parts)}`;
  if (artifactUpdate !== undefined) return `piece ${textsOf(artifactUpdate.artifact.parts)}`;
  return `status ${statusUpdate?.status.state.slice(11)}`;
}

const first: Script = { events: [taskOf("working"), piece("0", false)], end: "breaks" };
const begin = ["task WORKING ", "piece 0"];

describe("a stream of 0.3 that breaks, whose server sends what follows only", () => {
  it("brings the task as it is once the new connection stands, before any event comes", async () => {
    const { found, calls, gaps, warnings } = await run({
      streams: [first, { end: "goes on" }],
      tasks: [taskOf("working", "0", "1", "2")],
      later: [piece("3"), update("completed")],
    });
    expect(found).toEqual([...begin, "task WORKING 0+1+2", "piece 3", "status COMPLETED"]);
    expect(calls).toEqual(["message/stream", "tasks/resubscribe", "tasks/get"]);
    expect(gaps).toEqual([{ taskId: "t", isFilled: true }]);
    expect(warnings).toEqual([
      {
        about: "stream",
        path: "t",
        message:
          "the connection broke, and the server does not send the events between again: the task as it is now stands in for them",
      },
    ]);
  });

  it("ends where the task came to rest meanwhile, though its server sends nothing more", async () => {
    const world = {
      streams: [first, { end: "goes on" }],
      tasks: [taskOf("input-required", "0", "1")],
    } as const;
    expect((await run(world)).found).toEqual([...begin, "task INPUT_REQUIRED 0+1"]);
    const ended = { streams: [first, { end: "ends" }], tasks: [taskOf("completed", "0", "1")] } as const;
    expect((await run(ended)).found).toEqual([...begin, "task COMPLETED 0+1"]);
  });

  it("is told as a gap where the task cannot be read", async () => {
    const { found, gaps, warnings } = await run({
      streams: [first, { events: [piece("2"), update("completed")], end: "ends" }],
      tasks: [undefined],
    });
    expect(found).toEqual([...begin, "piece 2", "status COMPLETED"]);
    expect(gaps).toEqual([{ taskId: "t", isFilled: false }]);
    expect(warnings.map(({ message }) => message)).toEqual([
      "the connection broke, and the server does not send the events between again: the task cannot be read either",
    ]);
  });

  it("reads the task again where that fails for a while", async () => {
    const { found, calls } = await run({
      streams: [first, { end: "goes on" }],
      tasks: ["busy", "busy", taskOf("completed", "0", "1")],
    });
    expect(found).toEqual([...begin, "task COMPLETED 0+1"]);
    expect(calls.filter((each) => each === "tasks/get")).toHaveLength(3);
  });
});

it("a server of 0.3 that begins with the task has no gap", async () => {
  const whole: Script = {
    events: [taskOf("working", "0", "1"), piece("2"), update("completed")],
    end: "ends",
  };
  const { found, gaps } = await run({ streams: [first, whole], tasks: [taskOf("working", "0", "1")] });
  expect(found.filter((each) => !each.startsWith("task"))).toEqual([
    "piece 0",
    "piece 2",
    "status COMPLETED",
  ]);
  expect(found.at(2)).toBe("task WORKING 0+1");
  expect(gaps.every(({ isFilled }) => isFilled)).toBe(true);
});
