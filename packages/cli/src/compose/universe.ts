import {
  parseFragment,
  parsePointer,
  printPointer,
  type Tokens,
  valueAt,
} from "@a2agen/generators/json-schema/json-pointer.ts";
import { annotations, listSubschemas } from "@a2agen/generators/json-schema/keywords.ts";
import type { Schema, SchemaObject } from "@a2agen/generators/json-schema/schema.ts";
import { isObject } from "@a2agen/runtime/internal";

/** A schema with its place in the composed document. */
export interface Located {
  readonly tokens: Tokens;
  readonly schema: Schema;
}

/** The base with the definitions of all extensions, before anything is added to it. */
export interface Universe {
  readonly document: SchemaObject;
  at(tokens: Tokens): Located;
  /** Follows references and wrappers around a single one to what they stand for. */
  follow(located: Located): Located;
  /**
   * The schemas that say something of the same value: the schema itself, and what it refers to and combines.
   */
  listParts(located: Located): readonly Located[];
}

export function createUniverse(document: SchemaObject): Universe {
  const universe: Universe = {
    document,
    at: (tokens) => ({ tokens, schema: (valueAt(document, tokens) ?? true) as Schema }),
    follow(located) {
      let current = located;
      const seen = new Set<string>();
      for (;;) {
        const next = stepOf(current, universe);
        const key = printPointer(current.tokens);
        if (next === undefined || seen.has(key)) return current;
        seen.add(key);
        current = next;
      }
    },
    listParts(located) {
      const parts = new Map<string, Located>();
      const pending = [located];
      for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
        const key = printPointer(part.tokens);
        if (parts.has(key)) continue;
        parts.set(key, part);
        const { tokens, schema } = part;
        const target = referenceOf(schema);
        if (target !== undefined) pending.push(universe.at(target));
        for (const { place, path, schema: inner } of listSubschemas(schema)) {
          if (place === "same") pending.push({ tokens: [...tokens, ...path], schema: inner });
        }
      }
      return [...parts.values()];
    },
  };
  return universe;
}

/** The definition that a pointer leads to or into: its name, "" for the root. */
export function definitionOf(pointer: string): string {
  const [container, name] = parsePointer(pointer) ?? [];
  return container === "$defs" && name !== undefined ? name : "";
}

/** Where the reference of a schema of the composed document leads. */
export function referenceOf(schema: Schema): Tokens | undefined {
  const reference = isObject(schema) ? schema["$ref"] : undefined;
  return typeof reference === "string" ? parseFragment(reference.slice(1)) : undefined;
}

function stepOf({ schema, tokens }: Located, universe: Universe): Located | undefined {
  if (!isObject(schema)) return undefined;
  const keywords = Object.keys(schema).filter((keyword) => !annotations.has(keyword));
  if (keywords.length !== 1) return undefined;
  const target = referenceOf(schema);
  if (target !== undefined) return universe.at(target);
  const arms = schema["allOf"];
  if (!Array.isArray(arms) || arms.length !== 1) return undefined;
  return { tokens: [...tokens, "allOf", "0"], schema: arms[0] as Schema };
}

/** The definitions that a schema refers to, at whatever depth. */
export function listReferred(schema: Schema): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (inner: Schema): void => {
    const target = referenceOf(inner);
    if (target !== undefined) names.add(definitionOf(printPointer(target)));
    for (const { schema: sub } of listSubschemas(inner)) visit(sub);
  };
  visit(schema);
  return names;
}

/** The places of all schemas that are inside a schema, or that it refers to, however far. */
export function listReach(start: Tokens, universe: Universe): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending: { readonly tokens: Tokens; readonly schema: Schema }[] = [universe.at(start)];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { tokens, schema } = next;
    const key = printPointer(tokens);
    if (reached.has(key)) continue;
    reached.add(key);
    const target = referenceOf(schema);
    if (target !== undefined) pending.push(universe.at(target));
    for (const { place, path, schema: inner } of listSubschemas(schema)) {
      if (place !== "definition") pending.push({ tokens: [...tokens, ...path], schema: inner });
    }
  }
  return reached;
}
