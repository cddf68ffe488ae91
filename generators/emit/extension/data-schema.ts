import type { DataPlace } from "@a2agen/runtime/extensions";
import { withoutScheme } from "@a2agen/runtime/internal";
import type { ModelIndex } from "../../model/index-model.ts";
import type { Bundle } from "../../schema/bundle-schema.ts";
import { shapeOf } from "../../schema/object-shape.ts";
import type { SchemaNode } from "../../schema/schema-node.ts";
import type { SchemaObject } from "../jsonschema/schema.ts";
import { rolesOf } from "./placement-literal.ts";
import type { CarriedParts, Carrier, ResolvedData, ResolvedExtension } from "./resolved-extension.ts";

export interface DataSchemaInit {
  readonly options: Pick<ResolvedExtension["options"], "uri" | "otherUris">;
  readonly data: ResolvedData;
  /** The schema of the data. */
  readonly node: SchemaNode;
  readonly bundle: Bundle;
  readonly index: ModelIndex;
}

/**
 * What an object has to be beside its core schema: where it has the data, that is right. Undefined for data
 * that readers take for absent when it is wrong, and for objects of the other side.
 */
export function dataOnObject(carrier: Carrier, init: DataSchemaInit): SchemaObject | undefined {
  const { place, from, invalid = "refuse" } = init.data;
  if (invalid !== "refuse") return undefined;
  const schema = isPartPlace(place)
    ? carrier.parts && partsSchema(carrier.parts, place, init)
    : objectWith([[carrier.metadata.jsonName, metadataSchema(place, init)]]);
  if (schema === undefined || from === undefined) return schema;
  if (carrier.role === undefined) return (from === "client") === carrier.isRequest ? schema : undefined;
  const others = rolesOf(carrier.role)[from === "client" ? "agent" : "client"];
  const ofOtherSide = requiring([[carrier.role.field.jsonName, { type: "string", enum: others }]]);
  return { anyOf: [ofOtherSide, schema] };
}

type PartPlace = Extract<DataPlace, { readonly kind: "part-key" | "part-type" }>;

function isPartPlace(place: DataPlace): place is PartPlace {
  return place.kind === "part-key" || place.kind === "part-type";
}

function metadataSchema(
  place: Exclude<DataPlace, PartPlace>,
  { options, node, bundle }: DataSchemaInit,
): SchemaObject {
  const uris = [options.uri, ...options.otherUris];
  switch (place.kind) {
    case "path":
      return place.path.reduceRight((inner: SchemaObject, name) => objectWith([[name, inner]]), {
        $ref: bundle.referTo(node),
      });
    case "key": {
      const { suffix } = place;
      const keys =
        place.keys ?? (suffix === undefined ? uris : uris.map((uri) => withoutScheme(uri) + suffix));
      return objectWith(keys.map((key) => [key, { $ref: bundle.referTo(node) }]));
    }
    case "fields":
      return { type: "object", allOf: (place.prefixes ?? uris.map((uri) => `${uri}/`)).map(fieldsSchema) };
  }

  /** Each field by itself, and where there is one, those without which the data is none. */
  function fieldsSchema(prefix: string): SchemaObject {
    const { members, required } = shapeOf(node);
    const schema = objectWith(
      [...members].map(([name, nodes]) => {
        const refs = nodes.map((each) => ({ $ref: bundle.referTo(each) }));
        const [only = {}, ...others] = refs;
        return [`${prefix}${name}`, others.length === 0 ? only : { allOf: refs }];
      }),
    );
    const others = (name: string): readonly string[] => [...required].filter((other) => other !== name);
    const needed = [...members.keys()]
      .filter((name) => others(name).length > 0)
      .map((name) => [`${prefix}${name}`, others(name).map((other) => `${prefix}${other}`)] as const);
    return needed.length === 0 ? schema : { ...schema, dependentRequired: Object.fromEntries(needed) };
  }
}

function partsSchema(
  parts: CarriedParts,
  place: PartPlace,
  { node, bundle, index }: DataSchemaInit,
): SchemaObject {
  const $ref = bundle.referTo(node);
  const { type } = parts.data.shape;
  // In some versions the data of a part is in an object by itself.
  const inner = type.kind === "message" ? index.message(type.typeName).fields : [];
  const names = [parts.data, ...inner.filter(({ name }) => name === parts.data.name)].map(
    ({ jsonName }) => jsonName,
  );
  const below = (schema: SchemaObject): SchemaObject =>
    names.reduceRight((held, name) => requiring([[name, held]]), schema);
  const item =
    place.kind === "part-key"
      ? implies(below({ type: "object" }), below(objectWith([[place.key, { $ref }]])))
      : implies(hasMediaType(parts, place.mediaTypes), below(valuesSchema(place.values, $ref)));
  return objectWith([[parts.field.jsonName, { type: "array", items: { type: "object", ...item } }]]);
}

function valuesSchema(values: "one" | "list" | "either" | undefined, $ref: string): SchemaObject {
  if (values === "one") return { $ref };
  const list = { type: "array", items: { $ref } };
  return values === "either" ? { anyOf: [list, { allOf: [{ not: { type: "array" } }, { $ref }] }] } : list;
}

/** In metadata, or in a field of the part. */
function hasMediaType({ metadata, mediaType }: CarriedParts, types: readonly string[]): SchemaObject {
  const mark = { type: "string", pattern: `^\\s*(?:${types.map(toPattern).join("|")})\\s*(?:;|$)` };
  return {
    anyOf: [
      requiring([[metadata.jsonName, requiring([["mimeType", mark]])]]),
      ...(mediaType === undefined ? [] : [requiring([[mediaType.jsonName, mark]])]),
    ],
  };
}

/** Media types are the same in any case of letters. */
function toPattern(text: string): string {
  return text
    .replace(/[.+/*?^${}()|[\]\\]/g, "\\$&")
    .replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

function implies(condition: SchemaObject, schema: SchemaObject): SchemaObject {
  return { anyOf: [{ not: condition }, schema] };
}

type Entries = readonly (readonly [string, SchemaObject])[];

function objectWith(entries: Entries): SchemaObject {
  return { type: "object", properties: Object.fromEntries(entries) };
}

function requiring(entries: Entries): SchemaObject {
  return { ...objectWith(entries), required: entries.map(([name]) => name) };
}
