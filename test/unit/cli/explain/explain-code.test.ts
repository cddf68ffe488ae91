import { expect, test } from "vitest";
import { explainCode } from "../../../../packages/cli/src/explain/explain-code.ts";

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
  ["nothing", /^$/],
])("explains %s", (code, text) => {
  expect(explainCode(code)).toMatch(text);
});
