import type { WellKnown } from "../../model/model.ts";

const wellKnownNames: ReadonlySet<string> = new Set([
  "Any",
  "Duration",
  "Empty",
  "FieldMask",
  "ListValue",
  "NullValue",
  "Struct",
  "Timestamp",
  "Value",
  "BoolValue",
  "BytesValue",
  "DoubleValue",
  "FloatValue",
  "Int32Value",
  "Int64Value",
  "StringValue",
  "UInt32Value",
  "UInt64Value",
] satisfies WellKnown[]);

const files = ["any", "duration", "empty", "field_mask", "struct", "timestamp", "wrappers"];
const wellKnownFiles: ReadonlySet<string> = new Set(files.map((name) => `google/protobuf/${name}.proto`));

/** Whether a file declares nothing but types with a special JSON form. */
export function isWellKnownFile(name: string): boolean {
  return wellKnownFiles.has(name);
}

/** "google.protobuf.Timestamp" -> "Timestamp"; undefined for types without a special JSON form. */
export function toWellKnown(typeName: string): WellKnown | undefined {
  const name = typeName.startsWith("google.protobuf.") ? typeName.slice("google.protobuf.".length) : "";
  return isWellKnownName(name) ? name : undefined;
}

function isWellKnownName(name: string): name is WellKnown {
  return wellKnownNames.has(name);
}
