import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Block,
  parseMarkdown,
  parseSpans,
  type Span,
} from "../../../../../packages/pages/src/console/conversation/parse-markdown.ts";

/** Spans in short: a text as it is, others by their kind. */
function short(spans: readonly Span[]): readonly unknown[] {
  return spans.map((span) => {
    if ("text" in span) return span.kind === "code" ? { code: span.text } : span.text;
    return { [span.kind]: short(span.spans), ...(span.kind === "link" && { url: span.url }) };
  });
}

test("blocks", () => {
  const text = [
    "# Tea ##",
    "Green,\nor black.",
    "- one\n  - inner\n- two",
    "3. three",
    "> quoted\n> # loud",
    "```ts\nconst a = '<b>';\n```",
    "| a | b |\n|---|:-:|\n| 1 | 2 |",
    "---",
  ].join("\n\n");
  const paragraph = (content: string): Block => ({ kind: "paragraph", text: content });
  expect(parseMarkdown(text)).toEqual([
    { kind: "heading", level: 1, text: "Tea" },
    paragraph("Green,\nor black."),
    {
      kind: "list",
      start: undefined,
      items: [
        [paragraph("one"), { kind: "list", start: undefined, items: [[paragraph("inner")]] }],
        [paragraph("two")],
      ],
    },
    { kind: "list", start: 3, items: [[paragraph("three")]] },
    { kind: "quote", blocks: [paragraph("quoted"), { kind: "heading", level: 1, text: "loud" }] },
    { kind: "code", language: "ts", text: "const a = '<b>';" },
    { kind: "table", head: ["a", "b"], rows: [["1", "2"]] },
    { kind: "rule" },
  ]);
});

test.each([
  ["**bold** and *em*, ~~gone~~", [{ strong: ["bold"] }, " and ", { em: ["em"] }, ", ", { del: ["gone"] }]],
  ["`a*b*` ``c``", [{ code: "a*b*" }, " ", { code: "c" }]],
  ["snake_case_name 2*3", ["snake_case_name 2*3"]],
  ["see https://a.example/x.", ["see ", { link: ["https://a.example/x"], url: "https://a.example/x" }, "."]],
  ["[**a**](https://a.example)", [{ link: [{ strong: ["a"] }], url: "https://a.example" }]],
  ["![cat](https://b.example/c.png)", [{ link: ["cat (b.example)"], url: "https://b.example/c.png" }]],
  ["[a](javascript:alert(1))", ["[a](javascript:alert(1))"]],
  ["[a](JaVaScRiPt:alert)", ["[a](JaVaScRiPt:alert)"]],
  ["[a](data:text/html,x)", ["[a](data:text/html,x)"]],
  ["<script>alert(1)</script>", ["<script>alert(1)</script>"]],
  ["<img src=x onerror=alert(1)>", ["<img src=x onerror=alert(1)>"]],
])("%s", (text, want) => {
  expect(short(parseSpans(text))).toEqual(want);
});

/** Everything that a page makes of a text. */
function* spansOf(blocks: readonly Block[]): Generator<Span, void, undefined> {
  const within = function* (spans: readonly Span[]): Generator<Span, void, undefined> {
    for (const span of spans) {
      yield span;
      if ("spans" in span) yield* within(span.spans);
    }
  };
  for (const block of blocks) {
    if (block.kind === "quote") yield* spansOf(block.blocks);
    else if (block.kind === "list") for (const item of block.items) yield* spansOf(item);
    else if (block.kind === "table") {
      for (const cell of [block.head, ...block.rows].flat()) yield* within(parseSpans(cell));
    } else if (block.kind !== "rule" && block.kind !== "code") yield* within(parseSpans(block.text));
  }
}

test("whatever a text is, its links lead to the web or to mail, and its words stay", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "> ",
      "- ",
      "1. ",
      "\n",
      "|",
      "---",
      "```",
      "`",
      "**",
      "_",
      "~~",
      "[",
      "](",
      ")",
      "!",
      "\\",
    ),
    fc.constantFrom(
      "javascript:alert(1)",
      "vbscript:x",
      "data:text/html,x",
      "//evil.example",
      "https://a.example",
    ),
    fc.constantFrom("<script>", "<a href='javascript:x'>", "&lt;", "\u0000", "\u202e", " "),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const spans = [...spansOf(parseMarkdown(`word ${pieces.join("")}`))];
      for (const span of spans)
        if (span.kind === "link") expect(span.url).toMatch(/^(?:https?:\/\/|mailto:)/i);
      expect(spans.map((span) => ("text" in span ? span.text : "")).join("")).toContain("word");
    }),
    { numRuns: 2000 },
  );
});

// Each would take hours if the time grew with the square of the length.
test.each([
  ["quotes in quotes", `${"> ".repeat(10_000)}x`],
  ["lists in lists", `${"- ".repeat(10_000)}x`],
  ["backticks", `a ${"`".repeat(1_000_000)}a`],
  ["spaces in a heading", `# a${" ".repeat(1_000_000)}b`],
  ["marks behind a heading", `# a${"#".repeat(1_000_000)}b`],
  ["spaces in a link", `[](${" ".repeat(1_000_000)}`],
  ["spaces below a table", `a|b\n${" ".repeat(1_000_000)}x`],
  ["spaces in the line below a table", `a|b\n-${" ".repeat(1_000_000)}x`],
  ["stars", `a ${"*".repeat(100_000)}`],
  ["lines", "a\n\n".repeat(50_000)],
])("a text of a stranger is read in time: %s", (_, text) => {
  expect([...spansOf(parseMarkdown(text))].length).toBeGreaterThan(0);
});
