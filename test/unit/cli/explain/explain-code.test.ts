import { expect, test } from "vitest";
import { explainCode, suggestCode } from "../../../../packages/cli/src/explain/explain-code.ts";

test.each([
  [
    "TaskNotFoundError",
    /^TaskNotFoundError\nNo task .* another one\.\n {2}version: all\n.* {2}reason: TASK_NOT_FOUND\n\n$/s,
  ],
  ["task_not_found", /^TaskNotFoundError\nNo task /],
  ["[oneof-many]", /^oneof-many\nMore .*is set\.\n\n$/s],
  [
    "no-interface",
    /^No connection\n {2}reason: no-interface\n {2}means: .*\n {2}what to do: Install .*\n\n$/,
  ],
  ["UNAUTHENTICATED", /: credentials of connect, --login/],
  [
    "get.unknown",
    /^Getting tasks\n {2}requirement: get\.unknown\n {2}level: MUST\n.*\n {2}to mend it: Answer TaskNotF/s,
  ],
  ["Client-Calls.Version", /^Calls of the client\n {2}requirement: /],
  ["CARD-PROTO-001", /requirement: discovery\.interfaces\n/],
  ["nothing", /^$/],
])("explains %s", (code, text) => {
  expect(explainCode(code)).toMatch(text);
});

test("suggests what is spelled nearly so", () => {
  expect(suggestCode("get.unknwon")).toBe("; did you mean get.unknown?");
  expect(suggestCode("TaskNotFoundErorr")).toBe("; did you mean TaskNotFoundError?");
  expect(suggestCode("nothing-like-it")).toBe("");
});
