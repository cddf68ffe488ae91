import { expect, test } from "vitest";
import { isDangerous } from "../../../../../generators/source/validate/backtracking.ts";

test.each([
  "^(\\w+\\s?)*$",
  "^(a+)+$",
  "^(a*)*$",
  "^(?:a|a)*$",
  "^(a|aa)+$",
  "^(|a)*$",
  "^(a[a-z]+)*$",
  "^(\\.[a-z]*[a-z]*)*$",
  "^(x(a|a)){1,50}$",
  "^(a+){10}$",
  "^((ab)*)*$",
  "^(\\.\\p{L}+)*$",
  "^(?<x>[à-ö]+[ã-é]?)*$",
  `^${"a?".repeat(30)}${"a".repeat(30)}$`,
  "^.+@.+\\..+$",
  ".*a.*$",
  "^[ab]*[bc]*[cd]*$",
])("%s may take too long", (pattern) => {
  expect(isDangerous(pattern)).toBe(true);
});

test.each([
  "^[a-z]+$",
  "\\d+$",
  "\\d+-\\d+",
  "^[a-z]+(\\.[a-z]+)*$",
  "^([a-z0-9-]+\\.)*[a-z]+$",
  "^(?:ab)*c$",
  "^(foo|bar)(,(foo|bar))*$",
  "^(x?y)*$",
  "^([a-z]+\\.){3}$",
  "^(Mon|Tue|Thu), (Jan|Jun|Jul) [0-9]{1,2}$",
  "^https?://[^/]+(/[^/]+)*$",
  "^[^@]+@[^@]+\\.[^@]+$",
  "^[A-Z][a-z]+ [A-Z][a-z]+ [A-Z][a-z]+$",
  "^(?:a+)?b$",
  "^$|^x+?$",
  "\\x41[\\]|()]{2}\\b",
])("%s takes no more than the square of the length", (pattern) => {
  expect(isDangerous(pattern)).toBe(false);
});

test("three parts that take the same characters are few ways for a short text", () => {
  expect([100, 1000].map((most) => isDangerous("^.+@.+\\..+$", most))).toEqual([false, true]);
});
