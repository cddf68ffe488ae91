import { parseUrl } from "@a2agen/runtime/internal";
import { UsageError } from "./command-error.ts";

/**
 * Throws a UsageError for what is not the URL of an agent. `credentials` says how a command is given what a
 * URL must not have in it.
 */
export function checkAgentUrl(url: string, { credentials }: { readonly credentials: string }): void {
  const parsed = parseUrl(url);
  const isHttp = parsed?.protocol === "http:" || parsed?.protocol === "https:";
  if (!isHttp) {
    throw new UsageError(`URL: expected an http or https URL; found ${JSON.stringify(url)}${hintAt(url)}`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new UsageError(`URL: expected no user and password; ${credentials}`);
  }
}

function hintAt(url: string): string {
  if (/^(?:[a-z]:\\|\.{0,2}\/)/i.test(url)) return "; a card in a file is tried by a2agen probe FILE";
  return !url.includes("://") && parseUrl(`http://${url}`) !== undefined
    ? `; do you mean http://${url}?`
    : "";
}
