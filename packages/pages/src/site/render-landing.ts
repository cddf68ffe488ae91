import type { Token } from "markdown-it";
import type { GuideMarkdown } from "./guide-markdown.ts";

/**
 * The home page: what stands before the first heading of level 2 is the hero, with its program beside its
 * words and its picture below; each such heading begins a band, and those of level 3 in it are columns.
 */
export function renderLanding(tokens: Token[], markdown: GuideMarkdown): string {
  const [start = [], ...bands] = splitAt(tokens, "h2");
  // One program says what it is about; more of them are read below.
  const end = start.findIndex(isShown) + 1 || start.length;
  const hero = start.slice(0, end);
  const rest = start.slice(end);
  const parts = { say: [] as Token[], show: [] as Token[], picture: [] as Token[] };
  hero.forEach((token, at) => {
    // A paragraph is its start, its text and its end.
    const text = [hero[at + 1], token, hero[at - 1]][
      ["paragraph_open", "inline", "paragraph_close"].indexOf(token.type)
    ];
    const isPicture =
      text?.children?.every(({ type }) => type === "image" || type === "html_inline") === true;
    parts[isPicture ? "picture" : isShown(token) ? "show" : "say"].push(token);
  });
  const cells = Object.entries(parts)
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => `<div class="${name}">${markdown.render(list)}</div>`);
  return [
    `<section class="hero">${cells.join("\n")}</section>`,
    ...(rest.length === 0 ? bands : [rest, ...bands]).map(
      (band) => `<section class="band">${renderBand(band, markdown)}</section>`,
    ),
  ].join("\n");
}

function renderBand(band: Token[], markdown: GuideMarkdown): string {
  const [head = [], ...columns] = splitAt(band, "h3");
  if (columns.length < 2) return markdown.render(band);
  const cells = columns.map((column) => `<div class="column">${markdown.render(column)}</div>`);
  return `${markdown.render(head)}<div class="columns-of">\n${cells.join("\n")}\n</div>`;
}

/** The first part has no heading. */
function splitAt(tokens: readonly Token[], tag: string): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === "heading_open" && token.tag === tag && token.level === 0) parts.push([]);
    parts.at(-1)?.push(token);
  }
  return parts;
}

/** Whether a token is code: programs and what they print. */
function isShown({ type, level }: Token): boolean {
  return level === 0 && (type === "fence" || type === "code_block");
}
