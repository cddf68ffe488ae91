import { posix } from "node:path";
import type { Token } from "markdown-it";
import { relativePath } from "../../../generators/emit/docs/page-links.ts";
import { toSlug } from "../../shared/to-slug.ts";
import { firstSentence } from "./first-sentence.ts";
import { type GuideMarkdown, isComment, loadGuideMarkdown } from "./guide-markdown.ts";
import type { GuideText } from "./read-guides.ts";

/** A page of Markdown as it is in the site. */
export interface Guide {
  /** Below the site: "guides/agents.html". */
  readonly path: string;
  readonly title: string;
  /** The first sentence, as text. */
  readonly summary: string;
  /** Those below the title, in order. */
  readonly headings: readonly GuideHeading[];
  /** Without a heading that is the title. */
  readonly isUntitled: boolean;
  readonly html: string;
}

export interface GuideHeading {
  readonly level: number;
  readonly anchor: string;
  readonly text: string;
}

/** A guide whose links are still those of its Markdown. */
interface Draft {
  readonly path: string;
  readonly tokens: Token[];
  readonly headings: readonly GuideHeading[];
}

/** Anchors of the page around a guide. */
const pageAnchors = ["main", "nav", "results"];

/**
 * Renders guides with links between them; links to other files become text with the file's path. Calls `warn` for a
 * link to a guide or a heading that is not there.
 */
export async function renderGuides(
  texts: readonly GuideText[],
  warn: (message: string) => void,
): Promise<readonly Guide[]> {
  if (texts.length === 0) return [];
  const markdown = await loadGuideMarkdown();
  const drafts = new Map<string, Draft>();
  for (const { path, text } of texts) {
    const tokens = markdown.parse(text);
    drafts.set(path, { path, tokens, headings: addAnchors(tokens, markdown) });
  }
  return [...drafts.values()]
    .map((draft) => {
      for (const token of draft.tokens) {
        if (token.children !== null)
          token.children = resolveLinks(token.children, { draft, drafts, markdown, warn });
      }
      return toGuide(draft, markdown);
    })
    .toSorted((a, b) => rank(a) - rank(b) || (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1));
}

function toGuide({ path, tokens, headings }: Draft, markdown: GuideMarkdown): Guide {
  const first = headings.find(({ level }) => level === 1);
  const paragraph = tokens.findIndex(({ type, level }) => type === "paragraph_open" && level === 0);
  return {
    path: toPage(path),
    title: first?.text ?? posix.basename(path).replace(/\.md$/i, ""),
    summary: firstSentence(textOf(tokens[paragraph + 1]?.children)),
    headings: headings.filter((heading) => heading !== first),
    isUntitled: first === undefined,
    html: markdown.render(tokens),
  };
}

/** A page about the others stands before them. */
function rank({ path }: Guide): number {
  return /^guides\/(?:readme|index)\.html$/i.test(path) ? 0 : 1;
}

function toPage(path: string): string {
  return `guides/${path.replace(/\.md$/i, "")}.html`;
}

/** Gives headings the anchors that they have on GitHub, and makes those without links a link to themselves. */
function addAnchors(tokens: readonly Token[], markdown: GuideMarkdown): readonly GuideHeading[] {
  const taken = new Set(pageAnchors);
  return tokens.flatMap((token, i) => {
    const inline = tokens[i + 1];
    if (token.type !== "heading_open" || inline === undefined) return [];
    const text = textOf(inline.children);
    const wanted = toSlug(text) || "section";
    let anchor = wanted;
    for (let count = 1; taken.has(anchor); count++) anchor = `${wanted}-${count}`;
    taken.add(anchor);
    token.attrSet("id", anchor);
    const children = inline.children ?? [];
    const [start, end] = markdown.link(anchor);
    if (!children.some(({ type }) => type === "link_open")) {
      inline.children = [start, ...children, end];
    }
    return [{ level: Number(token.tag.slice(1)), anchor, text }];
  });
}

function textOf(tokens: readonly Token[] | null | undefined): string {
  return (tokens ?? [])
    .map(({ type, content }) => {
      if (type === "softbreak" || type === "hardbreak") return " ";
      return type === "html_inline" && isComment(content) ? "" : content;
    })
    .join("");
}

interface LinkContext {
  readonly draft: Draft;
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly markdown: GuideMarkdown;
  readonly warn: (message: string) => void;
}

function resolveLinks(tokens: readonly Token[], context: LinkContext): Token[] {
  const resolved: Token[] = [];
  let dropped: { readonly path: string; readonly start: number } | undefined;
  for (const token of tokens) {
    if (token.type === "link_open") {
      const target = resolveLink(String(token.attrGet("href") ?? ""), context);
      if ("href" in target) token.attrSet("href", target.href);
      else dropped = { path: target.path, start: resolved.length };
      if ("href" in target) resolved.push(token);
    } else if (token.type === "link_close" && dropped !== undefined) {
      const shown = textOf(resolved.slice(dropped.start));
      if (dropped.path !== "" && !shown.includes(dropped.path.replace(/\/$/, ""))) {
        const { text, code } = context.markdown;
        resolved.push(text(" ("), code(dropped.path), text(")"));
      }
      dropped = undefined;
    } else {
      resolved.push(token);
    }
  }
  return resolved;
}

/** Where a link leads: to a page, or to a file that is not in the site. */
type Target = { readonly href: string } | { readonly path: string };

function resolveLink(href: string, { draft, drafts, warn }: LinkContext): Target {
  if (/^(?:https?:|mailto:)/i.test(href)) return { href };
  if (/^(?:[a-z][\w+.-]*:|\/)/i.test(href)) return { path: "" };
  const [, file = "", fragment = ""] = /^([^?#]*)[^#]*#?(.*)$/s.exec(decode(href)) ?? [];
  const path = file === "" ? draft.path : posix.join(posix.dirname(draft.path), file);
  const found = drafts.get(path);
  const fail = (): void => warn(`guides: ${draft.path}: the link ${href} leads nowhere`);
  if (found === undefined) {
    if (!path.startsWith("../") && /\.md$/i.test(path)) fail();
    return { path: path.replace(/^(?:\.\.\/)+/, "") };
  }
  const hasAnchor = found.headings.some(({ anchor }) => anchor === fragment);
  if (fragment !== "" && !hasAnchor) fail();
  const page = found === draft ? "" : encodePath(relativePath(toPage(draft.path), toPage(path)));
  if (hasAnchor) return { href: `${page}#${encodeURIComponent(fragment)}` };
  return page === "" ? { path: "" } : { href: page };
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    // It is not percent-encoded, so it is as it is meant.
    return href;
  }
}

/** A path as a link, whatever its names have in them. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
