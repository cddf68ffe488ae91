import type { StreamResponse } from "@a2agen/a2a-1.0";
import type { IncomingCall, OpenStream, StreamStep } from "@a2agen/runtime/binding";
import { describe, expect, test } from "vitest";
import type { Host } from "../../../../packages/runtime/src/host/index.ts";
import { CallError } from "../../../../packages/runtime/src/service/index.ts";
import { createTestHost, failureOf, makeTask, makeUpdate, summary } from "./agent.ts";
import { call, methodOf, TestCall } from "./incoming.ts";

async function open(host: Host, incoming: IncomingCall = new TestCall()): Promise<OpenStream> {
  return host.stream(methodOf(host, "SubscribeToTask"), incoming, () => ({ id: "t1" }));
}

/** A step with its error as clients see it. */
function show(step: StreamStep): unknown {
  return step.kind === "error" ? { kind: "error", ...summary(step.error) } : step;
}

async function steps(stream: OpenStream): Promise<unknown[]> {
  const all: unknown[] = [];
  for (;;) {
    const step = await stream.pull();
    all.push(show(step));
    if (step.kind === "end" || step.kind === "error") return all;
  }
}

function event(value: StreamResponse): StreamStep {
  return { kind: "event", value };
}

function gate(): { readonly passed: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** A stream that stands still after its first event until its call is aborted. */
async function* standing(signal: AbortSignal): AsyncGenerator<StreamResponse> {
  yield { task: makeTask("t1") };
  await new Promise((resolve) => {
    signal.addEventListener("abort", resolve);
  });
}

const first = event({ task: makeTask("t1") });
const internal = {
  kind: "error",
  name: "CallError",
  status: "INTERNAL",
  http: 500,
  message: "internal error",
};

describe("a stream", () => {
  test("gives its events in order, then its end", async () => {
    const { host } = createTestHost({
      async *subscribeToTask() {
        yield makeUpdate(0);
        yield makeUpdate(1);
      },
    });
    const stream = await open(host);
    expect(await steps(stream)).toEqual([event(makeUpdate(0)), event(makeUpdate(1)), { kind: "end" }]);
    expect(await stream.pull()).toEqual({ kind: "end" });
  });

  test("its handler goes on only when the last event was taken", async () => {
    let made = 0;
    const { host } = createTestHost({
      async *subscribeToTask() {
        for (;;) yield makeUpdate(made++);
      },
    });
    const stream = await open(host);
    expect(made).toBe(0);
    for (let index = 0; index < 3; index++) {
      await stream.pull();
      expect(made).toBe(index + 1);
    }
    stream.cancel(new CallError("CANCELLED", "enough"));
  });

  test.each([new Error("secret"), "text", undefined, 42])(
    "whose handler throws %j ends with an internal error",
    async (thrown) => {
      const { host, reported } = createTestHost({
        async *subscribeToTask() {
          yield { task: makeTask("t1") };
          // oxlint-disable-next-line typescript/only-throw-error
          throw thrown;
        },
      });
      expect(await steps(await open(host))).toEqual([first, internal]);
      expect(reported).toEqual([{ error: thrown, method: "SubscribeToTask", binding: "TEST" }]);
      await host.close();
    },
  );

  test("with an event of the wrong shape ends with an error, and its handler is ended", async () => {
    let cleaned = false;
    const { host, reported } = createTestHost({
      async *subscribeToTask() {
        try {
          yield { task: makeTask("t1") };
          yield { task: { id: "t1" } } as never;
        } finally {
          cleaned = true;
        }
      },
    });
    const [, last] = await steps(await open(host));
    expect(last).toMatchObject({ kind: "error", name: "InvalidAgentResponseError" });
    expect(reported).toHaveLength(1);
    expect(cleaned).toBe(true);
  });

  test.each([
    { name: "a result that is nothing", next: async () => undefined },
    { name: "no promise", next: () => ({ done: false, value: 7 }) },
    {
      name: "an exception at once",
      next: () => {
        throw new Error("secret");
      },
    },
    { name: "a promise that rejects", next: () => Promise.reject(new Error("secret")) },
    {
      name: "a result whose value cannot be read",
      next: async () => ({
        done: false,
        get value() {
          throw new Error("secret");
        },
      }),
    },
  ])("whose iterator gives $name ends with an error", async ({ next }) => {
    const iterable = { [Symbol.asyncIterator]: () => ({ next }) };
    const { host, reported } = createTestHost({ subscribeToTask: () => iterable as never });
    const [last] = await steps(await open(host));
    expect(last).toMatchObject({ kind: "error", status: "INTERNAL" });
    expect(reported).toHaveLength(1);
  });

  test("whose iterator answers without a promise works", async () => {
    const values = [makeUpdate(0), makeUpdate(1)];
    const iterable = {
      [Symbol.asyncIterator]: () => ({
        next: () => ({ done: values.length === 0, value: values.shift() }),
      }),
    };
    const { host } = createTestHost({ subscribeToTask: () => iterable as never });
    expect(await steps(await open(host))).toEqual([
      event(makeUpdate(0)),
      event(makeUpdate(1)),
      { kind: "end" },
    ]);
  });

  test("ends when its client goes: signal, generator, and no report", async () => {
    let reason: unknown;
    let cleaned = false;
    const { host, reported } = createTestHost({
      async *subscribeToTask(_request, context) {
        try {
          yield* standing(context.signal);
        } finally {
          reason = context.signal.reason;
          cleaned = true;
        }
      },
    });
    const incoming = new TestCall();
    const stream = await open(host, incoming);
    await stream.pull();
    const waiting = stream.pull();
    incoming.disconnect();
    const gone = { name: "CallError", status: "CANCELLED", http: 499, message: "the client has gone" };
    expect(show(await waiting)).toEqual({ kind: "error", ...gone });
    await host.close();
    expect(summary(reason)).toEqual(gone);
    expect(cleaned).toBe(true);
    expect(reported).toEqual([]);
  });

  test("whose client has gone before it was opened holds nothing", async () => {
    const { host } = createTestHost({}, { limits: { streams: 1 } });
    for (let round = 0; round < 3; round++) {
      const incoming = new TestCall();
      incoming.disconnect();
      const stream = await open(host, incoming);
      expect(show(await stream.pull())).toMatchObject({ kind: "error", status: "CANCELLED" });
    }
    expect(await steps(await open(host))).toEqual([first, { kind: "end" }]);
  });

  test("whose hook was watching a client that went is ended too", async () => {
    const { host } = createTestHost(
      {},
      {
        authorize: (context) => {
          expect(context.signal.aborted).toBe(true);
          return true;
        },
      },
    );
    const incoming = new TestCall();
    incoming.disconnect();
    expect(show(await (await open(host, incoming)).pull())).toMatchObject({
      kind: "error",
      status: "CANCELLED",
    });
    await host.close();
  });

  test("waits for its first step as long as it is told to, and loses nothing", async () => {
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { host } = createTestHost({
      async *subscribeToTask() {
        await gate;
        yield { task: makeTask("t1") };
      },
    });
    const stream = await open(host);
    expect(await stream.first(1)).toBeUndefined();
    go();
    expect(await steps(stream)).toEqual([first, { kind: "end" }]);
    expect(await (await open(host)).first(Number.POSITIVE_INFINITY)).toEqual(first);
  });
});

describe("limits", () => {
  const standingAgent = {
    subscribeToTask: (_request: unknown, context: { readonly signal: AbortSignal }) =>
      standing(context.signal),
  };

  test("a call that takes too long fails, and its signal is aborted", async () => {
    let signal: AbortSignal | undefined;
    const { host } = createTestHost(
      {
        getTask: async (_request, context) => {
          signal = context.signal;
          return new Promise(() => undefined);
        },
      },
      { limits: { callMs: 1 } },
    );
    expect(summary(await failureOf(call(host, "GetTask", { id: "t1" })))).toEqual({
      name: "CallError",
      status: "DEADLINE_EXCEEDED",
      http: 504,
      message: "the call took longer than the server allows",
    });
    expect(signal?.aborted).toBe(true);
  });

  test("a client's own deadline counts when it is earlier", async () => {
    const { host } = createTestHost({ getTask: () => new Promise(() => undefined) });
    const incoming = new TestCall({ deadline: Date.now() + 1 });
    expect(summary(await failureOf(call(host, "GetTask", { id: "t1" }, incoming)))).toMatchObject({
      status: "DEADLINE_EXCEEDED",
    });
  });

  test.each([
    { limits: { streamMs: 1 }, message: "the call took longer than the server allows" },
    { limits: { idleMs: 1 }, message: "the stream had no event for longer than the server allows" },
  ])("a stream ends after $limits", async ({ limits, message }) => {
    const { host } = createTestHost(standingAgent, { limits });
    expect(await steps(await open(host))).toEqual([
      first,
      { kind: "error", name: "CallError", status: "DEADLINE_EXCEEDED", http: 504, message },
    ]);
  });

  test("a silent stream shows that it is alive", async () => {
    const { host } = createTestHost(standingAgent, { limits: { heartbeatMs: 1 } });
    const stream = await open(host);
    expect(await stream.pull()).toEqual(first);
    expect(await stream.pull()).toEqual({ kind: "heartbeat" });
    expect(await stream.pull()).toEqual({ kind: "heartbeat" });
    await host.close();
  });

  test("further streams are refused, and taken when others have ended", async () => {
    const { host } = createTestHost(standingAgent, { limits: { streams: 2 } });
    const [one] = [await open(host), await open(host)];
    const error = (await failureOf(open(host))) as CallError;
    expect(summary(error)).toEqual({
      name: "CallError",
      status: "RESOURCE_EXHAUSTED",
      http: 503,
      message: "the server has 2 streams open, its limit",
    });
    expect(error.retryAfterMs).toBe(1000);
    one.cancel(new CallError("CANCELLED", "enough"));
    await open(host);
    await host.close();
  });

  test("nor are streams that are opened at the same moment more than the limit", async () => {
    const { host } = createTestHost(standingAgent, { limits: { streams: 2 } });
    const opened = await Promise.allSettled(Array.from({ length: 10 }, () => open(host)));
    expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    await host.close();
    // What was refused holds nothing.
    await host.close({ graceMs: Number.POSITIVE_INFINITY });
  });
});

describe("a host that shuts down", () => {
  test("refuses new calls", async () => {
    const { host } = createTestHost();
    await host.close();
    expect(host.closing).toBe(true);
    const error = (await failureOf(call(host, "GetTask", { id: "t1" }))) as CallError;
    expect(summary(error)).toEqual({
      name: "CallError",
      status: "UNAVAILABLE",
      http: 503,
      message: "the server is shutting down",
    });
    expect(error.retryAfterMs).toBe(1000);
    expect(summary(await failureOf(open(host)))).toMatchObject({ status: "UNAVAILABLE" });
  });

  test("ends streams cleanly", async () => {
    const { host } = createTestHost({
      subscribeToTask: (_request, context) => standing(context.signal),
    });
    const stream = await open(host);
    await stream.pull();
    const waiting = stream.pull();
    await host.close({ graceMs: Number.POSITIVE_INFINITY });
    expect(await waiting).toEqual({ kind: "end" });
  });

  test("lets calls in work finish, whoever waits for it", async () => {
    const began = gate();
    const finish = gate();
    const { host } = createTestHost({
      getTask: async ({ id }) => {
        began.open();
        await finish.passed;
        return makeTask(id);
      },
    });
    const answer = call(host, "GetTask", { id: "t1" });
    await began.passed;
    const order: string[] = [];
    const closings = ["one", "two"].map((name) =>
      host.close({ graceMs: Number.POSITIVE_INFINITY }).then(() => order.push(name)),
    );
    expect(order).toEqual([]);
    finish.open();
    expect(await answer).toEqual(makeTask("t1"));
    await Promise.all(closings);
    expect(order).toEqual(["one", "two"]);
  });

  test("aborts calls that take longer than it grants", async () => {
    let reason: unknown;
    const began = gate();
    const { host } = createTestHost({
      getTask: (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          began.open();
          signal.addEventListener("abort", () => {
            reason = signal.reason;
            reject(new Error("stopped"));
          });
        }),
    });
    const failing = failureOf(call(host, "GetTask", { id: "t1" }));
    await began.passed;
    await host.close({ graceMs: 1 });
    const want = {
      name: "CallError",
      status: "UNAVAILABLE",
      http: 503,
      message: "the server is shutting down",
    };
    expect(summary(await failing)).toEqual(want);
    expect(summary(reason)).toEqual(want);
  });

  test("refuses a call that was being prepared when it began", async () => {
    let decide: () => void = () => undefined;
    const { host } = createTestHost(
      {},
      {
        authenticate: () =>
          new Promise((resolve) => {
            decide = () => resolve({ id: "anna" });
          }),
      },
    );
    const failing = failureOf(call(host, "GetTask", { id: "t1" }));
    await host.close();
    decide();
    expect(summary(await failing)).toMatchObject({ status: "UNAVAILABLE" });
  });
});
