import { describe, expect, test } from "vitest";
import { trimEndOf } from "../../../../packages/runtime/src/core/trim-end.ts";

describe("the end of a text is trimmed", () => {
  test.each([
    { text: "", characters: "/", want: "" },
    { text: "a", characters: "/", want: "a" },
    { text: "a//", characters: "/", want: "a" },
    { text: "/a/b/", characters: "/", want: "/a/b" },
    { text: "///", characters: "/", want: "" },
    { text: "a\r\n\n", characters: "\r\n", want: "a" },
    { text: `${"\n".repeat(1_000_000)}x`, characters: "\n", want: `${"\n".repeat(1_000_000)}x` },
  ])("%#", ({ text, characters, want }) => {
    expect(trimEndOf(text, characters) === want).toBe(true);
  });
});
