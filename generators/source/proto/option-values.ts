import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

/** What an option says, read by its JSON form: its message is known from the input alone. */
export function object(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

export function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
