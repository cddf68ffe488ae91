import type { StreamResponse } from "@a2agen/a2a-1.0";
import { CallError } from "@a2agen/runtime/service";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { artifactEvent, completedTask, say } from "./agent.ts";
import { type ServedAgent, type ServedAgentInit, serveAgent } from "./served-agent.ts";
import { until } from "./until.ts";

let served: ServedAgent | undefined;

async function serve(init?: ServedAgentInit): Promise<ServedAgent> {
  served = await serveAgent(init);
  return served;
}

afterEach(async () => {
  await served?.close();
  served = undefined;
});

async function collect(events: AsyncIterable<StreamResponse>): Promise<readonly StreamResponse[]> {
  const all: StreamResponse[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The error of a call, in the members that callers look at. */
async function failure(call: Promise<unknown>): Promise<Partial<CallError>> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallError))
    throw new Error("expected the call to fail with a CallError", { cause: error });
  const { name, status, reason, message, metadata, violations, http, jsonRpc } = error;
  return { name, status, reason, message, metadata, violations, http, jsonRpc };
}

describe("calls", () => {
  test("a call without a stream gets its answer", async () => {
    const client = (await serve()).client();
    expect(await client.sendMessage(say("work"))).toEqual({ task: completedTask("t1") });
    expect(await client.getTask({ id: "t2" })).toEqual(completedTask("t2"));
  });

  test("many calls share one connection and get their own answers", async () => {
    const agent = await serve();
    const client = agent.client();
    const ids = Array.from({ length: 200 }, (_, i) => `t${i}`);
    const tasks = await Promise.all(ids.map((id) => client.getTask({ id })));
    expect(tasks.map(({ id }) => id)).toEqual(ids);
    expect(agent.server.connections).toBe(1);
  });

  test("a stream brings its events in order, however small its credit", async () => {
    const agent = await serve();
    const want = Array.from({ length: 100 }, (_, i) => artifactEvent("t1", String(i)));
    for (const credit of [1, 2, 3, 16, 1000]) {
      expect(await collect(agent.client({ credit }).sendStreamingMessage(say("count 100")))).toEqual(want);
    }
  });

  test("1,000 streams run at the same time on one connection", async () => {
    const agent = await serve();
    const client = agent.client();
    const streams = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        const events = client.sendStreamingMessage(say("hang"))[Symbol.asyncIterator]();
        expect((await events.next()).value).toEqual(artifactEvent("t1", "0"));
        return events;
      }),
    );
    expect(agent.seen.contexts.length).toBe(1000);
    expect(
      await failure(client.sendStreamingMessage(say("hang"))[Symbol.asyncIterator]().next()),
    ).toMatchObject({
      status: "RESOURCE_EXHAUSTED",
      message: "the connection has 1000 streams open, its limit",
    });
    for (const events of streams) await events.return?.();
    await until(() => agent.seen.ended === 1000);
  });

  test("what the handler knows of a call", async () => {
    const agent = await serve();
    const client = agent.client({ headers: async () => ({ "X-Trace": "a", Authorization: "Bearer x" }) });
    await client.getTask(
      { id: "t1", tenant: "acme" },
      { headers: { "x-trace": "b" }, extensions: ["urn:x"] },
    );
    const [context] = agent.seen.contexts;
    expect({
      method: context?.method,
      binding: context?.binding,
      version: context?.version,
      extensions: context?.extensions,
      tenant: context?.tenant,
      trace: context?.header("X-Trace"),
      authorization: context?.header("authorization"),
    }).toEqual({
      method: "GetTask",
      binding: "WEBSOCKET",
      version: "1.0",
      extensions: ["urn:x"],
      tenant: "acme",
      trace: "b",
      authorization: "Bearer x",
    });
  });

  test("the extensions in use come with the first answer", async () => {
    const client = (await serve()).client();
    const told: unknown[] = [];
    const options = { extensions: ["urn:x"], onHeaders: (headers: unknown) => told.push(headers) };
    await client.sendMessage(say("activate"), options);
    for await (const _ of client.sendStreamingMessage(say("hang"), options)) break;
    await client.getTask({ id: "t1" }, options);
    expect(told).toEqual([{ "a2a-extensions": "urn:x" }, { "a2a-extensions": "urn:x" }, {}]);
  });

  test("the extensions in use come with an error too, and with the end of a stream without events", async () => {
    const client = (await serve()).client();
    const told: unknown[] = [];
    const options = { extensions: ["urn:x"], onHeaders: (headers: unknown) => told.push(headers) };
    const collect = async (text: string): Promise<unknown[]> => {
      const events: unknown[] = [];
      for await (const event of client.sendStreamingMessage(say(text), options)) events.push(event);
      return events;
    };
    expect(await failure(client.sendMessage(say("refuse"), options))).toMatchObject({ message: "gone" });
    expect(await failure(collect("refuse"))).toMatchObject({ message: "gone" });
    expect(await collect("nothing")).toEqual([]);
    // Told with the event before it.
    expect(await failure(collect("break"))).toMatchObject({ message: "gone" });
    expect(told).toEqual(Array.from({ length: 4 }, () => ({ "a2a-extensions": "urn:x" })));
  });
});

