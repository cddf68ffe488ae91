import { expect, test } from "vitest";
import { splitText } from "../../../../packages/runtime/src/sqlite/task-texts.ts";

test.each(["", "x"])("a long text after %j is split between characters, not within one", (before) => {
  const text = `${before}${"😀".repeat(700_000)}`;
  const parts = splitText(text);
  expect(parts.length).toBe(3);
  expect(parts.join("") === text).toBe(true);
  // What a store keeps of each: half a pair would become U+FFFD.
  expect(parts.every((part) => Buffer.from(part).toString() === part)).toBe(true);
});
