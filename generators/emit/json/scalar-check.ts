import type { Dialect, MapKey, Scalar, WellKnown } from "../../model/model.ts";
import { code, type ImportRef, importValue, type Piece } from "../../print/piece.ts";
import { runtime } from "../shared/module-path.ts";

/** How a scalar is checked: a condition that holds for good values, and the kind that knows the rest. */
export interface ScalarCheck {
  /** Expressions over the variable `value`: true for good values, true for others. */
  readonly condition: Piece;
  readonly negation: Piece;
  /** An expression of type Kind: only a refused value evaluates it. */
  readonly kind: Piece;
}

/** A well-known type is checked like a scalar, or like a message by a function of the runtime. */
export type WellKnownCheck =
  | { readonly as: "scalar"; readonly scalar: ScalarCheck }
  | { readonly as: "message"; readonly check: ImportRef };

function fromRuntime(name: string): ImportRef {
  return importValue(name, runtime);
}

function callTo(predicate: string, kind: string): ScalarCheck {
  const condition = code`${fromRuntime(predicate)}(value)`;
  return { condition, negation: code`!${condition}`, kind: fromRuntime(kind) };
}

/** The kind that also accepts what parsers of ProtoJSON accept, where the dialect wants that. */
function dialectKind(dialect: Dialect, kind: string, proto: string): string {
  return dialect.spellings === "protojson" ? proto : kind;
}

export function scalarCheck(scalar: Scalar, dialect: Dialect): ScalarCheck {
  switch (scalar) {
    case "double":
      return callTo("isDouble", dialectKind(dialect, "double", "protoDouble"));
    case "float":
      return callTo("isFloat", dialectKind(dialect, "float", "protoFloat"));
    case "int32":
    case "sint32":
    case "sfixed32":
      return callTo("isInt32", dialectKind(dialect, "int32", "protoInt32"));
    case "uint32":
    case "fixed32":
      return callTo("isUint32", dialectKind(dialect, "uint32", "protoUint32"));
    case "int64":
    case "sint64":
    case "sfixed64":
      return callTo("isInt64", "int64");
    case "uint64":
    case "fixed64":
      return callTo("isUint64", "uint64");
    case "bool":
      return {
        condition: `typeof value === "boolean"`,
        negation: `typeof value !== "boolean"`,
        kind: fromRuntime("bool"),
      };
    case "string":
      return callTo("isText", "text");
    case "bytes":
      return callTo("isBytes", "bytes");
  }
}

export function wellKnownCheck(wellKnown: WellKnown, dialect: Dialect): WellKnownCheck {
  const scalar = (check: ScalarCheck): WellKnownCheck => ({ as: "scalar", scalar: check });
  const message = (check: string): WellKnownCheck => ({ as: "message", check: fromRuntime(check) });
  switch (wellKnown) {
    case "Any":
      return message("checkAny");
    case "Empty":
      return message("checkEmpty");
    case "Struct":
      return message("checkStruct");
    case "Value":
      return message("checkValue");
    case "ListValue":
      return message("checkListValue");
    case "Timestamp":
      return scalar(callTo("isTimestamp", dialect.timestamps === "offset" ? "offsetTimestamp" : "timestamp"));
    case "Duration":
      return scalar(callTo("isDuration", "duration"));
    case "FieldMask":
      return scalar(callTo("isFieldMask", "fieldMask"));
    case "NullValue":
      return scalar({
        condition: "value === null",
        negation: "value !== null",
        kind: fromRuntime(dialectKind(dialect, "nullValue", "protoNullValue")),
      });
    case "BoolValue":
      return scalar(scalarCheck("bool", dialect));
    case "BytesValue":
      return scalar(scalarCheck("bytes", dialect));
    case "DoubleValue":
      return scalar(scalarCheck("double", dialect));
    case "FloatValue":
      return scalar(scalarCheck("float", dialect));
    case "Int32Value":
      return scalar(scalarCheck("int32", dialect));
    case "Int64Value":
      return scalar(scalarCheck("int64", dialect));
    case "StringValue":
      return scalar(scalarCheck("string", dialect));
    case "UInt32Value":
      return scalar(scalarCheck("uint32", dialect));
    case "UInt64Value":
      return scalar(scalarCheck("uint64", dialect));
  }
}

/** The kind of a map's keys; undefined for strings, which need no form. */
export function mapKeyKind(key: MapKey): ImportRef | undefined {
  switch (key) {
    case "string":
      return undefined;
    case "bool":
      return fromRuntime("boolKey");
    case "int32":
    case "sint32":
    case "sfixed32":
      return fromRuntime("int32Key");
    case "uint32":
    case "fixed32":
      return fromRuntime("uint32Key");
    case "int64":
    case "sint64":
    case "sfixed64":
      return fromRuntime("int64");
    case "uint64":
    case "fixed64":
      return fromRuntime("uint64");
  }
}
