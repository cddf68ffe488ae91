import assert from "node:assert/strict";
import { RecordingBus } from "./events.js";
import { GreetingExecutor } from "./greeting-executor.js";

export async function check(): Promise<void> {
  const bus = new RecordingBus();
  const executor = new GreetingExecutor();
  await executor.execute(
    {
      userMessage: { role: "user", messageId: "m-1", parts: [{ text: "Ada" }] },
      taskId: "t-1",
      contextId: "c-1",
    },
    bus,
  );
  assert.equal(bus.isFinished, true);
  assert.deepEqual(
    bus.events.map((event) => (event.statusUpdate !== undefined ? event.statusUpdate.status.state : event.task !== undefined)),
    [true, "working", false, "completed"],
  );
  const last = bus.events.at(-1);
  assert.equal(last?.statusUpdate !== undefined && last.statusUpdate.status.state, "completed");
  const artifact = bus.events.find((event) => event.artifactUpdate !== undefined)?.artifactUpdate;
  assert.deepEqual(artifact?.artifact.parts[0], { text: "Hello, Ada" });
  await executor.cancelTask("t-1");
  await executor.execute({ userMessage: { role: "user", messageId: "m-3", parts: [] }, taskId: "t-1", contextId: "c-1" }, bus);
  const cancelled = bus.events.at(-1);
  if (cancelled?.statusUpdate === undefined) throw new Error("expected a status");
  assert.equal(cancelled.statusUpdate.status.state, "cancelled");
}
