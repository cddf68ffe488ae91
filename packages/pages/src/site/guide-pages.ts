import { relativePath } from "@a2agen/generators/emit/docs/page-links.ts";
import { encodePath, type Guide } from "./render-guides.ts";

interface GuidePage extends Pick<Guide, "title" | "isUntitled" | "html"> {
  readonly nav: readonly {
    readonly title: string;
    readonly entries: readonly { readonly name: string; readonly href: string; readonly current: boolean }[];
  }[];
}

/** What a guide's page has in it, and the pages beside it. */
export function toGuidePage(guide: Guide, guides: readonly Guide[]): GuidePage {
  const sections = guide.headings.filter(({ level }) => level === 2);
  const groups = [
    {
      title: "Guides",
      entries: guides.map((other) => ({
        name: other.title,
        href: encodePath(relativePath(guide.path, other.path)),
        current: other === guide,
      })),
    },
    {
      title: "On this page",
      entries: sections.map(({ text, anchor }) => ({
        name: text,
        href: `#${encodeURIComponent(anchor)}`,
        current: false,
      })),
    },
  ];
  const { title, isUntitled, html } = guide;
  return { title, isUntitled, html, nav: groups.filter(({ entries }) => entries.length > 0) };
}

/** Links to guides, from a page at the root of the site. */
export function listGuides(
  guides: readonly Guide[],
): readonly (Pick<Guide, "title" | "summary"> & { readonly href: string })[] {
  return guides.map(({ path, title, summary }) => ({ href: encodePath(path), title, summary }));
}
