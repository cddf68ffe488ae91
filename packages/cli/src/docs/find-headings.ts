import { toSlug } from "@a2agen/terminal/to-slug.ts";

/**
 * The anchors that renderers give to the headings of a document, by the text of the heading without
 * its number: "411-task" for "#### 4.1.1. Task". Headings whose anchor another one took are left out,
 * since renderers number those differently.
 */
export function findHeadings(text: string): ReadonlyMap<string, string> {
  const anchors = new Set<string>();
  const headings = new Map<string, string>();
  let fence: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true) fence = undefined;
    const title =
      fence === undefined ? /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line)?.[1] : undefined;
    if (title === undefined) continue;
    const own = /^(.*?)[ \t]*\{:?[ \t]*#([\w.-]+)[^}]*\}$/.exec(title);
    const anchor = own?.[2] ?? toSlug(title);
    const name = (own?.[1] ?? title).replace(/^[\d.]+[ \t]+/, "").replaceAll("`", "");
    if (!anchors.has(anchor) && !headings.has(name)) headings.set(name, anchor);
    anchors.add(anchor);
  }
  return headings;
}
