const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for HTML and XML, without the control characters that XML has no place for. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character)
    .replaceAll(/(?![\t\n])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu, "\ufffd");
}
