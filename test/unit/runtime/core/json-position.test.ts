import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describePlace, findSyntaxError } from "../../../../packages/runtime/src/core/json-position.ts";

describe("the place of a syntax error in JSON", () => {
  test.each([
    { text: "", want: 0 },
    { text: "  ", want: 2 },
    { text: '{"a":}', want: 5 },
    { text: '{"a": 1,}', want: 8 },
    { text: '{"a" 1}', want: 5 },
    { text: "{a: 1}", want: 1 },
    { text: "[1,]", want: 3 },
    { text: "[,1]", want: 1 },
    { text: "[1 2]", want: 3 },
    { text: "[1,2", want: 4 },
    { text: "[1}", want: 2 },
    { text: '{"a":1}}', want: 7 },
    { text: "nul", want: 0 },
    { text: "nully", want: 4 },
    { text: "NaN", want: 0 },
    { text: "01", want: 0 },
    { text: '"a\nb"', want: 0 },
    { text: '"\\x"', want: 0 },
    { text: "[1, 'a']", want: 4 },
    { text: '{"a":1, // why\n"b":2}', want: 8 },
    { text: "\u00a01", want: 0 },
  ])("$text", ({ text, want }) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(findSyntaxError(text)).toBe(want);
  });

  test("is where a change made the text wrong, or behind it", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        const index = at % (text.length + 1);
        const wrong = `${text.slice(0, index)}\u0001${text.slice(index)}`;
        const found = findSyntaxError(wrong);
        expect(found).toBeLessThanOrEqual(index);
        expect(text.startsWith(wrong.slice(0, found))).toBe(true);
      }),
    );
  });

  test("has line and column", () => {
    expect(describePlace('{\n  "a": 1,\n}', 12)).toBe("line 3, column 1: ");
  });
});
