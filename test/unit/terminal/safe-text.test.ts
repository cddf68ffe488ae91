import { describe, expect, test } from "vitest";
import {
  alignColumns,
  guardTerminal,
  joinSafe,
  type SafeText,
  safe,
  safeJson,
  safeLine,
  safeText,
} from "../../../packages/terminal/src/safe-text.ts";
import { createStyle } from "../../../packages/terminal/src/style.ts";

const hostile = "\u001b]52;c;b3du\u0007\rdone\u009b2J\u202e\u0000";
const escaped = "␛]52;c;b3du␇␍done\\u009b2J\\u202e␀";

describe("a text of others", () => {
  test("is escaped, and has lines only where it may", () => {
    expect(safeText(`${hostile}\r\na\tb`)).toBe(`${escaped}\na\tb`);
    expect(safeLine(`${hostile}\na\tb`)).toBe(`${escaped}␊a␉b`);
    expect(safeLine("x".repeat(11), 10)).toBe(`${"x".repeat(10)}…`);
    expect(JSON.parse(safeJson({ hostile }))).toEqual({ hostile });
    expect(safeJson({ hostile })).not.toMatch(/\p{Cc}|\u202e/u);
  });

  test("gets into one of ours by an escape only", () => {
    const green = createStyle(true).green;
    const id: string = hostile;
    const shown: SafeText = safe`task ${green(safeLine(id))}: ${3} parts`;
    expect(shown).toBe(`task \u001b[32m${escaped}\u001b[39m: 3 parts`);
    // @ts-expect-error: it has not been made safe
    expect(safe`task ${id}`).toBe(`task ${id}`);
    // @ts-expect-error: a text with another one in it is no safe text either
    joinSafe([`task ${safeLine(id)}`], safe`, `);
    // @ts-expect-error: nor is one that is coloured
    alignColumns([[green(id)]]);
    expect(
      alignColumns([
        [safe`a`, safe`b`],
        [safe`long`, safe``],
      ]),
    ).toEqual(["a     b", "long"]);
  });
});

describe("the last guard of a terminal", () => {
  test("leaves our texts and colours, and nothing else that a terminal acts upon", () => {
    const { red, bold, dim } = createStyle(true);
    const ours = `${red("a")}\t${bold("b")}\n${dim("é😀")}`;
    expect(guardTerminal(ours)).toBe(ours);
    expect(guardTerminal(`a\r\n${hostile}`)).toBe(`a\n${escaped}`);
    expect(guardTerminal("\u001b[2J\u001b[31;5m\u001b[38;5;1m\u001b[8m")).toBe("␛[2J␛[31;5m␛[38;5;1m␛[8m");
  });
});
