import { isDeepStrictEqual } from "node:util";
import { type JsonNode, noChildren, readJsonTree } from "@a2agen/migrate/json-tree.ts";

/**
 * Rewrites a JSON text with another value: equal parts keep their text, the rest gets the indentation of the
 * text. Throws a SyntaxError for malformed JSON, and for more than 500 levels.
 */
export function rewriteJson(text: string, value: unknown): string {
  const node = readJsonTree(text);
  const style = styleOf(text);
  return `${text.slice(0, node.start)}${print(value, node, { text, style, level: 0 })}${text.slice(node.end)}`;
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
