import assert from "node:assert/strict";
import { createHttpHandler } from "@a2agen/runtime/server";
import { isCallError } from "@a2agen/runtime/service";
import { clientOf, fetchFrom, hostOf, say } from "./client-of.ts";
import { busy, notFound, wrong } from "./errors.ts";
import { serve } from "./health.ts";
import { TaskReader } from "./task-reader.ts";

const host = hostOf(new TaskReader());
const client = clientOf(createHttpHandler(host));
assert.equal((await client.getTask({ id: "t-1" })).status.state, "TASK_STATE_WORKING");
await assert.rejects(
  client.sendMessage(say("go")),
  (error) => isCallError(error) && error.status === "UNIMPLEMENTED",
);

for (const thrown of [notFound, busy, wrong]) {
  const failing = hostOf({
    async getTask() {
      throw thrown;
    },
  });
  await assert.rejects(
    clientOf(createHttpHandler(failing)).getTask({ id: "t-1" }),
    (error) =>
      isCallError(error) &&
      error.status === thrown.status &&
      error.message === thrown.message &&
      error.retryAfterMs === thrown.retryAfterMs &&
      error.violations.length === thrown.violations.length,
  );
}

for (const [check, status] of [
  [() => Promise.resolve(), 200],
  [() => Promise.reject(new Error("away")), 503],
] as const) {
  const ready = await fetchFrom(serve(hostOf({}, { onError: () => undefined }), { check }))(
    "http://localhost:4000/readyz",
  );
  assert.equal(ready.status, status);
}
