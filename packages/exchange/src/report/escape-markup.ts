import { escapeHtml } from "@a2agen/runtime/internal";

/** Text for HTML and XML, without the control characters that XML has no place for. */
export function escapeMarkup(text: string): string {
  return escapeHtml(text).replaceAll(/(?![\t\n])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu, "\ufffd");
}
