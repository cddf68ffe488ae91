import { defined } from "@a2agen/runtime/internal";
import type { FieldModel, MessageModel } from "../../model/model.ts";
import type { SchemaObject } from "../jsonschema/schema.ts";
import { fieldKey, metadataKeys } from "./metadata-keys.ts";
import {
  type Carrier,
  type MessageData,
  messagesOf,
  type ResolvedData,
  type ResolvedExtension,
  type ResolvedFieldNarrowing,
} from "./resolved-extension.ts";

export interface OverlayContext {
  /** The reference to a definition of the profile schema; undefined for a type that has none there. */
  readonly defRef: (typeName: string) => string | undefined;
  readonly fieldSchema: (field: FieldModel) => SchemaObject;
}

/** What an extension asks of a core message, as schemas that all hold beside the message's own. */
export function createOverlays(
  extension: ResolvedExtension,
  { defRef, fieldSchema }: OverlayContext,
): (message: MessageModel) => readonly SchemaObject[] {
  const { options, narrows } = extension;
  const data = messagesOf(extension);
  const dataOn = ({ message }: Carrier): readonly MessageData[] =>
    data.filter(({ carriers }) => carriers.some((carrier) => carrier.message === message));
  return (message) => {
    const nested = message.fields.flatMap((field): (readonly [string, SchemaObject])[] => {
      const { type } = field.shape;
      const ref = type.kind === "message" ? defRef(type.typeName) : undefined;
      return ref === undefined ? [] : [[field.jsonName, ofEach(field, { $ref: ref })]];
    });
    const carrier = extension.carriers.find((candidate) => candidate.message === message);
    const rules = narrows.filter((narrowing) => narrowing.message === message);
    return [
      ...(nested.length === 0 ? [] : [objectWith(nested)]),
      ...(carrier === undefined ? [] : dataOn(carrier).flatMap((one) => dataOverlay(carrier, one))),
      ...rules.flatMap((rule) => [
        ...(rule.carrier === undefined ? [] : presenceOverlay(rule.carrier)),
        ...rule.fields.map(fieldOverlay),
      ]),
    ];
  };

  /** Data that is there is right. */
  function dataOverlay({ metadata, role }: Carrier, one: MessageData): readonly SchemaObject[] {
    // What stands there on an object of the other side, or is wrong and not refused, is no data.
    const isData = (one.from === undefined || role === undefined) && (one.invalid ?? "refuse") === "refuse";
    const schema = isData ? metadataSchema(one) : undefined;
    return schema === undefined ? [] : [objectWith([[metadata.jsonName, schema]])];
  }

  function metadataSchema({ message, ...one }: MessageData): SchemaObject | undefined {
    const ref = { $ref: defRef(message.typeName) ?? "" };
    if (one.place.kind === "path")
      return one.place.path.reduceRight((inner: SchemaObject, name) => objectWith([[name, inner]]), ref);
    if (one.place.kind === "key") return objectWith([[keyOf(one), ref]]);
    if (one.place.kind !== "fields") return undefined;
    const keyOfField = ({ jsonName }: FieldModel): string => keyOf(one, jsonName);
    const required = message.fields.filter(({ presence }) => presence === "required").map(keyOfField);
    const schema = objectWith(
      message.fields.map((field) => [keyOfField(field), fieldSchema(field)] as const),
    );
    if (required.length === 0) return schema;
    // Where there is one field of the data, there are those without which it is none.
    const needed = message.fields
      .map(keyOfField)
      .map((key) => [key, required.filter((other) => other !== key)] as const);
    const entries = needed.filter(([, keys]) => keys.length > 0);
    return entries.length === 0 ? schema : { ...schema, dependentRequired: Object.fromEntries(entries) };
  }

  /** Data is there, and the object says so. */
  function presenceOverlay(carrier: Carrier): readonly SchemaObject[] {
    const { metadata, extensions } = carrier;
    const choices = dataOn(carrier).map(presentKeys);
    const known = choices.filter((one) => one !== undefined);
    if (known.length < choices.length || known.length === 0) return [];
    const [only, ...others] = known;
    const present = only === undefined || others.length > 0 ? { type: "object", anyOf: known } : only;
    const listed: readonly (readonly [string, SchemaObject])[] =
      extensions === undefined
        ? []
        : [[extensions.jsonName, { type: "array", contains: { const: options.uri } }]];
    return [requiring([[metadata.jsonName, present], ...listed])];
  }

  /** Undefined for data elsewhere than in the metadata. */
  function presentKeys({ message, ...one }: MessageData): SchemaObject | undefined {
    if (one.place.kind === "path")
      return one.place.path.reduceRight<SchemaObject | undefined>(
        (inner, name) => requiring([[name, inner ?? true]]),
        undefined,
      );
    if (one.place.kind === "key") return requiring([[keyOf(one), true]]);
    if (one.place.kind !== "fields") return undefined;
    const required = message.fields.filter(({ presence }) => presence === "required");
    if (required.length > 0)
      return requiring(required.map(({ jsonName }) => [keyOf(one, jsonName), true] as const));
    return {
      type: "object",
      anyOf: message.fields.map(({ jsonName }) => requiring([[keyOf(one, jsonName), true]])),
    };
  }

  /** The key that is written. */
  function keyOf({ place }: Pick<ResolvedData, "place">, field = ""): string {
    if (place.kind === "fields") return `${place.prefixes?.[0] ?? fieldKey(options.uri, "")}${field}`;
    return metadataKeys({ place }, extension)[0] ?? options.uri;
  }
}

function fieldOverlay({ field, required, ...rule }: ResolvedFieldNarrowing): SchemaObject {
  const value = ofEach(field, {
    ...(rule.values.length === 0 ? {} : { type: "string", enum: rule.values }),
    ...(rule.members.length === 0
      ? {}
      : { type: "object", anyOf: rule.members.map((member) => requiring([[member, true]])) }),
  });
  const bounds = {
    ...defined({ minItems: rule.minItems, maxItems: rule.maxItems }),
  };
  const schema = Object.keys(bounds).length === 0 ? value : { type: "array", ...value, ...bounds };
  const entries = [[field.jsonName, Object.keys(schema).length === 0 ? true : schema]] as const;
  return required ? requiring(entries) : objectWith(entries);
}

/** A schema for each value of a field. */
function ofEach({ shape }: FieldModel, value: SchemaObject): SchemaObject {
  if (Object.keys(value).length === 0) return value;
  switch (shape.kind) {
    case "singular":
      return value;
    case "list":
      return { type: "array", items: value };
    case "map":
      return { type: "object", additionalProperties: value };
  }
}

type Entries = readonly (readonly [string, SchemaObject | true])[];

function objectWith(entries: Entries): SchemaObject {
  return { type: "object", properties: Object.fromEntries(entries) };
}

/**
 * The type is said beside every keyword that is about it, and each required property beside the list of them:
 * ajv strict wants it.
 */
function requiring(entries: Entries): SchemaObject {
  return { ...objectWith(entries), required: entries.map(([name]) => name) };
}
