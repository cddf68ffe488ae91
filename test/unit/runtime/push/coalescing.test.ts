import { textArtifact, working } from "@a2agen/runtime/agent";
import { webhooks } from "@a2agen/runtime/push";
import { expect, onTestFinished, test } from "vitest";
import { createGate, start, userMessage } from "../../../shared/agent/start-agent.ts";
import { receiver } from "../../../shared/push/opened.ts";
import { local, toldOf } from "../../../shared/push/start-webhooks.ts";
import { TaskSource } from "../../../shared/push/task-source.ts";

const idsOf = (received: readonly { readonly headers: object }[]): readonly unknown[] =>
  received.map(({ headers }) => (headers as Record<string, unknown>)["webhook-id"]);

function piece(text: string): ReturnType<typeof textArtifact> {
  return textArtifact("a", text, { append: true });
}

test("a receiver that is slow is told once of the pieces that came meanwhile, and of every status", async () => {
  const answered = createGate();
  const hook = await receiver((response, { index }) => {
    if (index > 0) response.end();
    else void answered.opened.then(() => response.end());
  });
  const { client } = await start({
    push: webhooks(local),
    async *execute() {
      yield working("begun");
      for (const text of ["1", "2", "3"]) yield piece(text);
      yield working("half");
      for (const text of ["4", "5"]) yield piece(text);
      yield { ...piece("6"), metadata: { of: "6" } };
      yield textArtifact("b", "7", { append: true });
      yield textArtifact("b", "8", { append: true, lastChunk: true });
      yield textArtifact("b", "9", { append: true });
    },
  });
  const taskPushNotificationConfig = { url: hook.origin };
  await client.sendMessage({ message: userMessage("go"), configuration: { taskPushNotificationConfig } });
  answered.open();
  const received = await hook.count(8);
  const completed = "TASK_STATE_COMPLETED";
  expect(toldOf(received)).toEqual([
    "TASK_STATE_WORKING",
    "123",
    "TASK_STATE_WORKING",
    "45",
    "6",
    "78",
    "9",
    completed,
  ]);
});

/** Tells what is there already, as an agent does. */
class PagedSource extends TaskSource {
  override async *follow(
    taskId: string,
    after: number,
    signal: AbortSignal,
  ): ReturnType<TaskSource["follow"]> {
    for await (const { event, version } of super.follow(taskId, after, signal)) {
      const stored = await this.store.read(taskId);
      yield { event, version, more: stored !== undefined && stored.version > version };
    }
  }
}

test("another process sends what may have been sent already as it was, whatever has come since", async () => {
  const arrived = createGate();
  const hook = await receiver((response, { index }) => {
    if (index === 0) void arrived.opened.then(() => response.end());
    // The second one is answered by nobody, and its sender ends.
    else if (index > 1) response.end();
  });
  const source = new PagedSource();
  const shared = Object.assign(source, { webhooks: source.store.webhooks });
  const first = webhooks(local);
  first.start(shared);
  await source.begin("t-1");
  const config = { id: "c", taskId: "t-1", url: hook.origin };
  await first.set({ config, profile: "a2a-1.0", scope: "s", version: 0 });
  await source.artifact("t-1", "1");
  await hook.count(1);
  for (const text of ["2", "3"]) await source.artifact("t-1", text);
  arrived.open();
  await hook.count(2);
  for (const text of ["4", "5"]) await source.artifact("t-1", text);
  await first.close(0);
  const second = webhooks(local);
  onTestFinished(() => second.close(0));
  second.start(shared);
  await source.complete("t-1");
  const received = await hook.count(5);
  expect(toldOf(received)).toEqual(["1", "23", "23", "45", "TASK_STATE_COMPLETED"]);
  expect(idsOf(received)).toEqual(["t-1:1", "t-1:3", "t-1:3", "t-1:5", "t-1:6"]);
});
