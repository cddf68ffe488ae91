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

/** "line 2, column 5: ". */
export function describePlace(text: string, index: number): string {
  const lines = text.slice(0, index).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}: `;
}
