import { describe, expect, test } from "vitest";
import { safeMarkdown } from "../../../../../generators/emit/docs/safe-markdown.ts";

describe("the comment of a proto in Markdown", () => {
  test.each([
    { name: "has no HTML", given: "a <b>x</b> & <!-- c", want: "a &lt;b>x&lt;/b> & &lt;!-- c" },
    { name: "has no expressions of MDX", given: "{process.exit()}", want: "&#123;process.exit()}" },
    { name: "keeps what is code", given: "`<b>` and ``{`a`}``", want: "`<b>` and ``{`a`}``" },
    { name: "keeps a fenced block", given: "```js\n<x>{}\n```\n<y>", want: "```js\n<x>{}\n```\n&lt;y>" },
    {
      name: "ends a block as renderers do",
      given: "~~~\n```\n<x>\n ~~~~\n<y>",
      want: "~~~\n```\n<x>\n ~~~~\n&lt;y>",
    },
    { name: "has no block that does not end", given: "```\n<x>", want: "```\n&lt;x>" },
    {
      name: "has no block that the end of a list item ends",
      given: "- a\n  ```\n  b\n<x>\n  ```",
      want: "- a\n  ```\n  b\n&lt;x>\n  ```",
    },
    { name: "has no code where a backtick is open", given: "a ` b\n\n`<x>`", want: "a ` b\n\n`&lt;x>`" },
    { name: "has no code over lines of old Macs", given: "`a\r\r<x>`", want: "`a\r\r&lt;x>`" },
    { name: "has no code that a cell of a table cuts", given: "`a | <b>`", want: "`a | &lt;b>`" },
    { name: "begins no code at an escaped backtick", given: "\\`<x>`", want: "\\`&lt;x>`" },
    {
      name: "has links of the web",
      given: "<https://a.b/c> [x](https://a.b/c:d)",
      want: "<https://a.b/c> [x](https://a.b/c:d)",
    },
    {
      name: "has links to pages",
      given: "[a](b/c:d) [e](#f) [g](../h.md)",
      want: "[a](b/c:d) [e](#f) [g](../h.md)",
    },
    { name: "has no links to code", given: "[x](javascript:f())", want: "[x&#93;(javascript:f())" },
    { name: "has none in references", given: "[x]: data:text/html,a", want: "[x&#93;: data:text/html,a" },
    {
      name: "has none between < and >",
      given: "<javascript:a> [x](<a:b>)",
      want: "&lt;javascript:a> [x&#93;(&lt;a:b>)",
    },
    { name: "has none spelled by references", given: "[x](&#106;s:a)", want: "[x&#93;(&#106;s:a)" },
    { name: "has none on the next line", given: "[x](\njavascript:a)", want: "[x&#93;(\njavascript:a)" },
  ])("$name", ({ given, want }) => {
    expect(safeMarkdown(given)).toBe(want);
  });

  test.each(["](", "]( ", "`", "`a``", "<https://", "```\n", "~~~\n````\n", "\\`", "[x](a"])(
    "is made of 100,000 times %j in linear time",
    (piece) => {
      expect(safeMarkdown(piece.repeat(100_000)).length).toBeGreaterThanOrEqual(piece.length * 100_000);
    },
  );
});
