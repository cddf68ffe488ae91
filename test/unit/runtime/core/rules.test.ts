import { expect, test } from "vitest";
import { compileRules } from "../../../../packages/runtime/src/core/rules.ts";

test("a text for which the engine has no room neither matches nor is free of what is excluded", () => {
  const match = { pattern: "^(a|b)*$", says: "of a and b" };
  const text = "a".repeat(9_000_000);
  expect(() => new RegExp(match.pattern, "u").test(text)).toThrow(RangeError);
  expect(compileRules({ matches: [match] })(text)).toBe(false);
  expect(compileRules({ excludes: [match] })(text)).toBe(false);
  expect(compileRules({ matches: [match] })("ab")).toBe(true);
});
