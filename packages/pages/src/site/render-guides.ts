import { posix } from "node:path";
import { relativePath } from "@a2agen/generators/emit/docs/page-links.ts";
import { toSlug } from "@a2agen/terminal/to-slug.ts";
import type { Token } from "markdown-it";
import { firstSentence } from "./first-sentence.ts";
import { groupsFile, otherGuides } from "./guide-groups.ts";
import { type GuideMarkdown, isComment, loadGuideMarkdown, pictureTag } from "./guide-markdown.ts";
import { type GuideFiles, homePage, picturePath, toPage } from "./read-guides.ts";
import { renderLanding } from "./render-landing.ts";

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
  /** Its heading in the navigation. */
  readonly group: string;
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
  readonly page: string;
  readonly tokens: Token[];
  readonly headings: readonly GuideHeading[];
}

/** Anchors of the page around a guide. */
const pageAnchors = ["main", "nav", "results"];

/**
 * Renders guides with links between them; links to other files become text with the file's path. Calls `warn`
 * for a link to a guide or a heading that is not there.
 */
export async function renderGuides(
  { texts, pictures, below, groups = [] }: GuideFiles,
  { warn, linkJson = () => Promise.resolve("") }: RenderInit,
): Promise<readonly Guide[]> {
  if (texts.length === 0) return [];
  const markdown = await loadGuideMarkdown();
  const drafts = new Map<string, Draft>();
  for (const { path, page = toPage(path), text } of texts) {
    const tokens = markdown.parse(text);
    for (const token of tokens) await openJson(token, { page, linkJson });
    drafts.set(path, { path, page, tokens, headings: addAnchors(tokens, markdown) });
  }
  const order = groups.flatMap(({ title, paths }) =>
    paths.map((path) => ({ title, path: posix.join(below, path) })),
  );
  const missing =
    groups.length === 0
      ? []
      : texts.filter(({ path, page }) => page !== homePage && !order.some((each) => each.path === path));
  for (const { path } of missing) warn(`guides: ${path}: it is in no group of ${groupsFile}`);
  const placeOf = (path: string): number => order.findIndex((each) => each.path === path);
  const pages = [...drafts.values()].map((draft) => {
    for (const token of draft.tokens) {
      if (token.children !== null)
        token.children = resolveLinks(token.children, { draft, drafts, pictures, below, markdown, warn });
    }
    const place = placeOf(draft.path);
    return {
      place: place === -1 ? order.length : place,
      guide: toGuide(draft, order[place]?.title ?? otherGuides, markdown),
    };
  });
  return pages
    .toSorted(
      ({ place: a, guide: one }, { place: b, guide: other }) =>
        a - b || rank(one) - rank(other) || (one.title.toLowerCase() < other.title.toLowerCase() ? -1 : 1),
    )
    .map(({ guide }) => guide);
}

export interface RenderInit {
  readonly warn: (message: string) => void;
  /** The link below the site that opens JSON; "" for JSON that is no message. */
  readonly linkJson?: ((json: string) => Promise<string>) | undefined;
}

/** Gives a JSON example the link that opens it. */
async function openJson(
  token: Token,
  { page, linkJson }: { readonly page: string; readonly linkJson: (json: string) => Promise<string> },
): Promise<void> {
  if (token.type !== "fence" || !/^json\b/.test(token.info)) return;
  const link = await linkJson(token.content);
  if (link !== "") token.meta = { open: `${relativePath(page, "")}${link}` };
}

function toGuide({ path, page, tokens, headings }: Draft, group: string, markdown: GuideMarkdown): Guide {
  const first = headings.find(({ level }) => level === 1);
  const paragraph = tokens.findIndex(({ type, level }) => type === "paragraph_open" && level === 0);
  return {
    path: page,
    title: first?.text ?? posix.basename(path).replace(/\.md$/i, ""),
    summary: firstSentence(textOf(tokens[paragraph + 1]?.children)),
    headings: headings.filter((heading) => heading !== first),
    isUntitled: first === undefined,
    group,
    html: page === homePage ? renderLanding(tokens, markdown) : markdown.render(tokens),
  };
}

/** A page about the others stands before them. */
function rank({ path }: Guide): number {
  return /^guides\/(?:readme|index)\.html$/i.test(path) ? 0 : 1;
}

/**
 * Gives headings the anchors that they have on GitHub, and makes those without links a link to themselves.
 */
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
      return type === "html_inline" &&
        (isComment(content) || /^<\/?picture>$/.test(content) || pictureTag.test(content))
        ? ""
        : content;
    })
    .join("")
    .trim();
}

interface LinkContext {
  readonly draft: Draft;
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly pictures: GuideFiles["pictures"];
  readonly below: string;
  readonly markdown: GuideMarkdown;
  readonly warn: (message: string) => void;
}

function resolveLinks(tokens: readonly Token[], context: LinkContext): Token[] {
  const resolved: Token[] = [];
  let dropped: { readonly path: string; readonly start: number } | undefined;
  for (const token of tokens) {
    if (token.type === "image" || pictureTag.test(token.content)) showPicture(token, context);
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

/** Gives a picture of the user's its place in the site; of others only the description is shown. */
function showPicture(token: Token, { draft, pictures, warn }: LinkContext): void {
  const source = pictureTag.exec(token.content)?.[1] ?? String(token.attrGet("src") ?? "");
  const path = picturePath(draft.path, source);
  if (path === undefined) return;
  if (pictures.has(path)) token.meta = { src: encodePath(relativePath(draft.page, pictureFile(path))) };
  else warn(`guides: ${draft.path}: there is no picture ${source}`);
}

/** The file of a picture in the site. */
export function pictureFile(path: string): string {
  return `assets/pictures/${path}`;
}

/** Where a link leads: to a page, or to a file that is not in the site. */
type Target = { readonly href: string } | { readonly path: string };

function resolveLink(href: string, { draft, drafts, below, warn }: LinkContext): Target {
  if (/^(?:https?:|mailto:)/i.test(href)) return { href };
  if (/^(?:[a-z][\w+.-]*:|\/)/i.test(href)) return { path: "" };
  const [, file = "", fragment = ""] = /^([^?#]*)[^#]*#?(.*)$/s.exec(decode(href)) ?? [];
  const path = file === "" ? draft.path : posix.join(posix.dirname(draft.path), file);
  const found = drafts.get(path);
  const fail = (): void => warn(`guides: ${draft.path}: the link ${href} leads nowhere`);
  if (found === undefined) {
    const isOurs = below === "" ? !path.startsWith("../") : path.startsWith(`${below}/`);
    if (isOurs && /\.md$/i.test(path)) fail();
    return { path: path.replace(/^(?:\.\.\/)+/, "") };
  }
  const hasAnchor = found.headings.some(({ anchor }) => anchor === fragment);
  if (fragment !== "" && !hasAnchor) fail();
  const page = found === draft ? "" : encodePath(relativePath(draft.page, found.page));
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
