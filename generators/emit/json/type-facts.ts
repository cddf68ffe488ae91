import type { ModelIndex } from "../../model/index-model.ts";
import type { ValueType } from "../../model/model.ts";

/** Whether null is a value of a type. */
export function isNullable(type: ValueType, index: ModelIndex, within: readonly string[] = []): boolean {
  switch (type.kind) {
    case "wellKnown":
      return type.wellKnown === "Value" || type.wellKnown === "NullValue";
    case "json":
      return type.types.includes("null");
    case "literal":
      return type.values.includes(null);
    case "union":
      // A union can contain itself.
      if (within.includes(type.typeName)) return false;
      return index
        .union(type.typeName)
        .arms.some((arm) => isNullable(arm, index, [...within, type.typeName]));
    case "scalar":
    case "enum":
    case "message":
    case "list":
    case "map":
      return false;
  }
}

/** Whether values may be sent in another form than the one they are given in, as messages are. */
export function hasSentForm(type: ValueType, index: ModelIndex, within: readonly string[] = []): boolean {
  switch (type.kind) {
    case "message":
      return true;
    case "wellKnown":
      return type.wellKnown === "Empty" || type.padded === true;
    case "union":
      // A union can contain itself.
      if (within.includes(type.typeName)) return false;
      return index
        .union(type.typeName)
        .arms.some((arm) => arm.kind !== "scalar" && hasSentForm(arm, index, [...within, type.typeName]));
    case "list":
      return hasSentForm(type.element, index, within);
    case "map":
      return hasSentForm(type.value, index, within);
    case "scalar":
      // Bytes that are not base64 yet are refused.
      return type.scalar === "bytes";
    case "enum":
    case "literal":
    case "json":
      return false;
  }
}
