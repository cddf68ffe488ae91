/** One token of JSON, after white space; the groups are a value, an opening, a closing, a comma, a colon. */
const token =
  /[ \t\r\n]*(?:("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.])|true|false|null)|([[{])|([\]}])|(,)|(:))/uy;

/** Where a text stops to be JSON: engines word and place this each in their own way. */
export function findSyntaxError(json: string): number {
  const open: string[] = [];
  let wanted: "value" | "first" | "key" | "firstKey" | "colon" | "next" = "value";
  token.lastIndex = 0;
  for (;;) {
    const begin = token.lastIndex;
    const [found, value, opening, closing, comma, colon] = token.exec(json) ?? [];
    const at =
      begin +
      (/^[ \t\r\n]*/.exec(json.slice(begin, begin + (found?.length ?? json.length)))?.[0].length ?? 0);
    if (found === undefined) return at;
    const isValue = wanted === "value" || wanted === "first";
    const isKey = wanted === "key" || wanted === "firstKey";
    const end = open.at(-1);
    if (value !== undefined && isValue) wanted = "next";
    else if (value?.startsWith('"') && isKey) wanted = "colon";
    else if (opening !== undefined && isValue) {
      open.push(opening === "{" ? "}" : "]");
      wanted = opening === "{" ? "firstKey" : "first";
    } else if (
      closing !== undefined &&
      closing === end &&
      (wanted === "next" || wanted.startsWith("first"))
    ) {
      open.pop();
      wanted = "next";
    } else if (comma !== undefined && wanted === "next" && end !== undefined) {
      wanted = end === "}" ? "key" : "value";
    } else if (colon !== undefined && wanted === "colon") wanted = "value";
    else return at;
  }
}

/** A field that an object of a JSON text has twice: where the second one is, and the way to it. */
export interface DuplicateName {
  readonly index: number;
  readonly path: readonly (string | number)[];
}

/** The first duplicate name in one object; the text has to be JSON. JSON.parse takes the last one. */
export function findDuplicateName(json: string): DuplicateName | undefined {
  const around: { readonly names: Set<string> | undefined; at: string | number }[] = [];
  let isName = false;
  token.lastIndex = 0;
  while (token.lastIndex < json.length) {
    const [found, value, opening, closing, comma] = token.exec(json) ?? [];
    if (found === undefined) return undefined;
    const inner = around.at(-1);
    if (opening !== undefined) {
      around.push(opening === "{" ? { names: new Set(), at: "" } : { names: undefined, at: 0 });
      isName = opening === "{";
    } else if (closing !== undefined) {
      around.pop();
      isName = false;
    } else if (comma !== undefined && inner !== undefined) {
      isName = inner.names !== undefined;
      if (typeof inner.at === "number") inner.at++;
    } else if (value !== undefined && isName && inner?.names !== undefined) {
      isName = false;
      inner.at = JSON.parse(value) as string;
      if (inner.names.has(inner.at)) {
        return { index: token.lastIndex - value.length, path: around.map(({ at }) => at) };
      }
      inner.names.add(inner.at);
    }
  }
  return undefined;
}

/** "line 2, column 5: ". */
export function describePlace(text: string, index: number): string {
  const lines = text.slice(0, index).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}: `;
}
