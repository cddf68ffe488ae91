import assert from "node:assert/strict";
import { RecordingBus } from "./events.js";
import { GreetingExecutor } from "./greeting-executor.js";

export async function check(): Promise<void> {
  const bus = new RecordingBus();
  const executor = new GreetingExecutor();
  await executor.execute(
    {
      userMessage: { kind: "message", role: "user", messageId: "m-1", parts: [{ kind: "text", text: "Ada" }] },
      taskId: "t-1",
      contextId: "c-1",
    },
    bus,
  );
  assert.equal(bus.isFinished, true);
  assert.deepEqual(
    bus.events.map((event) => (event.kind === "status-update" ? event.status.state : event.kind === "task")),
    [true, "working", false, "completed"],
  );
  const last = bus.events.at(-1);
  assert.equal(last?.kind === "status-update" && last.status.state, "completed");
  const artifact = bus.events.find((event) => event.kind === "artifact-update");
  assert.deepEqual(artifact?.artifact.parts[0], { kind: "text", text: "Hello, Ada" });
  await executor.cancelTask("t-1");
  await executor.execute({ userMessage: { kind: "message", role: "user", messageId: "m-3", parts: [] }, taskId: "t-1", contextId: "c-1" }, bus);
  const cancelled = bus.events.at(-1);
  if (cancelled?.kind !== "status-update") throw new Error("expected a status");
  assert.equal(cancelled.status.state, "canceled");
}
