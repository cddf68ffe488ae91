import type { ModelIndex } from "../../model/index-model.ts";
import type { FieldShape, Scalar } from "../../model/model.ts";

/**
 * The value that proto gives a field that is not on the wire, as TypeScript; undefined for messages
 * and for enums whose zero value says that there is none.
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
  }
}

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
