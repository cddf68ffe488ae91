import type { DescField, DescMessage, JsonObject, JsonValue } from "@bufbuild/protobuf";
import { getOwn, isJsonObject, setOwn } from "./json.ts";

/** The JSON of a message with its properties in the order in which the proto file declares the fields. */
export function inFieldOrder(desc: DescMessage, json: JsonValue): JsonValue {
  if (desc.typeName.startsWith("google.protobuf.") || !isJsonObject(json)) return json;
  const ordered: JsonObject = {};
  for (const field of desc.fields) {
    const value = getOwn(json, field.jsonName);
    if (value !== undefined) setOwn(ordered, field.jsonName, orderField(field, value));
  }
  return ordered;
}

function orderField(field: DescField, json: JsonValue): JsonValue {
  const { message } = field;
  if (message === undefined) return json;
  if (field.fieldKind === "list" && Array.isArray(json))
    return json.map((item) => inFieldOrder(message, item));
  if (field.fieldKind === "map" && isJsonObject(json)) {
    return Object.fromEntries(
      Object.entries(json).map(([key, value]) => [key, inFieldOrder(message, value)]),
    );
  }
  return inFieldOrder(message, json);
}
