/** A value of a JSON text with its place there. */
export interface JsonNode {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  /** How many lists and objects are around it. */
  readonly level: number;
  /** By key or index; empty for scalars. */
  readonly children: ReadonlyMap<string | number, JsonNode>;
}

/** A key that its object has already. */
export interface RepeatedKey {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export const noChildren: ReadonlyMap<string | number, JsonNode> = new Map();

/** Levels of arrays and objects that are read. */
const maximumDepth = 500;

/**
 * Throws a SyntaxError for a value of more than 500 levels, which would overflow the stack of what follows.
 */
export function checkDepth(value: unknown, depth = 0): void {
  refuseBelow(depth);
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) checkDepth(inner, depth + 1);
}

function refuseBelow(depth: number): void {
  if (depth > maximumDepth) throw new SyntaxError(`expected at most ${maximumDepth} levels, found more`);
}

/**
 * Reads a text with the places of its values. Of a repeated key the last value counts, as in JSON.parse.
 * Throws a SyntaxError for malformed JSON, and for more than 500 levels.
 */
export function readJsonTree(text: string, onRepeat?: (key: RepeatedKey) => void): JsonNode {
  // It says what is wrong; what follows reads JSON only.
  JSON.parse(text);
  let at = 0;
  const skip = (): void => {
    while (isBetween(text.charCodeAt(at))) at += 1;
  };
  const readString = (): string => {
    const start = at;
    at += 1;
    let isPlain = true;
    for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
      if (code === backslash) isPlain = false;
      at += code === backslash ? 2 : 1;
    }
    at += 1;
    return isPlain ? text.slice(start + 1, at - 1) : (JSON.parse(text.slice(start, at)) as string);
  };
  const read = (depth: number): JsonNode => {
    refuseBelow(depth);
    skip();
    const start = at;
    const first = text[at];
    if (first === '"') return { value: readString(), start, end: at, level: depth, children: noChildren };
    if (first !== "{" && first !== "[") {
      while (at < text.length && !isEnd(text.charCodeAt(at))) at += 1;
      const value: unknown = JSON.parse(text.slice(start, at));
      return { value, start, end: at, level: depth, children: noChildren };
    }
    const isList = first === "[";
    const children = new Map<string | number, JsonNode>();
    at += 1;
    for (skip(); text[at] !== "]" && text[at] !== "}"; skip()) {
      const keyStart = at;
      const key = isList ? children.size : readString();
      if (typeof key === "string" && children.has(key)) onRepeat?.({ name: key, start: keyStart, end: at });
      children.set(key, read(depth + 1));
    }
    at += 1;
    const entries = [...children].map(([key, child]) => [key, child.value] as const);
    const value = isList ? entries.map(([, child]) => child) : Object.fromEntries(entries);
    return { value, start, end: at, level: depth, children };
  };
  return read(0);
}

const quote = 0x22;
const backslash = 0x5c;

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** White space, a comma or a colon. */
function isBetween(code: number): boolean {
  return isSpace(code) || code === 0x2c || code === 0x3a;
}

/** What ends a number or a word. */
function isEnd(code: number): boolean {
  return isSpace(code) || code === 0x2c || code === 0x5d || code === 0x7d;
}
