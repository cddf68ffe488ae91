import { fakeTask } from "@a2agen/a2a-1.0/fakes";
import { describe, expect, test } from "vitest";
import { assertEqualExchange, assertTask } from "../../../../packages/testing/src/matchers/assert.ts";
import { matchers } from "../../../../packages/testing/src/vitest.ts";
import { startAgent } from "../../../system/cli/call/start-agent.ts";
import { recordTalk } from "../contract/record-talk.ts";

expect.extend(matchers);

/** The message of what a function throws. */
function thrown(run: () => void): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("expected an error; there was none");
}

describe("toBeTask", () => {
  const task = fakeTask(1, { id: "task-1", status: { state: "TASK_STATE_COMPLETED" } });

  test("takes tasks, and compares the members that are given", () => {
    expect(task).toBeTask();
    expect(task).toBeTask({ id: "task-1", status: { state: "TASK_STATE_COMPLETED" } });
    expect({ kind: "task", id: "1", contextId: "2", status: { state: "completed" } }).toBeTask();
    expect({ id: 1 }).not.toBeTask();
  });

  test("says which member is wrong", () => {
    const state = "TASK_STATE_FAILED";
    expect(thrown(() => expect(task).toBeTask({ status: { state } }))).toBe(
      'expected a task with other members\n  status.state: expected "TASK_STATE_FAILED"; came "TASK_STATE_COMPLETED"',
    );
    expect(thrown(() => assertTask({ ...task, id: 1 }))).toBe(
      "expected a task\n  id: expected a string, got 1 [type]",
    );
    expect(thrown(() => expect(task).not.toBeTask())).toBe("expected anything but a task");
  });
});

test("toEqualExchange compares by meaning", async () => {
  const [one, other] = [await startAgent(), await startAgent()];
  const mine = await recordTalk(one.origin, { binding: "JSONRPC" });
  const theirs = await recordTalk(other.origin, { binding: "JSONRPC" });
  expect(mine).toEqualExchange(theirs);
  const [call] = mine.filter(({ method }) => method === "SendMessage");
  if (call === undefined) throw new Error("the recording has no SendMessage");
  expect(call).toEqualExchange(call);
  const changed = JSON.parse(JSON.stringify(call).replaceAll("Answer", "Reply")) as typeof call;
  expect(thrown(() => assertEqualExchange(changed, call))).toBe(
    'expected exchanges with the same meaning\n  SendMessage: events[0].task.artifacts[0].name: expected "Answer"; came "Reply"',
  );
  expect(thrown(() => expect([]).toEqualExchange(call))).toBe(
    "expected exchanges with the same meaning\n  SendMessage: expected such a request; none came",
  );
});
