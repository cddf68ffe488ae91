import { parseUrl, trimEndOf } from "@a2agen/runtime/internal";

/** A block of a text in Markdown. HTML is text. */
export type Block =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | {
      readonly kind: "list";
      readonly start: number | undefined;
      readonly items: readonly (readonly Block[])[];
    }
  | {
      readonly kind: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: "rule" };

/** A piece of a line. */
export type Span =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "strong" | "em" | "del"; readonly spans: readonly Span[] }
  | { readonly kind: "link"; readonly url: string; readonly spans: readonly Span[] };

/** Quotes and lists in each other are read to this depth: texts come from strangers. */
const maximumDepth = 8;

// No two parts of an expression can take the same characters: it would try each way to share them.
const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/;
const heading = /^ {0,3}(#{1,6})\s+(.*)$/;
const rule = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const quote = /^ {0,3}> ?/;
const item = /^( *)(?:[-*+]|(\d{1,9})[.)])\s+/;
const delimiters = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

/** The blocks of a text, those that most agents write; what is not understood is text. */
export function parseMarkdown(text: string, depth = 0): readonly Block[] {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  let at = 0;
  const takeWhile = (isWanted: (line: string) => boolean): readonly string[] => {
    const first = at;
    while (at < lines.length && isWanted(lines[at] ?? "")) at += 1;
    return lines.slice(first, at);
  };
  const isNested = depth < maximumDepth;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const [, mark = "", language = ""] = fence.exec(line) ?? [];
    const [, level, title] = heading.exec(line) ?? [];
    const found = item.exec(line);
    if (line.trim() === "") at += 1;
    else if (mark !== "") {
      at += 1;
      const code = takeWhile((each) => !each.trimStart().startsWith(mark));
      at += 1;
      blocks.push({ kind: "code", language, text: code.join("\n") });
    } else if (level !== undefined) {
      at += 1;
      blocks.push({ kind: "heading", level: level.length, text: trimEndOf(title ?? "", "#").trim() });
    } else if (rule.test(line)) {
      at += 1;
      blocks.push({ kind: "rule" });
    } else if (quote.test(line) && isNested) {
      const quoted = takeWhile((each) => quote.test(each)).map((each) => each.replace(quote, ""));
      blocks.push({ kind: "quote", blocks: parseMarkdown(quoted.join("\n"), depth + 1) });
    } else if (found !== null && isNested) {
      const indent = found[1]?.length ?? 0;
      const items: string[][] = [];
      const own = takeWhile((each) => {
        const next = item.exec(each);
        if (next !== null) return (next[1]?.length ?? 0) >= indent;
        return /^\s/.test(each) && each.trim() !== "";
      });
      for (const each of own) {
        const next = item.exec(each);
        if (next !== null && (next[1]?.length ?? 0) < indent + 2) items.push([each.slice(next[0].length)]);
        else items.at(-1)?.push(each.slice(Math.min(indent + 2, each.length - each.trimStart().length)));
      }
      blocks.push({
        kind: "list",
        start: found[2] === undefined ? undefined : Number(found[2]),
        items: items.map((each) => parseMarkdown(each.join("\n"), depth + 1)),
      });
    } else if (line.includes("|") && delimiters.test((lines[at + 1] ?? "").trim())) {
      const [head = "", , ...rows] = takeWhile((each) => each.includes("|"));
      blocks.push({ kind: "table", head: cellsOf(head), rows: rows.map(cellsOf) });
    } else {
      const first = at;
      at += 1;
      takeWhile((each) => each.trim() !== "" && !(fence.test(each) || heading.test(each) || item.test(each)));
      blocks.push({ kind: "paragraph", text: lines.slice(first, at).join("\n") });
    }
  }
  return blocks;
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

/** Each of these is tried where the earlier ones do not match; none looks beyond its line's piece. */
const pieces = [
  /\\([\\`*_{}[\]()#+\-.!|~<>])/.source,
  "(?<!`)(`+)(?!`)([^`]+)\\2(?!`)",
  /!?\[([^\]\n]{0,300})\]\([ \t]{0,9}<?([^\s()<>]*)>?(?:[ \t]{1,9}"[^"\n]{0,300}")?[ \t]{0,9}\)/.source,
  /\*\*(?=\S)([^\n]{1,1000}?)\*\*/.source,
  /__(?=\S)([^\n]{1,1000}?)__(?!\w)/.source,
  /~~(?=\S)([^\n]{1,1000}?)~~/.source,
  /\*(?=\S)([^*\n]+?)\*/.source,
  /(?<!\w)_(?=\S)([^_\n]+?)_(?!\w)/.source,
  /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]*_~])/.source,
].join("|");

/** The pieces of a text without blocks. */
export function parseSpans(text: string, depth = 0): readonly Span[] {
  if (depth > 4) return [{ kind: "text", text }];
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(pieces, "g"))) {
    const [whole, escaped, , code, label, url, bold, strong, del, star, em, bare] = match;
    if (match.index > end) spans.push({ kind: "text", text: text.slice(end, match.index) });
    end = match.index + whole.length;
    const inner = (part: string): readonly Span[] => parseSpans(part, depth + 1);
    if (escaped !== undefined) spans.push({ kind: "text", text: escaped });
    else if (code !== undefined) spans.push({ kind: "code", text: code });
    else if (url !== undefined) spans.push(linkOf(whole, label ?? "", url, inner));
    else if (bare !== undefined)
      spans.push({ kind: "link", url: bare, spans: [{ kind: "text", text: bare }] });
    else if (del !== undefined) spans.push({ kind: "del", spans: inner(del) });
    else if ((bold ?? strong) !== undefined)
      spans.push({ kind: "strong", spans: inner(bold ?? strong ?? "") });
    else spans.push({ kind: "em", spans: inner(star ?? em ?? "") });
  }
  if (end < text.length) spans.push({ kind: "text", text: text.slice(end) });
  return spans;
}

/** A link that browsers may follow without running anything; a picture elsewhere is a link to its host. */
function linkOf(whole: string, label: string, url: string, inner: (part: string) => readonly Span[]): Span {
  if (!/^(?:https?:\/\/|mailto:)/i.test(url)) return { kind: "text", text: whole };
  if (!whole.startsWith("!")) return { kind: "link", url, spans: inner(label === "" ? url : label) };
  const host = parseUrl(url)?.host ?? url;
  return { kind: "link", url, spans: [{ kind: "text", text: `${label || "Picture"} (${host})` }] };
}
