import { isDeepStrictEqual } from "node:util";

/** A value of a JSON text with its place there. */
interface JsonNode {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  /** How many lists and objects are around it. */
  readonly level: number;
  /** By key or index; empty for scalars. */
  readonly children: ReadonlyMap<string | number, JsonNode>;
}

/** Levels of arrays and objects that are read. */
const maximumDepth = 500;

/**
 * Rewrites a JSON text with another value: equal parts keep their text, the rest gets the indentation of the
 * text. Throws a SyntaxError for malformed JSON, and for more than 500 levels.
 */
export function rewriteJson(text: string, value: unknown): string {
  const node = readJson(text);
  const style = styleOf(text);
  return `${text.slice(0, node.start)}${print(value, node, { text, style, level: 0 })}${text.slice(node.end)}`;
}

/** Throws a SyntaxError for a value of more than 500 levels, which would overflow the stack of what follows. */
export function checkDepth(value: unknown, depth = 0): void {
  refuseBelow(depth);
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) checkDepth(inner, depth + 1);
}

function refuseBelow(depth: number): void {
  if (depth > maximumDepth) throw new SyntaxError(`expected at most ${maximumDepth} levels, found more`);
}

interface Style {
  /** One level; empty for a text on one line. */
  readonly indent: string;
  readonly newline: string;
  readonly colon: string;
  readonly comma: string;
}

/** The style of a text, from the first places that show it. */
function styleOf(text: string): Style {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "";
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const isSpaced = indent !== "" || /":\s/.test(text);
  return { indent, newline, colon: isSpaced ? ": " : ":", comma: /,[ \t]/.test(text) ? ", " : "," };
}

interface PrintContext {
  readonly text: string;
  readonly style: Style;
  readonly level: number;
}

function print(value: unknown, node: JsonNode | undefined, context: PrintContext): string {
  const { text, style, level } = context;
  const source = node === undefined ? "" : text.slice(node.start, node.end);
  if (node !== undefined && (node.level === level || !source.includes("\n"))) {
    if (isDeepStrictEqual(value, node.value)) return source;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = { ...context, level: level + 1 };
  const isList = Array.isArray(value);
  const same = node !== undefined && Array.isArray(node.value) === isList ? node.children : noChildren;
  const items = isList
    ? value.map((element: unknown, index) => print(element, same.get(index), inner))
    : Object.entries(value).map(
        ([key, member]) =>
          `${JSON.stringify(key)}${style.colon}${print(member, same.get(key) ?? node, inner)}`,
      );
  const [open, close] = isList ? "[]" : "{}";
  if (items.length === 0) return `${open}${close}`;
  const isOnOneLine = same.size > 0 && !source.includes("\n");
  if (style.indent === "" || (isOnOneLine && items.every((item) => !item.includes("\n")))) {
    const space = /^[[{][ \t]/.test(source) ? " " : "";
    return `${open}${space}${items.join(style.indent === "" ? style.comma : ", ")}${space}${close}`;
  }
  const before = `${style.newline}${style.indent.repeat(level + 1)}`;
  return `${open}${before}${items.join(`,${before}`)}${style.newline}${style.indent.repeat(level)}${close}`;
}

const noChildren: ReadonlyMap<string | number, JsonNode> = new Map();

/** Reads a text with the places of its values, after JSON.parse has checked it. */
function readJson(text: string): JsonNode {
  JSON.parse(text);
  let at = 0;
  const skip = (): void => {
    while (/[\s,:]/.test(text[at] ?? "")) at += 1;
  };
  const readString = (): string => {
    const start = at;
    at += 1;
    while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    at += 1;
    return JSON.parse(text.slice(start, at)) as string;
  };
  const read = (depth: number): JsonNode => {
    refuseBelow(depth);
    skip();
    const start = at;
    const first = text[at];
    if (first === '"') return { value: readString(), start, end: at, level: depth, children: noChildren };
    if (first !== "{" && first !== "[") {
      while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at += 1;
      return {
        value: JSON.parse(text.slice(start, at)) as unknown,
        start,
        end: at,
        level: depth,
        children: noChildren,
      };
    }
    const isList = first === "[";
    const children = new Map<string | number, JsonNode>();
    at += 1;
    for (skip(); text[at] !== "]" && text[at] !== "}"; skip()) {
      const key = isList ? children.size : readString();
      children.set(key, read(depth + 1));
    }
    at += 1;
    const entries = [...children].map(([key, child]) => [key, child.value] as const);
    const value = isList ? entries.map(([, child]) => child) : Object.fromEntries(entries);
    return { value, start, end: at, level: depth, children };
  };
  return read(0);
}
