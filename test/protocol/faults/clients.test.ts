import type { SendMessageRequest, StreamResponse } from "@a2agen/a2a-1.0";
import type { CallContext } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import { TestAgent, workingTask } from "../../shared/bindings/test-agent.ts";
import { thorough } from "../../shared/runs.ts";
import { bindingNames, costlyBindingNames } from "./binding-of.ts";
import { connectTo } from "./connect-to.ts";
import { failed, keepCalling, later, outcome, run, say, streamOutcome } from "./running.ts";
import { openWire } from "./wire.ts";

type Streaming = (request: SendMessageRequest, context: CallContext) => AsyncIterable<StreamResponse>;

function agentWith(sendStreamingMessage: Streaming): TestAgent {
  return Object.assign(new TestAgent(), { sendStreamingMessage });
}

function update(text: string): StreamResponse {
  const artifact = { artifactId: "artifact-1", parts: [{ text }] };
  return { artifactUpdate: { taskId: "task-3", contextId: "context-1", artifact, append: true } };
}

const portOf = (url: string): number => Number(new URL(url).port);

/** How many streams are open at once. */
const most = thorough ? 1000 : 100;

describe.each(bindingNames)("over %s", (name) => {
  test("a client whose connection is cut in mid-stream: the handler's signal fires", async () => {
    const agent = new TestAgent();
    const server = await run(name, agent);
    const bystander = keepCalling(server.client());
    const wire = await openWire(portOf(server.url));
    const stream = connectTo(name, { url: server.url, port: wire.port }).sendStreamingMessage(say("wait"));
    const iterator = stream[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: { task: workingTask("task-3") } });
    const ended = agent.nextEnd();
    const next = outcome(iterator.next());
    wire.cut();
    await ended;
    expect(agent.ended).toEqual(["the client has gone"]);
    expect(await next).toMatchObject({ kind: "error", reason: "UNAVAILABLE" });
    await bystander.leave();
    expect(server.hidden).toEqual([]);
  });

  test("a client whose connection is cut in a call: the handler's signal fires", async () => {
    const agent = new TestAgent();
    const began = later();
    const { sendMessage } = agent;
    Object.assign(agent, {
      sendMessage(request: SendMessageRequest, context: CallContext) {
        began.resolve();
        return sendMessage.call(agent, request, context);
      },
    });
    const server = await run(name, agent);
    const bystander = keepCalling(server.client());
    const wire = await openWire(portOf(server.url));
    const call = outcome(connectTo(name, { url: server.url, port: wire.port }).sendMessage(say("wait")));
    const ended = agent.nextEnd();
    await began.promise;
    wire.cut();
    await ended;
    expect(agent.ended).toEqual(["the client has gone"]);
    expect(await call).toMatchObject({ kind: "error", reason: "UNAVAILABLE" });
    await bystander.leave();
  });

  test(`${most} streams at once are all served, and the next one is refused`, {
    tags: "thorough",
  }, async () => {
    const everyone = later();
    let open = 0;
    const server = await run(
      name,
      agentWith(async function* ({ message }) {
        open += 1;
        if (open === most) everyone.resolve();
        yield update("first");
        await everyone.promise;
        await go.promise;
        yield update(message.messageId);
      }),
      { limits: { streams: most } },
    );
    const go = later();
    const bystander = keepCalling(server.client());
    const client = server.client();
    const streams = Array.from({ length: most }, (_, index) =>
      streamOutcome(client.sendStreamingMessage(say("x", { messageId: `message-${index}` }))),
    );
    await everyone.promise;
    expect(await streamOutcome(server.client().sendStreamingMessage(say("x")))).toEqual(
      failed("RESOURCE_EXHAUSTED", `the server has ${most} streams open, its limit`),
    );
    go.resolve();
    expect(await Promise.all(streams)).toEqual(
      Array.from({ length: most }, (_, index) => ({
        kind: "events",
        events: [update("first"), update(`message-${index}`)],
      })),
    );
    // All of their places are free again.
    expect(await streamOutcome(client.sendStreamingMessage(say("x", { messageId: "again" })))).toEqual({
      kind: "events",
      events: [update("first"), update("again")],
    });
    await bystander.leave();
    expect(server.hidden).toEqual([]);
  });

  test("names of extensions and texts of errors cannot begin a header", async () => {
    const evil = "https://example.com/x\r\nset-cookie: a=b\r\n\r\n";
    const agent = new TestAgent();
    Object.assign(agent, {
      sendMessage: async (_request: SendMessageRequest, context: CallContext) => {
        expect(() => context.activate(evil)).toThrow(TypeError);
        context.activate("https://example.com/fine");
        return { message: say("done").message };
      },
    });
    const server = await run(name, agent);
    const bystander = keepCalling(server.client());
    const client = server.client();
    expect(await outcome(client.sendMessage(say("x"), { extensions: [evil] }))).toMatchObject({
      kind: "error",
      reason: "INVALID_ARGUMENT",
    });
    const seen: Readonly<Record<string, string>>[] = [];
    const answer = await outcome(
      client.sendMessage(say("x"), { onHeaders: (headers) => seen.push(headers) }),
    );
    expect(answer).toEqual({ kind: "value", value: { message: say("done").message } });
    expect(seen.map((headers) => headers["a2a-extensions"])).toEqual(["https://example.com/fine"]);
    expect(seen.map((headers) => headers["set-cookie"])).toEqual([undefined]);
    const id = "task\r\nset-cookie: a=b\r\n\r\n";
    expect(await outcome(client.getTask({ id }))).toEqual({
      kind: "error",
      reason: "TASK_NOT_FOUND",
      message: `there is no task ${id}`,
      metadata: { taskId: id },
      violations: [],
    });
    await bystander.leave();
  });
});

describe.each(costlyBindingNames)("over %s", { tags: "thorough" }, (name) => {
  test("a reader that takes its time holds the handler back, and gets everything", async () => {
    const text = "x".repeat(64 * 1024);
    const total = 1000;
    let made = 0;
    const server = await run(
      name,
      agentWith(async function* () {
        for (; made < total; made++) yield update(text);
      }),
    );
    const other = server.client();
    const iterator = server.client().sendStreamingMessage(say("x"))[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: update(text) });
    for (let count = 0; count < 200; count++) await other.getTask({ id: "task-1" });
    // What the sockets and the client take in advance: a handler that nothing held back would have ended.
    expect(made * text.length).toBeLessThan(32 * 1024 * 1024);
    let taken = 1;
    while ((await iterator.next()).done !== true) taken += 1;
    expect(taken).toBe(total);
  });
});
