/** Names that Windows keeps for devices, and that of the page with all agents. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|index)$/;

/** A text as the name of a file on every system: its letters and digits, with "-" for the rest. */
export function fileSlug(text: string): string {
  const words =
    text
      .normalize("NFKD")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = (/^.{0,80}/u.exec(words.join("-"))?.[0] ?? "").replace(/-$/, "");
  return slug === "" || reserved.test(slug) ? `${slug}-agent`.replace(/^-/, "") : slug;
}
