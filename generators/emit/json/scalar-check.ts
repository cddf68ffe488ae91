import type { Dialect, JsonLiteral, JsonScalar, MapKey, Scalar, WellKnown } from "../../model/model.ts";
import { code, type ImportRef, join, type Piece } from "../../print/piece.ts";
import { literalText } from "../../print/print-literal.ts";
import { codegenValue } from "../../print/runtime-import.ts";
import { anyOf, type Condition, callHolds, equals } from "./condition.ts";

/** How a scalar is checked: a condition that holds for good values, and the kind that knows the rest. */
export interface ScalarCheck {
  readonly condition: Condition;
  /** An expression of type Kind: only a refused value evaluates it. */
  readonly kind: Piece;
}

/** A well-known type is checked like a scalar, or like a message by a function of the runtime. */
export type WellKnownCheck =
  | { readonly as: "scalar"; readonly scalar: ScalarCheck }
  | { readonly as: "message"; readonly check: ImportRef };

function fromRuntime(name: string): ImportRef {
  return codegenValue(name);
}

function callTo(predicate: string, kind: string): ScalarCheck {
  return { condition: callHolds(code`${fromRuntime(predicate)}(value)`), kind: fromRuntime(kind) };
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
      return callTo("isInt64", dialect.open ? "protoInt64" : "int64");
    case "uint64":
    case "fixed64":
      return callTo("isUint64", dialect.open ? "protoUint64" : "uint64");
    case "bool":
      return { condition: equals("typeof value", '"boolean"'), kind: fromRuntime("bool") };
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
        condition: equals("value", "null"),
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

/** How a value is checked that has one of several types of JSON. */
export function jsonCheck(types: readonly JsonScalar[]): ScalarCheck {
  const checks = types.map((type) => jsonChecks[type]);
  const [only] = checks;
  if (only !== undefined && checks.length === 1) return only;
  return {
    condition: anyOf(checks.map(({ condition }) => condition)),
    kind: code`${fromRuntime("anyKind")}([${join(
      checks.map(({ kind }) => kind),
      ", ",
    )}])`,
  };
}

const jsonChecks: Readonly<Record<JsonScalar, ScalarCheck>> = {
  string: callTo("isText", "text"),
  integer: callTo("isInteger", "integer"),
  number: callTo("isNumber", "number"),
  boolean: { condition: equals("typeof value", '"boolean"'), kind: fromRuntime("bool") },
  null: { condition: equals("value", "null"), kind: fromRuntime("nullValue") },
};

/** How a value is checked that is one of some constants. */
export function literalCheck(values: readonly JsonLiteral[], constant: boolean): ScalarCheck {
  const literals = values.map((value) => JSON.stringify(value));
  return {
    condition: anyOf(literals.map((literal) => equals("value", literal))),
    kind: constant
      ? code`${fromRuntime("constantKind")}(${literals.join("")})`
      : code`${fromRuntime("literalKind")}([${literals.join(", ")}])`,
  };
}

/** How a text is checked for which the profile allows some values. */
export function choiceCheck(values: readonly string[]): ScalarCheck {
  const { condition } = literalCheck(values, false);
  return { condition, kind: code`${fromRuntime("choiceKind")}(${literalText(values)})` };
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
