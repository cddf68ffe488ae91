import { defined } from "@a2agen/runtime/internal";
import type { FieldModel, MessageModel } from "../../model/model.ts";
import type { SchemaObject } from "../jsonschema/schema.ts";
import { fieldKey } from "./metadata-keys.ts";
import {
  type Carrier,
  messageOf,
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
  const { options, carriers, narrows } = extension;
  const data = messageOf(extension);
  return (message) => {
    const nested = message.fields.flatMap((field): (readonly [string, SchemaObject])[] => {
      const { type } = field.shape;
      const ref = type.kind === "message" ? defRef(type.typeName) : undefined;
      return ref === undefined ? [] : [[field.jsonName, ofEach(field, { $ref: ref })]];
    });
    const carrier = carriers.find((candidate) => candidate.message === message);
    const rules = narrows.filter((narrowing) => narrowing.message === message);
    return [
      ...(nested.length === 0 ? [] : [objectWith(nested)]),
      ...(carrier === undefined || data === undefined ? [] : [dataOverlay(carrier, data)]),
      ...rules.flatMap((rule) => [
        ...(rule.carrier === undefined || data === undefined ? [] : [presenceOverlay(rule.carrier, data)]),
        ...rule.fields.map(fieldOverlay),
      ]),
    ];
  };

  /** Data that is there is right. */
  function dataOverlay({ metadata }: Carrier, message: MessageModel): SchemaObject {
    return objectWith([[metadata.jsonName, metadataSchema(message)]]);
  }

  function metadataSchema(message: MessageModel): SchemaObject {
    switch (options.key) {
      case "uri":
        return objectWith([[options.uri, { $ref: defRef(message.typeName) ?? "" }]]);
      case "fields": {
        const keyOf = ({ jsonName }: FieldModel): string => fieldKey(options.uri, jsonName);
        const required = message.fields.filter(({ presence }) => presence === "required").map(keyOf);
        const schema = objectWith(message.fields.map((field) => [keyOf(field), fieldSchema(field)] as const));
        if (required.length === 0) return schema;
        // Where there is one field of the data, there are those without which it is none.
        const needed = message.fields
          .map(keyOf)
          .map((key) => [key, required.filter((other) => other !== key)] as const);
        const entries = needed.filter(([, keys]) => keys.length > 0);
        return entries.length === 0 ? schema : { ...schema, dependentRequired: Object.fromEntries(entries) };
      }
    }
  }

  /** Data is there, and the object says so. */
  function presenceOverlay({ metadata, extensions }: Carrier, message: MessageModel): SchemaObject {
    const listed: readonly (readonly [string, SchemaObject])[] =
      extensions === undefined
        ? []
        : [[extensions.jsonName, { type: "array", contains: { const: options.uri } }]];
    return requiring([[metadata.jsonName, presentKeys(message)], ...listed]);
  }

  function presentKeys(message: MessageModel): SchemaObject {
    switch (options.key) {
      case "uri":
        return requiring([[options.uri, true]]);
      case "fields": {
        const keyOf = ({ jsonName }: FieldModel): string => fieldKey(options.uri, jsonName);
        const required = message.fields.filter(({ presence }) => presence === "required");
        if (required.length > 0) return requiring(required.map((field) => [keyOf(field), true] as const));
        return { type: "object", anyOf: message.fields.map((field) => requiring([[keyOf(field), true]])) };
      }
    }
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
