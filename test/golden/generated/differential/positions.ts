import type { DescEnum, DescField, DescMessage, JsonObject, JsonValue, ScalarType } from "@bufbuild/protobuf";
import { isWrapperDesc } from "@bufbuild/protobuf/wkt";
import { getOwn, isJsonObject } from "./json.ts";

/** A place in the JSON of a message, with what the proto file says should stand there. */
export type Position =
  | { readonly kind: "message"; readonly desc: DescMessage; readonly value: JsonObject }
  | { readonly kind: "wellKnown"; readonly typeName: string; readonly value: JsonValue }
  | { readonly kind: "enum"; readonly desc: DescEnum; readonly value: JsonValue }
  | { readonly kind: "scalar"; readonly scalar: ScalarType; readonly value: JsonValue }
  | { readonly kind: "key"; readonly scalar: ScalarType; readonly value: string };

/** Every place in the JSON that has the shape the message gives it; the JSON need not be valid. */
export function* walkPositions(desc: DescMessage, json: JsonValue): Generator<Position> {
  if (isWrapperDesc(desc)) {
    yield { kind: "scalar", scalar: desc.fields[0].scalar, value: json };
    return;
  }
  if (desc.typeName.startsWith("google.protobuf.")) {
    yield { kind: "wellKnown", typeName: desc.typeName, value: json };
    return;
  }
  if (!isJsonObject(json)) return;
  yield { kind: "message", desc, value: json };
  for (const field of desc.fields) {
    for (const name of new Set([field.jsonName, field.name])) {
      const value = getOwn(json, name);
      if (value !== undefined) yield* walkField(field, value);
    }
  }
}

/** What the object holds for the field, under its JSON name or its proto name; null counts as nothing. */
export function readField(field: DescField, json: JsonObject): JsonValue | undefined {
  return getOwn(json, field.jsonName) ?? getOwn(json, field.name) ?? undefined;
}

function* walkField(field: DescField, json: JsonValue): Generator<Position> {
  switch (field.fieldKind) {
    case "list":
      if (Array.isArray(json)) for (const item of json) yield* walkSingular(field, item);
      break;
    case "map":
      if (!isJsonObject(json)) break;
      for (const [key, value] of Object.entries(json)) {
        yield { kind: "key", scalar: field.mapKey, value: key };
        yield* walkSingular(field, value);
      }
      break;
    case "enum":
    case "message":
    case "scalar":
      yield* walkSingular(field, json);
      break;
  }
}

function* walkSingular(field: DescField, json: JsonValue): Generator<Position> {
  if (field.message !== undefined) yield* walkPositions(field.message, json);
  else if (field.enum !== undefined) yield { kind: "enum", desc: field.enum, value: json };
  else if (field.scalar !== undefined) yield { kind: "scalar", scalar: field.scalar, value: json };
}
