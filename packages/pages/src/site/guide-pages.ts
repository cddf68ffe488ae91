import { relativePath } from "@a2agen/generators/emit/docs/page-links.ts";
import { encodePath, type Guide } from "./render-guides.ts";

/** A group of links in the navigation. */
export interface NavGroup {
  readonly title: string;
  readonly isOpen: boolean;
  readonly entries: readonly { readonly name: string; readonly href: string; readonly current: boolean }[];
}

interface PageLink {
  readonly title: string;
  readonly href: string;
}

interface GuidePage extends Pick<Guide, "title" | "isUntitled" | "html" | "group"> {
  readonly nav: readonly NavGroup[];
  /** What the page has, beside it. */
  readonly toc: readonly (PageLink & { readonly level: number })[];
  readonly previous: PageLink | undefined;
  readonly next: PageLink | undefined;
}

/** What a guide's page has in it, and the pages beside it. */
export function toGuidePage(guide: Guide, guides: readonly Guide[]): GuidePage {
  const linkTo = (other: Guide | undefined): PageLink | undefined =>
    other && { title: other.title, href: encodePath(relativePath(guide.path, other.path)) };
  const at = guides.indexOf(guide);
  const { title, isUntitled, html, group } = guide;
  return {
    title,
    isUntitled,
    html,
    group,
    nav: groupGuides(guides, guide),
    toc: guide.headings
      .filter(({ level }) => level === 2 || level === 3)
      .map(({ text, anchor, level }) => ({ title: text, href: `#${encodeURIComponent(anchor)}`, level })),
    previous: linkTo(guides[at - 1]),
    next: linkTo(guides[at + 1]),
  };
}

/** The guides below their headings, with links from one of them, or from the root of the site. */
export function groupGuides(guides: readonly Guide[], from?: Guide): readonly NavGroup[] {
  return [...new Set(guides.map(({ group }) => group))].map((title) => ({
    title,
    isOpen: true,
    entries: guides
      .filter(({ group }) => group === title)
      .map((other) => ({
        name: other.title,
        href: encodePath(relativePath(from?.path ?? "", other.path)),
        current: other === from,
      })),
  }));
}
