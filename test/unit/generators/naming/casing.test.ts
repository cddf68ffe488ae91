import { describe, expect, test } from "vitest";
import { enumValuePrefix, toKebabCase, toPascalCase } from "../../../../generators/naming/casing.ts";

test.each([
  { given: "INPUT_REQUIRED", pascal: "InputRequired", kebab: "input-required" },
  { given: "WORKING", pascal: "Working", kebab: "working" },
  { given: "working", pascal: "Working", kebab: "working" },
  { given: "VerbPut", pascal: "Verbput", kebab: "verbput" },
  { given: "V2_0", pascal: "V20", kebab: "v2-0" },
  { given: "2D", pascal: "2d", kebab: "2d" },
  { given: "_A__B_", pascal: "AB", kebab: "a-b" },
  { given: "_", pascal: "", kebab: "" },
  { given: "", pascal: "", kebab: "" },
  // The same in every locale: a Turkish one has another small I.
  { given: "I_INIT", pascal: "IInit", kebab: "i-init" },
])("$given is $pascal and $kebab", ({ given, pascal, kebab }) => {
  expect([toPascalCase(given), toKebabCase(given)]).toEqual([pascal, kebab]);
});

describe("the prefix of an enum's values", () => {
  test.each([
    { given: "TaskState", want: "TASK_STATE_" },
    { given: "Role", want: "ROLE_" },
    { given: "HTTPVerb", want: "HTTP_VERB_" },
    { given: "MyHTTP", want: "MY_HTTP_" },
    { given: "V2State", want: "V2_STATE_" },
    { given: "task_state", want: "TASK_STATE_" },
    { given: "A", want: "A_" },
    { given: "ABTest", want: "AB_TEST_" },
  ])("of $given is $want", ({ given, want }) => {
    expect(enumValuePrefix(given)).toBe(want);
  });
});
