/** The anchor of a heading, as GitHub and MkDocs make it of plain titles. */
export function toSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}
