import type { JsonNode } from "@a2agen/migrate/json-tree.ts";

export interface Place {
  readonly from: number;
  readonly to: number;
}

export type Segments = readonly (string | number)[];

/** A value's place in the text: the bracket of an object or list; the nearest one for a missing value. */
export function findPlace(root: JsonNode, segments: Segments): Place {
  let node = root;
  for (const segment of segments) {
    const child = node.children.get(segment) ?? node.children.get(Number(segment));
    if (child === undefined) break;
    node = child;
  }
  const isBracket = typeof node.value === "object" && node.value !== null;
  return { from: node.start, to: isBracket ? node.start + 1 : node.end };
}

/** Where JSON.parse stopped, if its message says. */
export function placeOfSyntaxError(text: string, message: string): Place {
  const offset = /position (\d+)/.exec(message)?.[1];
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (offset !== undefined) return around(text, Number(offset));
  if (line === undefined) return around(text, text.length);
  const start = text.split("\n", Number(line) - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return around(text, start + Number(column) - 1);
}

function around(text: string, at: number): Place {
  const from = Math.max(0, Math.min(at, text.length - 1));
  return { from, to: Math.min(from + 1, text.length) };
}
