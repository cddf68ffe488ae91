const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * A name that an object of a JSON text has twice, at whatever depth, or undefined. JSON.parse takes
 * the last of them, other parsers the first: RFC 7515 section 4 wants names to be unique. The text
 * must be one that JSON.parse accepts.
 */
export function findRepeatedName(json: string): string | undefined {
  const open: Set<string>[] = [];
  let last = "";
  for (const [found] of json.matchAll(token)) {
    if (found === "{" || found === "[") open.push(new Set());
    else if (found === "}" || found === "]") open.pop();
    else if (found !== ":") last = found;
    else {
      const name = String(JSON.parse(last));
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}
