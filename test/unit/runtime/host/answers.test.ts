import { A2AService } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { createHost, implement } from "../../../../packages/runtime/src/host/index.ts";
import { CallError } from "../../../../packages/runtime/src/service/index.ts";
import { createAgent, createTestHost, failureOf, summary } from "./agent.ts";
import { call, methodOf, TestCall } from "./incoming.ts";

const internal = { name: "CallError", status: "INTERNAL", http: 500, message: "internal error" };

describe("a handler that throws", () => {
  test.each([
    { thrown: new Error("secret") },
    { thrown: "text" },
    { thrown: undefined },
    { thrown: null },
    { thrown: 42 },
    { thrown: { code: "ERR_A2AGEN_CALL", message: "no error" } },
    { thrown: Object.freeze({}) },
    { thrown: Symbol("s") },
  ])("$thrown is an internal error of which the client learns nothing", async ({ thrown }) => {
    for (const getTask of [
      () => {
        // oxlint-disable-next-line typescript/only-throw-error -- handlers without types throw anything
        throw thrown;
      },
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- and reject with anything
      () => Promise.reject(thrown),
    ]) {
      const { host, reported } = createTestHost({ getTask });
      expect(summary(await failureOf(call(host, "GetTask", { id: "t1" })))).toEqual(internal);
      expect(reported).toEqual([{ error: thrown, method: "GetTask", binding: "TEST" }]);
    }
  });

  test("an error of a call reaches the client as it is, without a report", async () => {
    const error = new CallError("RESOURCE_EXHAUSTED", "later", { retryAfterMs: 5 });
    const { host, reported } = createTestHost({ getTask: () => Promise.reject(error) });
    expect(await failureOf(call(host, "GetTask", { id: "t1" }))).toBe(error);
    expect(reported).toEqual([]);
  });

  test("and a hook that throws does not disturb the answer", async () => {
    const { host } = createTestHost(
      { getTask: () => Promise.reject(new Error("secret")) },
      {
        onError: () => {
          throw new Error("the log is full");
        },
      },
    );
    const written: unknown[] = [];
    const { error } = console;
    console.error = (...args: unknown[]) => void written.push(args);
    try {
      expect(summary(await failureOf(call(host, "GetTask", { id: "t1" })))).toEqual(internal);
    } finally {
      console.error = error;
    }
    expect(written).toHaveLength(1);
  });

  test("after its client has gone, is heard by nobody and harms nobody", async () => {
    const { host, reported } = createTestHost({
      getTask: async (_request, context) => {
        context.signal.throwIfAborted();
        throw new Error("not reached");
      },
    });
    const incoming = new TestCall();
    incoming.disconnect();
    expect(summary(await failureOf(call(host, "GetTask", { id: "t1" }, incoming)))).toMatchObject({
      status: "CANCELLED",
    });
    expect(reported).toEqual([]);
  });
});

describe("an answer of the wrong shape", () => {
  test.each([undefined, null, "text", {}, { id: "t1" }, { id: 1, status: {} }])(
    "%j fails the call",
    async (value) => {
      const { host, reported } = createTestHost({ getTask: async () => value as never });
      expect(summary(await failureOf(call(host, "GetTask", { id: "t1" })))).toEqual({
        name: "InvalidAgentResponseError",
        status: "INTERNAL",
        http: 500,
        message: expect.any(String),
      });
      expect(reported).toHaveLength(1);
      expect(String(reported[0]?.error)).toMatch(
        /^TypeError: the handler of GetTask returned no lf\.a2a\.v1\.Task: /,
      );
      expect(reported[0]?.binding).toBe("TEST");
    },
  );

  test("is let through when answers are not checked", async () => {
    const { host } = createTestHost({ getTask: async () => ({ id: 1 }) as never }, { checkAnswers: false });
    expect(await call(host, "GetTask", { id: "t1" })).toEqual({ id: 1 });
  });

  test("an older spelling is accepted and brought into the declared one", async () => {
    const { host } = createTestHost({
      getTask: async () => ({ id: "t1", context_id: "c1", status: { state: 3 }, artifacts: null }) as never,
    });
    expect(await call(host, "GetTask", { id: "t1" })).toEqual({
      id: "t1",
      contextId: "c1",
      status: { state: "TASK_STATE_COMPLETED" },
    });
  });

  test("a stream that is none fails the call", async () => {
    const { host, reported } = createTestHost({ subscribeToTask: () => [] as never });
    const hosted = methodOf(host, "SubscribeToTask");
    expect(summary(await failureOf(host.stream(hosted, new TestCall(), () => ({ id: "t1" }))))).toEqual(
      internal,
    );
    expect(String(reported[0]?.error)).toBe(
      "TypeError: the handler of SubscribeToTask returned no async iterable",
    );
  });
});

describe("a host", () => {
  test("answers UNIMPLEMENTED for a method that its handler does not have", async () => {
    const { getTask: _left, ...rest } = createAgent();
    const host = createHost({ services: [implement(A2AService, rest as never)] });
    expect(summary(await failureOf(call(host, "GetTask", { id: "t1" })))).toMatchObject({
      status: "UNIMPLEMENTED",
      http: 501,
      message: "the server does not implement GetTask",
    });
  });

  test("refuses a handler whose member is no function", () => {
    expect(() =>
      createHost({ services: [implement(A2AService, { ...createAgent(), getTask: 1 } as never)] }),
    ).toThrow("lf.a2a.v1.A2AService: expected a function as getTask, found number");
    expect(() => createHost({ services: [] })).toThrow("services: expected at least one service, found none");
  });

  test.each([
    { limits: { streams: 0 }, want: "limits.streams: expected a number above 0, found 0" },
    { limits: { callMs: Number.NaN }, want: "limits.callMs: expected a number above 0, found NaN" },
    { limits: { bodyBytes: "1" }, want: "limits.bodyBytes: expected a number above 0, found 1" },
    { limits: { callsMs: 1 }, want: /^limits\.callsMs: there is no such limit; use bodyBytes, / },
  ])("refuses the limits $limits", ({ limits, want }) => {
    expect(() => createTestHost({}, { limits: limits as never })).toThrow(want);
  });
});
