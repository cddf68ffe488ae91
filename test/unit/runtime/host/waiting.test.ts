import { expect, test } from "vitest";
import { createTestHost, failureOf, makeTask, summary } from "./agent.ts";
import { call, TestCall } from "./incoming.ts";

test("a hook that says who calls has the time that a call may take", async () => {
  const { host } = createTestHost(
    {},
    { authenticate: () => new Promise(() => undefined), limits: { callMs: 1 } },
  );
  expect(summary(await failureOf(call(host, "GetTask", { id: "t1" })))).toEqual({
    name: "CallError",
    status: "DEADLINE_EXCEEDED",
    http: 504,
    message: "the call took longer than the server allows",
  });
  await host.close();
});

test("a hook that says who calls is not waited for when the client has gone", async () => {
  const { host } = createTestHost({}, { authenticate: () => new Promise(() => undefined) });
  const incoming = new TestCall();
  const failed = failureOf(call(host, "GetTask", { id: "t1" }, incoming));
  incoming.disconnect();
  expect(await failed).toMatchObject({ status: "CANCELLED" });
});

test("a handler that never looks at the signal is not waited for when its client has gone", async () => {
  const { host } = createTestHost({ getTask: () => new Promise(() => undefined) });
  const incoming = new TestCall();
  const failed = failureOf(call(host, "GetTask", { id: "t1" }, incoming));
  incoming.disconnect();
  expect(await failed).toMatchObject({ status: "CANCELLED", message: "the client has gone" });
  await host.close();
});

test("a call that is over at once is not watched", async () => {
  const { host } = createTestHost({ getTask: async () => makeTask("t1") });
  const incoming = new TestCall();
  await call(host, "GetTask", { id: "t1" }, incoming);
  expect(incoming.watchers).toBe(0);
});
