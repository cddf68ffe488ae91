import { valueAt } from "../service/field-path.ts";
import type { HttpBinding } from "../service/method.ts";
import { show } from "../service/service-parameters.ts";
import { decodePercent, encodePercent } from "./percent.ts";

/** A path, or the field that has none. */
export type BuiltPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly field: string; readonly problem: string };

/**
 * Builds the path of a rule from the fields of a request. A variable of one segment encodes everything but
 * unreserved characters; one of several segments keeps its slashes, and one of any number of them may have
 * none. No path is built for another field that is unset, empty, or not what the variable's pattern says, nor
 * for a segment that is "." or "..", which clients and proxies take out of a path however it is encoded.
 */
export function buildPath({ path, action }: HttpBinding, request: unknown): BuiltPath {
  const segments: { readonly text: string; readonly field: string }[] = [];
  for (const segment of path) {
    if (typeof segment === "string") {
      if (segment === "*" || segment === "**") {
        return { ok: false, field: "", problem: "the rule has a wildcard that no field fills" };
      }
      segments.push({ text: segment, field: "" });
      continue;
    }
    const { field, match } = segment;
    const value = valueAt(request, field.split("."));
    // No segment is a number of segments too.
    const isNone = match.length === 1 && match[0] === "**" && (value === undefined || value === "");
    if (isNone) continue;
    const text = textOf(value);
    if (text === undefined || text === "") {
      return { ok: false, field, problem: "required, as it is a part of the path" };
    }
    const parts = match.length === 1 && match[0] === "*" ? [text] : text.split("/");
    if (!fits(parts, match)) {
      return { ok: false, field, problem: `expected the form ${match.join("/")}, got ${show(text)}` };
    }
    for (const part of parts) {
      const encoded = encodePercent(part);
      if (encoded === undefined) {
        return { ok: false, field, problem: "expected valid Unicode, got half of a surrogate pair" };
      }
      segments.push({ text: encoded, field });
    }
  }
  // An action makes another segment of the last one.
  const dots = (action === undefined ? segments : segments.slice(0, -1)).find(
    ({ text }) => text === "." || text === "..",
  );
  if (dots !== undefined) {
    return { ok: false, field: dots.field, problem: `${show(dots.text)} cannot be a segment of a path` };
  }
  const joined = segments.map(({ text }) => text).join("/");
  return { ok: true, path: `/${joined}${action === undefined ? "" : `:${action}`}` };
}

/** Names of the fields that a path carries, JSON names joined with ".". */
export function pathFields({ path }: HttpBinding): readonly string[] {
  return path.flatMap((segment) => (typeof segment === "string" ? [] : [segment.field]));
}

function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
      return String(value);
    default:
      return undefined;
  }
}

/** Whether the segments of a value are those of a pattern, in which one can be "**". */
function fits(parts: readonly string[], match: readonly string[]): boolean {
  const deep = match.indexOf("**");
  const isFixed = deep < 0 ? parts.length === match.length : parts.length >= match.length - 1;
  return (
    isFixed &&
    match.every((pattern, index) => {
      // What follows "**" is counted from the end.
      const part = parts.at(deep < 0 || index <= deep ? index : index - match.length);
      if (pattern === "**") return true;
      return pattern === "*" ? part !== "" : part === decodePercent(pattern);
    })
  );
}
