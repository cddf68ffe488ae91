/** Where a path ends being one that is read here. */
export interface JsonPathProblem {
  /** Character of the path, from 1. */
  readonly at: number;
  readonly found: string;
}

export type JsonPath = { readonly names: readonly string[] } | { readonly problem: JsonPathProblem };

/** Longer paths, and deeper ones, name no field of a schema. */
const maximumLength = 1000;
const maximumNames = 20;

/** What RFC 9535 has beside names, by how it begins; the first that fits is told. */
const others: readonly (readonly [RegExp, string])[] = [
  [/^\.\./, 'the descendant segment ".."'],
  [/^\.\*|^\[\s*\*/, 'the wildcard "*"'],
  [/^\[\s*\?/, 'the filter "?"'],
  [/^\[\s*-?\d*\s*:/, "a slice"],
  [/^\[\s*-?\d/, "an index"],
];

/** Name segments: `.name`, `['name']` and `["name"]`, with white space where RFC 9535 allows it. */
const shorthand = /^\s*\.([\p{L}_][\p{L}\p{N}_]*)/u;
const bracketed = /^\s*\[\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*\]/su;

/**
 * Reads a JSONPath that names one place: "$.CheckoutSession.discounts", in the syntax of RFC 9535. Wildcards,
 * indexes, slices, filters and descendants, which name others or many, are refused.
 */
export function parseJsonPath(text: string): JsonPath {
  const refuse = (at: number, found: string): JsonPath => ({ problem: { at: at + 1, found } });
  if (text.length > maximumLength) return refuse(maximumLength, `more than ${maximumLength} characters`);
  if (!text.startsWith("$")) return refuse(0, 'no "$", with which paths begin');
  const names: string[] = [];
  for (let at = 1; at < text.length; ) {
    const rest = text.slice(at);
    const short = shorthand.exec(rest);
    const match = short ?? bracketed.exec(rest);
    const name = match === null ? undefined : (short?.[1] ?? readQuoted(match[1], match[2]));
    if (match === null || name === undefined) {
      const blank = rest.length - rest.trimStart().length;
      const segment = rest.slice(blank);
      const other = others.find(([form]) => form.test(segment))?.[1];
      return refuse(at + blank, other ?? `${JSON.stringify(segment.slice(0, 20))}, which is no name`);
    }
    // Objects have a prototype under it.
    if (name === "__proto__") return refuse(at, 'the name "__proto__"');
    names.push(name);
    if (names.length > maximumNames) return refuse(at, `more than ${maximumNames} names`);
    at += match[0].length;
  }
  return names.length === 0 ? refuse(1, "no name") : { names };
}

/** The name in quotes; undefined for an escape that RFC 9535 does not have. */
function readQuoted(single: string | undefined, double = ""): string | undefined {
  // In single quotes they alone are escaped otherwise than in JSON.
  const json = single?.replaceAll(/\\.|"/gsu, (part) => (part === "\\'" ? "'" : part === '"' ? '\\"' : part));
  try {
    return String(JSON.parse(`"${json ?? double}"`));
  } catch {
    // Neither JSON nor RFC 9535 has such an escape, and neither has control characters in quotes.
    return undefined;
  }
}
