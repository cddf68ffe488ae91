/** The names and positions from the root of a document to a value. */
export type Tokens = readonly string[];

/** "/$defs/a~1b" for ["$defs", "a/b"]; the root is "". */
export function printPointer(tokens: Tokens): string {
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Reads a JSON pointer (RFC 6901); undefined for any other text. */
export function parsePointer(pointer: string): Tokens | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The same as the fragment of a URI, with "#": "#/$defs/a%20b". */
export function printFragment(tokens: Tokens): string {
  return `#${encodeURI(printPointer(tokens)).replaceAll("#", "%23")}`;
}

/** Reads the fragment of a reference, without "#"; undefined unless it is a JSON pointer. */
export function parseFragment(fragment: string): Tokens | undefined {
  try {
    return parsePointer(decodeURIComponent(fragment));
  } catch {
    // A "%" that begins no escape.
    return undefined;
  }
}

/** The value at a place, if any. Only own members count. */
export function valueAt(root: unknown, tokens: Tokens): unknown {
  let value = root;
  for (const token of tokens) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return undefined;
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(token)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[token];
  }
  return value;
}
