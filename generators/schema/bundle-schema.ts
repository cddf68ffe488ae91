import type { JsonObject, JsonValue } from "@a2agen/runtime";
import { isObject } from "@a2agen/runtime/internal";
import { printFragment } from "../json-schema/json-pointer.ts";
import { uniqueName } from "../naming/unique-name.ts";
import { forms, listEntries } from "./keyword-table.ts";
import { isDefinition, stemOf } from "./schema-names.ts";
import type { SchemaNode, SchemaSet } from "./schema-node.ts";

/** What means something at its place only, or is written anew. */
const dropped: ReadonlySet<string> = new Set(
  "$schema $id $anchor $dynamicAnchor $vocabulary $ref $dynamicRef $defs definitions".split(" "),
);

/**
 * One document of 2020-12 that says what a schema says, with all that it refers to among its `$defs`.
 * Undefined where there is no such schema.
 */
export function bundleSchema(set: SchemaSet, ref: string): JsonObject | undefined {
  const root = set.find(ref);
  if (root === undefined) return undefined;
  const { referTo, writeDefinitions } = createBundle(set);
  const $ref = referTo(root);
  return { $schema: "https://json-schema.org/draft/2020-12/schema", $ref, $defs: writeDefinitions() };
}

/** Definitions for one document of 2020-12. */
export interface Bundle {
  /** The reference to a schema, which is one of the definitions from now on. */
  referTo(node: SchemaNode): string;
  /** All that is referred to, by name. */
  writeDefinitions(): JsonObject;
}

/** Collects schemas for a document that has definitions of the names `taken` besides. */
export function createBundle(set: SchemaSet, taken: Iterable<string> = []): Bundle {
  const others = [...taken];
  const names = new Map<SchemaNode, string>();
  const referTo = (node: SchemaNode): string => {
    const name = names.get(node) ?? uniqueName(nameOf(node), new Set([...others, ...names.values()]), "_");
    names.set(node, name);
    return printFragment(["$defs", name]);
  };
  const childOf = (node: SchemaNode, path: readonly string[]): SchemaNode | undefined =>
    set.nodes.get(`${node.document.path}${printFragment([...node.tokens, ...path])}`);

  const writeChild = (node: SchemaNode, path: readonly string[]): JsonValue => {
    const child = childOf(node, path);
    return child === undefined ? true : write(child);
  };
  const write = (node: SchemaNode): JsonObject | boolean => {
    const { json, refs } = node;
    if (!isObject(json)) return json;
    const written: [string, JsonValue][] = Object.entries(json).flatMap(([keyword, value]) =>
      dropped.has(keyword) || isRead(keyword, node) ? [] : [[keyword, value as JsonValue]],
    );
    for (const { keyword, spelled, value } of listEntries(json, node.document.draft)) {
      if (!dropped.has(keyword)) written.push([keyword, writeValue(node, { keyword, spelled, value })]);
    }
    const [first, ...others] = refs.map((target) => ({ $ref: referTo(target) }));
    const all = written
      .filter(([keyword]) => keyword === "allOf")
      .flatMap(([, parts]) => parts as JsonValue[]);
    return Object.fromEntries([
      ...Object.entries(first ?? {}),
      ...written.filter(([keyword]) => keyword !== "allOf"),
      ...(all.length + others.length > 0 ? [["allOf", [...all, ...others]]] : []),
    ]) as JsonObject;
  };
  const writeValue = (
    node: SchemaNode,
    { keyword, spelled, value }: { keyword: string; spelled: string; value: unknown },
  ): JsonValue => {
    switch (forms.get(keyword)) {
      case "schema":
        return writeChild(node, [spelled]);
      case "schemas":
        return (value as readonly unknown[]).map((_, at) => writeChild(node, [spelled, String(at)]));
      case "schemasByName":
      case "schemasByPattern":
        return Object.fromEntries(
          Object.keys(value as object).map((name) => [name, writeChild(node, [spelled, name])]),
        );
      default:
        return value as JsonValue;
    }
  };

  return {
    referTo,
    writeDefinitions() {
      const $defs: [string, JsonValue][] = [];
      // The map grows while it is walked.
      for (const [node, name] of names) $defs.push([name, write(node)]);
      return Object.fromEntries($defs);
    },
  };
}

/** Whether a keyword is one of those that are read, in this draft or in another one. */
function isRead(keyword: string, { document, json }: SchemaNode): boolean {
  if (document.draft === "7" && isObject(json) && typeof json["$ref"] === "string") return true;
  return forms.has(keyword) || (document.draft === "7" && /^(?:additionalItems|dependencies)$/.test(keyword));
}

function nameOf(node: SchemaNode): string {
  if (isDefinition(node)) return node.tokens[1] ?? "";
  const stem = stemOf(node.document.path).split("/").at(-1) ?? "";
  return [stem, ...node.tokens].join("_").replace(/[^\w.-]+/g, "_");
}
