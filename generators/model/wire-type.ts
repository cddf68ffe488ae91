import type { ValueType, WireType } from "./model.ts";

/** The type of a proto's field; throws for one that only JSON Schemas have. */
export function toWireType(type: ValueType): WireType {
  switch (type.kind) {
    case "scalar":
    case "enum":
    case "message":
    case "wellKnown":
      return type;
    case "union":
    case "literal":
    case "json":
    case "list":
    case "map":
      throw new Error(`a type of JSON (${type.kind}) has no wire form`);
  }
}
