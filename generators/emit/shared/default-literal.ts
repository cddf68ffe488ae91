import type { ModelIndex } from "../../model/index-model.ts";
import type { FieldShape, Scalar } from "../../model/model.ts";

/**
 * The value that proto gives a field that is not on the wire, as TypeScript, and the like of it for types of
 * JSON; undefined for messages, unions, and enums without a zero value.
 */
export function defaultLiteral(shape: FieldShape, index: ModelIndex): string | undefined {
  if (shape.kind === "list") return "[]";
  if (shape.kind === "map") return "{}";
  switch (shape.type.kind) {
    case "scalar":
      return scalarDefault(shape.type.scalar);
    case "enum": {
      const zero = index.enumeration(shape.type.typeName).values.find((value) => value.number === 0);
      const known = zero !== undefined && (!zero.unspecified || shape.type.withZero);
      return known ? JSON.stringify(zero.json) : undefined;
    }
    case "message":
      return undefined;
    case "wellKnown":
      return shape.type.wellKnown === "NullValue" ? "null" : undefined;
    case "literal":
      return shape.type.constant ? JSON.stringify(shape.type.values[0]) : undefined;
    case "json": {
      const [only] = shape.type.types;
      return only === undefined || shape.type.types.length > 1 ? undefined : jsonDefaults[only];
    }
    case "list":
      return "[]";
    case "map":
      return "{}";
    case "union":
      return undefined;
  }
}

const jsonDefaults = { string: '""', integer: "0", number: "0", boolean: "false", null: "null" } as const;

function scalarDefault(scalar: Scalar): string {
  switch (scalar) {
    case "bool":
      return "false";
    case "string":
    case "bytes":
      return '""';
    case "int64":
    case "uint64":
    case "sint64":
    case "fixed64":
    case "sfixed64":
      return '"0"';
    case "double":
    case "float":
    case "int32":
    case "uint32":
    case "sint32":
    case "fixed32":
    case "sfixed32":
      return "0";
  }
}
