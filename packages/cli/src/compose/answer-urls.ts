import { join } from "node:path";
import { isObject } from "@a2agen/runtime/internal";
import { UsageError } from "@a2agen/terminal/command-error.ts";

/** The file that answers for a URL; undefined where none was given. */
export type AnswerUrl = (url: string) => string | undefined;

/** Reads "URL=PATH" flags: a file for a URL, or a directory for what is below one that ends in "/". */
export function readAnswers(flags: readonly string[]): AnswerUrl {
  const rows = flags.map((flag) => {
    const at = flag.indexOf("=");
    const [url, path] = [flag.slice(0, at), flag.slice(at + 1)];
    if (at > 0 && path !== "" && /^https?:\/\/[^\s#]+$/.test(url)) return { url, path };
    throw new UsageError(`--answer: expected URL=PATH; found ${JSON.stringify(flag)}`);
  });
  // The longest URL is the closest one.
  rows.sort((one, other) => other.url.length - one.url.length);
  return (given) => {
    const url = withoutFragment(given);
    const row = rows.find((one) => one.url === url || (one.url.endsWith("/") && url.startsWith(one.url)));
    if (row === undefined || row.url === url) return row?.path;
    const rest = url.slice(row.url.length);
    // Names alone, which lead nowhere else.
    const isBelow = rest.split("/").every((part) => /^[\w-][\w.-]*$/.test(part));
    return isBelow ? join(row.path, rest) : undefined;
  };
}

/** The URLs in `$ref`s of a text, without fragments; none of what is no JSON. */
export function listUrls(text: string): readonly string[] {
  const found = new Set<string>();
  const open: unknown[] = [parse(text)];
  // The list grows while it is walked.
  for (const value of open) {
    if (Array.isArray(value)) for (const element of value) open.push(element);
    if (!isObject(value)) continue;
    for (const [key, member] of Object.entries(value)) {
      if (key !== "$ref" || typeof member !== "string") open.push(member);
      else if (/^https?:/.test(member)) found.add(withoutFragment(member));
    }
  }
  return [...found];
}

/** The URLs of schemas of a manifest's extensions that have no file. */
export function listSchemaUrls(text: string): readonly string[] {
  const json = parse(text);
  const extensions = isObject(json) ? json["extensions"] : undefined;
  if (!Array.isArray(extensions)) return [];
  return extensions.flatMap((entry: unknown) => {
    if (!isObject(entry) || entry["file"] !== undefined) return [];
    return typeof entry["schema"] === "string" ? [entry["schema"]] : [];
  });
}

function withoutFragment(url: string): string {
  return url.split("#", 1)[0] ?? "";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    // Reported where the file is read.
    return undefined;
  }
}
