import { isSchemaObject } from "../../runtime/negotiation/schema.ts";
import type { Target } from "./file-index.ts";
import { type Tokens, valueAt } from "./json-pointer.ts";
import { annotations } from "./keywords.ts";
import type { ReferenceTable } from "./reference-table.ts";
import type { SchemaFile } from "./schema-file.ts";

/** A definition of an extension that says what it adds to an object of the base. */
export interface Overlay {
  /** The definition: ["$defs", "checkout_with_discount"], or the root. */
  readonly tokens: Tokens;
  /** The object of the base. */
  readonly base: Target;
  /** The schemas with what is added. */
  readonly parts: readonly Tokens[];
}

/**
 * Reads a definition as an overlay: `allOf` of one reference to the base and what is added, or a
 * reference to the base with keywords beside it. One that something refers to is a type of the
 * extension's own, made from one of the base, and no overlay.
 */
export function findOverlay(
  file: SchemaFile,
  tokens: Tokens,
  references: ReferenceTable,
): Overlay | undefined {
  const schema = valueAt(file.content, tokens);
  if (!isSchemaObject(schema) || references.isReferred(file, tokens)) return undefined;
  const arms = Array.isArray(schema["allOf"])
    ? schema["allOf"].map((_, i) => [...tokens, "allOf", String(i)])
    : [];
  const candidates = [tokens, ...arms].flatMap((at) => {
    const target = references.targetOf(file, at);
    return target !== undefined && target.file.role !== "extension" ? [{ at, target }] : [];
  });
  const [only] = candidates;
  if (only === undefined || candidates.length > 1) return undefined;
  const whole = saysMore(schema, ["allOf"]) ? [tokens] : [];
  // The arm with the reference counts only for what stands beside it.
  const parts = [...whole, ...arms.filter((at) => at !== only.at || saysMore(valueAt(file.content, at), []))];
  return parts.length === 0 ? undefined : { tokens, base: only.target, parts };
}

/** Whether a schema has keywords that mean something beside its reference. */
function saysMore(schema: unknown, others: readonly string[]): boolean {
  if (!isSchemaObject(schema)) return true;
  const silent = ["$ref", "$defs", "definitions", "$schema", "$id", "type", ...others];
  return Object.keys(schema).some((keyword) => !annotations.has(keyword) && !silent.includes(keyword));
}
