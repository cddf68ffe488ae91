import { describe, expect, test } from "vitest";
import { toMarkdownCell } from "../../../../../generators/template/markdown-cell.ts";

describe("Markdown in a cell of a table", () => {
  test.each([
    { name: "stays as it is", given: "a `b` <b>c</b> & \"d\" 'e'", want: "a `b` <b>c</b> & \"d\" 'e'" },
    { name: "has its pipes escaped", given: "a | b || c", want: "a \\| b \\|\\| c" },
    { name: "has its pipes escaped in code too", given: "`a | b`", want: "`a \\| b`" },
    { name: "keeps pipes that are escaped already", given: "a \\| b", want: "a \\| b" },
    { name: "has lines of a paragraph joined", given: "a\nb\r\n  c", want: "a b c" },
    { name: "has its paragraphs apart", given: "a\n\nb\n \n\nc", want: "a<br>b<br>c" },
    {
      name: "has its list items apart",
      given: "List:\n- a\n  more\n* b\n1. c",
      want: "List:<br>- a more<br>* b<br>1. c",
    },
    { name: "does not take emphasis for a list item", given: "a\n*b* c", want: "a *b* c" },
    {
      name: "has lines of a code block as code",
      given: 'Like so:\n\n```json\n{\n  "a|b": 1\n\n}\n```\nand so on',
      want: 'Like so:<br>`{`<br>`  "a\\|b": 1`<br>`}`<br>and so on',
    },
    { name: "has backticks in a code block", given: "~~~\na `b` ``c``\n~~~", want: "``` a `b` ``c`` ```" },
    { name: "may have a code block that does not end", given: "a\n```\nb", want: "a<br>`b`" },
    { name: "has no other line breaks either", given: "a\u2028b\u2029c\rd", want: "a b c d" },
    { name: "may be empty", given: " \n \n", want: "" },
  ])("$name", ({ given, want }) => {
    expect(toMarkdownCell(given)).toBe(want);
  });
});
