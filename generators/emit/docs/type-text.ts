import type { ModelIndex } from "../../model/index-model.ts";
import type { FieldShape, Scalar, ValueType, WellKnown } from "../../model/model.ts";
import { code, codeLink } from "../shared/markdown.ts";
import { shortName } from "./anchors.ts";

/** What texts about types need to know of the place where they stand. */
export interface TypeContext {
  readonly index: ModelIndex;
  /** The package whose names are written without it. */
  readonly package: string;
  /** Where a message or an enum is documented, by full proto name. */
  readonly linkOf: (typeName: string) => string | undefined;
  /** The hidden anchors of what had other names, by full proto name, as HTML; nothing has any when absent. */
  readonly formerAnchorsOf?: (fullName: string) => string;
}

/** The JSON type of a field's value as Markdown, "array of [`Part`](#message-part)". */
export function fieldTypeText(shape: FieldShape, context: TypeContext): string {
  switch (shape.kind) {
    case "singular":
      return valueTypeText(shape.type, context);
    case "list":
      return `array of ${valueTypeText(shape.type, context)}`;
    case "map":
      return `map of ${scalarTexts[shape.key]} to ${valueTypeText(shape.type, context)}`;
  }
}

/** A message by its full proto name: of a method's request or response. */
export function messageText(typeName: string, context: TypeContext): string {
  const wellKnown = typeName.startsWith("google.protobuf.") ? typeName.slice("google.protobuf.".length) : "";
  return isWellKnown(wellKnown) ? wellKnownTexts[wellKnown] : namedText(typeName, context);
}

/** The JSON type of one value as Markdown. */
export function valueTypeText(type: ValueType, context: TypeContext): string {
  switch (type.kind) {
    case "scalar":
      return scalarTexts[type.scalar];
    case "enum":
    case "message":
      return namedText(type.typeName, context);
    case "wellKnown":
      return wellKnownTexts[type.wellKnown];
    case "union": {
      const { inner, arms } = context.index.union(type.typeName);
      return inner
        ? arms.map((arm) => valueTypeText(arm, context)).join(" or ")
        : namedText(type.typeName, context);
    }
    case "literal":
      return type.values.map((value) => code(JSON.stringify(value))).join(" or ");
    case "json":
      return type.types.map(code).join(" or ");
    case "list":
      return `array of ${valueTypeText(type.element, context)}`;
    case "map":
      return `map of ${scalarTexts.string} to ${valueTypeText(type.value, context)}`;
  }
}

function namedText(typeName: string, context: TypeContext): string {
  return codeLink(shortName(typeName, context.package), context.linkOf(typeName));
}

function isWellKnown(name: string): name is WellKnown {
  return Object.hasOwn(wellKnownTexts, name);
}

const scalarTexts: Readonly<Record<Scalar, string>> = {
  double: code("number"),
  float: `${code("number")} (float)`,
  int32: `${code("integer")} (int32)`,
  int64: `${code("string")} (int64)`,
  uint32: `${code("integer")} (uint32)`,
  uint64: `${code("string")} (uint64)`,
  sint32: `${code("integer")} (int32)`,
  sint64: `${code("string")} (int64)`,
  fixed32: `${code("integer")} (uint32)`,
  fixed64: `${code("string")} (uint64)`,
  sfixed32: `${code("integer")} (int32)`,
  sfixed64: `${code("string")} (int64)`,
  bool: code("boolean"),
  string: code("string"),
  bytes: `${code("string")} (base64)`,
};

const wellKnownTexts: Readonly<Record<WellKnown, string>> = {
  Any: `${code("object")} with ${code("@type")}`,
  Duration: `${code("string")} (duration)`,
  Empty: code("{}"),
  FieldMask: `${code("string")} (field mask)`,
  ListValue: code("array"),
  NullValue: code("null"),
  Struct: code("object"),
  Timestamp: `${code("string")} (timestamp)`,
  Value: "any JSON value",
  BoolValue: scalarTexts.bool,
  BytesValue: scalarTexts.bytes,
  DoubleValue: scalarTexts.double,
  FloatValue: scalarTexts.float,
  Int32Value: scalarTexts.int32,
  Int64Value: scalarTexts.int64,
  StringValue: scalarTexts.string,
  UInt32Value: scalarTexts.uint32,
  UInt64Value: scalarTexts.uint64,
};
