import { expect, test } from "vitest";
import { firstDifference } from "../../../../packages/exchange/src/replay/differences.ts";
import { tellDifference } from "../../../../packages/probe/src/checks/tasks.ts";

const text = "x".repeat(1000);

const taskOf = (last: string, more: object = {}): object => ({
  id: "task-1",
  contextId: "c".repeat(200),
  artifacts: [{ artifactId: "a", parts: [{ text }, { text: last }] }],
  ...more,
});

test.each([
  [taskOf("one"), taskOf("two"), ['artifacts[0].parts[1].text: "one"', '"two"']],
  [taskOf("one"), taskOf("one", { metadata: {} }), ["metadata: nothing", "{}"]],
])("of two tasks that are long, the first place that differs is told", (one, other, want) => {
  const difference = firstDifference(one, other);
  expect(difference && tellDifference(difference)).toEqual(want);
});