describe("errors", () => {
  test("an error of the protocol comes back as what was thrown", async () => {
    const client = (await serve()).client();
    expect(await failure(client.getTask({ id: "missing" }))).toEqual({
      name: "TaskNotFoundError",
      status: "NOT_FOUND",
      reason: "TASK_NOT_FOUND",
      message: "No task with the given ID exists, or the caller may not see it.",
      metadata: { taskId: "missing" },
      violations: [],
      http: 404,
      jsonRpc: -32001,
    });
  });

  test("an error in a stream comes after its events", async () => {
    const events = (await serve()).client().sendStreamingMessage(say("fail"))[Symbol.asyncIterator]();
    expect((await events.next()).value).toEqual(artifactEvent("t1", "0"));
    expect(await failure(events.next())).toMatchObject({ name: "TaskNotFoundError", message: "gone" });
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test("an error before the first event says when to try again", async () => {
    const call = (await serve()).client().subscribeToTask({ id: "t1" })[Symbol.asyncIterator]().next();
    await expect(call).rejects.toMatchObject({
      status: "UNAVAILABLE",
      message: "come again",
      retryAfterMs: 2000,
    });
  });

  test("nothing is told of what a handler throws otherwise", async () => {
    const agent = await serve();
    expect(await failure(agent.client().sendMessage(say("throw")))).toMatchObject({
      status: "INTERNAL",
      message: "internal error",
      metadata: {},
    });
    expect(agent.hidden).toEqual([new Error("a secret")]);
  });

  test("every problem of a request is a violation", async () => {
    const client = (await serve()).client();
    const request = { message: { messageId: "m1", role: "ROLE_BOSS", parts: [{}] } } as never;
    const error = await failure(client.sendMessage(request));
    expect(error).toMatchObject({ status: "INVALID_ARGUMENT", jsonRpc: -32602, http: 400 });
    expect(error.violations?.map(({ field }) => field)).toEqual(["message.role", "message.parts[0]"]);
  });

  test("a call without credentials is refused with a challenge, and goes on with them on the same connection", async () => {
    const agent = await serve({
      host: {
        authenticate: ({ header }) => {
          if (header("authorization") === "Bearer good") return { id: "ann" };
          throw new CallError("UNAUTHENTICATED", "who are you", { challenges: ["Bearer"] });
        },
      },
    });
    const client = agent.client();
    await expect(client.getTask({ id: "t1" })).rejects.toMatchObject({
      status: "UNAUTHENTICATED",
      challenges: ["Bearer"],
    });
    await client.getTask({ id: "t1" }, { headers: { authorization: "Bearer good" } });
    expect(agent.seen.contexts.map(({ principal }) => principal)).toEqual([{ id: "ann" }]);
    expect(agent.server.connections).toBe(1);
  });

  test("an answer that is larger than the server sends fails, and the connection goes on", async () => {
    const client = (await serve({ host: { limits: { eventBytes: 10_000 } } })).client();
    expect(await failure(client.sendMessage(say("big")))).toMatchObject({ status: "INTERNAL" });
    expect(await client.getTask({ id: "t1" })).toEqual(completedTask("t1"));
  });
});

describe("calls that end early", () => {
  test("leaving a stream tells its handler", async () => {
    const agent = await serve();
    for await (const _ of agent.client().sendStreamingMessage(say("hang"))) break;
    await until(() => agent.seen.ended === 1);
    expect(agent.seen.contexts[0]?.signal.reason).toMatchObject({ status: "CANCELLED" });
  });

  test("a signal ends a call and a stream, and tells their handlers", async () => {
    const agent = await serve();
    const client = agent.client();
    const controller = new AbortController();
    const { signal } = controller;
    const unary = failure(client.sendMessage(say("wait"), { signal }));
    const events = client.sendStreamingMessage(say("hang"), { signal })[Symbol.asyncIterator]();
    await events.next();
    const next = failure(events.next());
    controller.abort("enough");
    expect([await unary, await next]).toMatchObject([{ status: "CANCELLED" }, { status: "CANCELLED" }]);
    await until(() => agent.seen.contexts.every((context) => context.signal.aborted));
    expect(await failure(client.getTask({ id: "t1" }, { signal }))).toMatchObject({ status: "CANCELLED" });
  });

  test("a call takes no longer than its caller waits", async () => {
    const agent = await serve();
    expect(await failure(agent.client().sendMessage(say("wait"), { timeoutMs: 20 }))).toMatchObject({
      status: "DEADLINE_EXCEEDED",
    });
    await until(() => agent.seen.contexts.every((context) => context.signal.aborted));
  });

  test("ending a stream while its next event is waited for ends the waiting", async () => {
    const events = (await serve()).client().sendStreamingMessage(say("hang"))[Symbol.asyncIterator]();
    await events.next();
    const next = events.next();
    await events.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test("a handler is asked for no more events than its client takes", async () => {
    const agent = await serve();
    const stream = agent.client({ credit: 4 }).sendStreamingMessage(say("count 1000"));
    const events = stream[Symbol.asyncIterator]();
    await events.next();
    await until(() => agent.seen.pulled >= 4);
    // A second call has its answer after whatever the first one has been sent.
    await agent.client().getTask({ id: "t1" });
    expect(agent.seen.pulled).toBeLessThanOrEqual(5);
    await events.return?.();
  });
});

describe("connections that end", () => {
  test("a client that goes tells all its handlers", async () => {
    const agent = await serve();
    const raw = await agent.raw();
    for (let id = 0; id < 10; id += 1) {
      raw.send({
        type: "call",
        id,
        method: "SendStreamingMessage",
        params: say("hang"),
        parameters: version,
      });
    }
    await until(() => agent.seen.contexts.length === 10);
    raw.socket.terminate();
    await until(() => agent.seen.ended === 10 && agent.server.connections === 0);
  });

  test("a server that dies fails calls with UNAVAILABLE, and refuses further connections", async () => {
    const agent = await serve();
    const client = agent.client();
    const events = client.sendStreamingMessage(say("hang"))[Symbol.asyncIterator]();
    await events.next();
    const pending = failure(events.next());
    await agent.server.close({ graceMs: 0 });
    expect(await pending).toMatchObject({ status: "UNAVAILABLE", name: "CallError" });
    expect(await failure(client.getTask({ id: "t1" }))).toMatchObject({ status: "UNAVAILABLE" });
  });

  test("a broken connection is replaced by the next call", async () => {
    const agent = await serve();
    const client = agent.client();
    await client.getTask({ id: "t1" });
    const events = client.sendStreamingMessage(say("hang"))[Symbol.asyncIterator]();
    await events.next();
    agent.breakConnections();
    expect(await failure(events.next())).toMatchObject({ status: "UNAVAILABLE" });
    expect(await client.getTask({ id: "t2" })).toEqual(completedTask("t2"));
  });

  test("nobody listening is UNAVAILABLE", async () => {
    const agent = await serve();
    const client = agent.client({ url: "ws://127.0.0.1:1/" });
    expect(await failure(client.getTask({ id: "t1" }))).toMatchObject({ status: "UNAVAILABLE" });
  });

  test("a server that shuts down ends streams, answers calls in work, and closes with 1001", async () => {
    const agent = await serve();
    const raw = await agent.raw();
    const client = agent.client();
    const events = client.sendStreamingMessage(say("hang"))[Symbol.asyncIterator]();
    await events.next();
    raw.send({ type: "call", id: 1, method: "SendMessage", params: say("wait"), parameters: version });
    await until(() => agent.seen.contexts.length === 2);
    const closing = Promise.all([agent.host.close({ graceMs: 50 }), agent.server.close({ graceMs: 5000 })]);
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(await raw.next()).toEqual({ type: "goaway" });
    expect(await raw.next()).toMatchObject({ type: "error", id: 1, error: { status: "UNAVAILABLE" } });
    expect((await raw.closed).code).toBe(1001);
    await closing;
    expect(agent.server.connections).toBe(0);
  });
});

const version = { "A2A-Version": "1.0" };

test("a heartbeat of Infinity is never", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const client = (await serve()).client({ heartbeatMs: Infinity, connectMs: Infinity });
  expect(await client.getTask({ id: "t1" })).toEqual(completedTask("t1"));
  // Node warns on a later turn of a timer that would fire at once.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});
