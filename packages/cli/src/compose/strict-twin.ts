import {
  parsePointer,
  printFragment,
  printPointer,
  type Tokens,
} from "@a2agen/generators/json-schema/json-pointer.ts";
import { annotations, mapSubschemas } from "@a2agen/generators/json-schema/keywords.ts";
import type { Schema, SchemaObject } from "@a2agen/generators/json-schema/schema.ts";
import { isObject } from "@a2agen/runtime/internal";
import type { ComposedExtension, Composition } from "@a2agen/runtime/negotiation";
import { definitionOf, type Located, referenceOf, type Universe } from "./universe.ts";

/**
 * Closes the objects that are open only because their schema does not say otherwise. A definition that
 * others combine with more, by `allOf` for one, would then refuse what they add: they combine a copy of
 * it, NAME_parts, that is not closed.
 */
export function strictComposition(composition: Composition, universe: Universe): Composition {
  const parts = createPartNames(universe);

  const strictValue = (schema: Schema, tokens: Tokens): Schema => {
    if (!isObject(schema)) return schema;
    switch (shapeOf(schema)) {
      case "reference":
        return schema;
      case "alternatives":
        return mapSubschemas(schema, ({ schema: inner, path }) => strictValue(inner, [...tokens, ...path]));
      case "object":
        return close(strictPart(schema, tokens) as SchemaObject, universe.listParts({ tokens, schema }));
    }
  };

  const strictPart = (schema: Schema, tokens: Tokens): Schema => {
    const mapped = mapSubschemas(schema, ({ schema: inner, place, path }) => {
      const at = [...tokens, ...path];
      return place === "same" || place === "negative" ? strictPart(inner, at) : strictValue(inner, at);
    });
    const target = referenceOf(schema);
    if (target === undefined || !isObject(mapped)) return mapped;
    return { ...mapped, $ref: printFragment(parts.claim(target)) };
  };

  const strictDefinitions = (definitions: Readonly<Record<string, Schema>>): Record<string, Schema> =>
    Object.fromEntries(
      Object.entries(definitions).map(([name, schema]) => [name, strictValue(schema, ["$defs", name])]),
    );
  const strictRoot = (document: SchemaObject): SchemaObject => {
    const { $defs: _, ...root } = document;
    return strictValue(root, []) as SchemaObject;
  };

  const base = { ...strictRoot(composition.base), $defs: strictDefinitions(definitionsOf(composition.base)) };
  const extensions = composition.extensions.map(
    (extension): ComposedExtension => ({
      ...extension,
      definitions: strictDefinitions(extension.definitions),
      fields: extension.fields.map((field) => ({
        ...field,
        schema: strictValue(field.schema, [...(parsePointer(field.object) ?? []), "properties", field.name]),
      })),
    }),
  );
  const homes = [base.$defs, ...extensions.map(({ definitions }) => definitions as Record<string, Schema>)];
  for (const [name, copy] of parts.walk()) {
    const tokens = ["$defs", name];
    const home = homes.find((definitions) => Object.hasOwn(definitions, name));
    if (home !== undefined) home[copy] = strictPart(universe.at(tokens).schema, tokens);
  }
  return {
    ...composition,
    base: withoutAdditions(base, { composition, parts }),
    extensions: extensions.map((extension) => ({
      ...extension,
      fields: extension.fields.flatMap((field) =>
        [field.object, ...copiesOf(field.object, parts)].map((object) => ({ ...field, object })),
      ),
      values: extension.values.flatMap((values) =>
        [values.schema, ...copiesOf(values.schema, parts)].map((schema) => ({ ...values, schema })),
      ),
    })),
  };
}

/**
 * The copies were made from the document with all extensions; takes out of them what the base does not have.
 */
function withoutAdditions(
  base: SchemaObject,
  { composition, parts }: { readonly composition: Composition; readonly parts: PartNames },
): SchemaObject {
  const document = structuredClone(base);
  for (const { fields, values } of composition.extensions) {
    for (const { object, name } of fields) {
      for (const copy of copiesOf(object, parts)) {
        const schema = locate(document, copy);
        const properties = isObject(schema) ? schema["properties"] : undefined;
        if (isObject(properties)) Reflect.deleteProperty(properties, name);
      }
    }
    for (const { schema: pointer } of values) {
      for (const copy of copiesOf(pointer, parts)) {
        const [before, after] = [locate(composition.base, pointer), locate(document, copy)];
        if (isObject(before) && isObject(after)) Object.assign(after, { enum: before["enum"] });
      }
    }
  }
  return document;
}

function locate(document: SchemaObject, pointer: string): unknown {
  return (parsePointer(pointer) ?? []).reduce<unknown>(
    (value, key) => (isObject(value) || Array.isArray(value) ? (value as SchemaObject)[key] : undefined),
    document,
  );
}

function copiesOf(pointer: string, parts: PartNames): readonly string[] {
  const [container = "", , ...rest] = parsePointer(pointer) ?? [];
  const copy = parts.names.get(definitionOf(pointer));
  return copy === undefined ? [] : [printPointer([container, copy, ...rest])];
}

function definitionsOf(document: SchemaObject): Readonly<Record<string, Schema>> {
  return (document["$defs"] ?? {}) as Readonly<Record<string, Schema>>;
}

interface PartNames {
  /** By definition, what its copy is called. */
  readonly names: ReadonlyMap<string, string>;
  /** Where a reference leads that combines what it refers to: to the copy of a whole definition. */
  claim(target: Tokens): Tokens;
  /** The definitions and their copies, those included that are claimed on the way. */
  walk(): Iterable<readonly [string, string]>;
}

function createPartNames(universe: Universe): PartNames {
  const definitions = definitionsOf(universe.document);
  const names = new Map<string, string>();
  return {
    names,
    claim(target) {
      const [container, name, ...rest] = target;
      if (container !== "$defs" || name === undefined || rest.length > 0) return target;
      let copy = names.get(name) ?? `${name}_parts`;
      while (!names.has(name) && Object.hasOwn(definitions, copy)) copy += "_";
      names.set(name, copy);
      return ["$defs", copy];
    },
    // A Map shows those entries as well that are set while it is walked through.
    walk: () => names,
  };
}

/** What is to be closed: not itself, each of its alternatives, or the whole. */
function shapeOf(schema: SchemaObject): "reference" | "alternatives" | "object" {
  const keywords = Object.keys(schema).filter((keyword) => !annotations.has(keyword));
  if (schema["properties"] !== undefined) return "object";
  if (keywords.length === 1 && keywords[0] === "$ref") return "reference";
  if (schema["$ref"] !== undefined) return "object";
  const arms = schema["allOf"];
  return Array.isArray(arms) && (arms.length > 1 || keywords.length > 1) ? "object" : "alternatives";
}

const closing = ["additionalProperties", "unevaluatedProperties"];

function close(schema: SchemaObject, all: readonly Located[]): SchemaObject {
  const says = (keyword: string): boolean =>
    all.some((part) => isObject(part.schema) && Object.hasOwn(part.schema, keyword));
  if (!says("properties")) return schema;
  const isOpen = all.some(
    (part, i) =>
      isObject(part.schema) &&
      closing.some((keyword) => {
        const rest = (part.schema as SchemaObject)[keyword];
        return rest !== undefined && (i === 0 || rest !== false);
      }),
  );
  if (isOpen) return schema;
  const keyword = all.length > 1 ? "unevaluatedProperties" : "additionalProperties";
  return { ...schema, ...(schema["type"] === undefined ? { type: "object" } : {}), [keyword]: false };
}
