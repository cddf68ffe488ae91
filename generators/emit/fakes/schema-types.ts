import type { FakeTypes, Shape } from "@a2agen/runtime/fakes";
import { uniqueName } from "../../naming/unique-name.ts";
import { type JsonType, jsonTypes, type SchemaNode } from "../../schema/schema-node.ts";
import { valuesOf } from "../../schema/type-sets.ts";
import { numberRules, textShape } from "./schema-leaves.ts";

type Nodes = readonly SchemaNode[];

/** How many combinations of the arms of unions are made. */
const mostVariants = 12;

/**
 * The table by which values of schemas are made, by the names of the roots. It says less than schemas can:
 * of `not`, `if` and their like nothing, so that values are made until a codec takes one.
 */
export function buildSchemaTypes(roots: ReadonlyMap<string, SchemaNode>): FakeTypes {
  const table = new Map<string, Shape>();
  const names = new Map<string, string>();
  const rootNames = new Map([...roots].map(([name, node]) => [node, name]));
  const taken = new Set(roots.keys());
  const nameOf = ([first]: Nodes, isOnly: boolean): string => {
    const known = isOnly && first !== undefined ? rootNames.get(first) : undefined;
    const name = known ?? uniqueName(first?.key.match(/\w+(?=\W*$)/)?.[0] ?? "Value", taken);
    taken.add(name);
    return name;
  };
  const refer = (given: Nodes): Shape => {
    const variants = [...listVariants(given)];
    const shapes = variants.map((nodes) => referPlain(nodes, variants.length === 1));
    const [only] = shapes;
    return only !== undefined && shapes.length === 1 ? only : { anyOf: shapes };
  };
  const referPlain = (nodes: Nodes, isOnly: boolean): Shape => {
    const key = nodes.map((node) => node.key).join(" & ");
    const known = names.get(key);
    if (known !== undefined) return `#${known}`;
    const name = nameOf(nodes, isOnly);
    names.set(key, name);
    table.set(name, "null");
    const shape = toShape(nodes, refer);
    table.set(name, shape);
    const isPlain = typeof shape === "string" || "leaf" in shape || "in" in shape;
    if (!isPlain) return `#${name}`;
    table.delete(name);
    names.delete(key);
    return shape;
  };
  const named = [...roots].map(([name, node]) => [name, refer([node])] as const);
  const others = named.filter(([name, shape]) => shape !== `#${name}`);
  return Object.fromEntries([...table, ...others].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The schemas with what they refer to and their parts, for each choice of arms of their unions. */
function* listVariants(given: Nodes): Generator<Nodes, void, undefined> {
  const all = new Set(given);
  // The set grows while it is walked.
  for (const { says, refs } of all) for (const part of [...refs, ...(says.allOf ?? [])]) all.add(part);
  const unions = [...all].flatMap(({ says }) => [says.anyOf ?? [], says.oneOf ?? []]);
  const open = unions.find((arms) => arms.length > 0 && !arms.some((arm) => all.has(arm)));
  if (open === undefined) {
    yield [...all];
    return;
  }
  let count = 0;
  for (const arm of open) {
    for (const variant of listVariants([...all, arm])) {
      if (count++ < mostVariants) yield variant;
    }
  }
}

function toShape(nodes: Nodes, refer: (nodes: Nodes) => Shape): Shape {
  if (nodes.some(({ json }) => json === false)) return { in: [] };
  const constants = nodes.flatMap(({ says }) => {
    const values = valuesOf(says);
    return values === undefined ? [] : [values];
  });
  const [first, ...others] = constants;
  if (first !== undefined) {
    return { in: first.filter((value) => others.every((values) => values.includes(value))) };
  }
  const types = typesOf(nodes);
  const shapes = types.map((type) => typeShape(type, nodes, refer));
  const [only] = shapes;
  return only !== undefined && shapes.length === 1 ? only : { anyOf: shapes };
}

function typesOf(nodes: Nodes): readonly (JsonType | "any")[] {
  const lists = nodes.flatMap(({ says }) => (says.type === undefined ? [] : [says.type]));
  const isIn = (type: JsonType): boolean =>
    lists.every((list) => list.includes(type) || (type === "integer" && list.includes("number")));
  if (lists.length > 0) {
    const possible = jsonTypes.filter(isIn);
    return possible.filter((type) => type !== "integer" || !possible.includes("number"));
  }
  const has = (...keywords: readonly (keyof SchemaNode["says"])[]): boolean =>
    nodes.some(({ says }) => keywords.some((keyword) => says[keyword] !== undefined));
  if (has("properties", "required", "additionalProperties", "patternProperties")) return ["object"];
  if (has("items", "contains", "minItems")) return ["array"];
  if (has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")) return ["number"];
  return has("pattern", "format", "minLength", "maxLength") ? ["string"] : ["any"];
}

function typeShape(type: JsonType | "any", nodes: Nodes, refer: (nodes: Nodes) => Shape): Shape {
  const all = nodes.map(({ says }) => says);
  const least = (key: "minItems" | "minProperties"): number =>
    Math.max(0, ...all.map((says) => says[key] ?? 0));
  switch (type) {
    case "any":
      return "value";
    case "boolean":
      return "bool";
    case "null":
      return "null";
    case "number":
    case "integer":
      return { leaf: type, rules: numberRules(nodes) };
    case "string":
      return textShape(nodes);
    case "array": {
      const wanted = all.flatMap(({ contains }) => contains ?? []);
      const items = all.flatMap(({ items: each, prefixItems = [] }) => [
        ...prefixItems,
        ...(each ? [each] : []),
      ]);
      const most = Math.min(...all.map(({ maxItems }) => maxItems ?? Number.POSITIVE_INFINITY));
      return {
        // Of several kinds that it has to contain, each element is one.
        list:
          wanted.length > 1
            ? { anyOf: wanted.map((kind) => refer([...items, kind])) }
            : refer([...items, ...wanted]),
        least: Math.max(least("minItems"), wanted.length),
        ...(most < Number.POSITIVE_INFINITY && { most }),
        ...(all.some(({ uniqueItems }) => uniqueItems) && { unique: true }),
      };
    }
    case "object": {
      const required = [...new Set(all.flatMap((says) => says.required ?? []))];
      const names = new Set([
        ...required,
        ...all.flatMap(({ properties }) => [...(properties?.keys() ?? [])]),
      ]);
      const rest = all.flatMap(({ additionalProperties, patternProperties }) => [
        ...(additionalProperties ? [additionalProperties] : []),
        ...(patternProperties?.values() ?? []),
      ]);
      const keys = all.flatMap(({ propertyNames }) => propertyNames ?? []);
      if (names.size === 0) {
        const key = keys.length > 0 && { key: refer(keys) };
        return { map: refer(rest), ...key, least: least("minProperties") };
      }
      const member = (name: string): Shape => {
        const own = all.flatMap(({ properties }) => properties?.get(name) ?? []);
        return refer(own.length > 0 ? own : rest);
      };
      const fields = Object.fromEntries([...names].map((name) => [name, member(name)]));
      return { fields, ...(required.length > 0 && { required }) };
    }
  }
}
