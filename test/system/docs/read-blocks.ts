/** A block of code of a document. */
export interface Block {
  /** Line of the document in which the code begins, from 1. */
  readonly line: number;
  readonly language: string;
  /** What the fence says after the language. */
  readonly words: readonly string[];
  readonly text: string;
}

/**
 * Fences of code, and comments that run what a page shows, for the output that it shows: `<!-- sh run`,
 * `<!-- ts show.ts`. Nothing that readers need is in a comment.
 */
const openings = [
  { begin: /^```(\S*)(.*)$/, end: "```" },
  { begin: /^<!-- (sh|ts)( run| show\.ts)$/, end: "-->" },
] as const;

/** The blocks of code of a Markdown document, in their order. */
export function readBlocks(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const opening = openings.find(({ begin }) => begin.test(line));
    const [, language = "", words = ""] = opening?.begin.exec(line) ?? [];
    if (opening === undefined) continue;
    const end = lines.indexOf(opening.end, at + 1);
    if (end < 0) throw new Error(`line ${at + 1}: the block has no end`);
    blocks.push({
      line: at + 2,
      language,
      words: words.split(" ").filter((word) => word !== ""),
      text: lines
        .slice(at + 1, end)
        .map((text) => `${text}\n`)
        .join(""),
    });
    at = end;
  }
  return blocks;
}
