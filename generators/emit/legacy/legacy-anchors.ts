import type { Renaming } from "../../model/legacy-manifest.ts";
import type { LegacyPackage } from "./legacy-alias.ts";

/**
 * Gives out the hidden anchors of earlier names (A.1): the name itself where it can be an id, what
 * renderers of Markdown make of a heading with it, and those of its headings; never one twice, and
 * never the anchor of one of the headings that the page has.
 */
export function createLegacyAnchors(
  pageHeadings: readonly string[],
): (name: string, headingIds: readonly string[]) => readonly string[] {
  const taken = new Set(pageHeadings.map(slugOf));
  return (name, headingIds) =>
    [...(/\s/.test(name) ? [] : [name]), slugOf(name), ...headingIds].filter((id) => {
      const isFree = id !== "" && !taken.has(id);
      taken.add(id);
      return isFree;
    });
}

/** The anchors of the headings that earlier specifications had for a name. */
export function headingIds(
  { headings }: Pick<LegacyPackage, "headings">,
  { kind, legacy }: Renaming,
): readonly string[] {
  return headings
    .filter(({ heading }) => heading.kind === kind && heading.name === legacy)
    .flatMap(({ heading }) => heading.ids);
}

/** A hidden anchor (A.1). */
export function anchorSpan(id: string): string {
  const escaped = id.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<span id="${escaped}"></span>`;
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");
}
