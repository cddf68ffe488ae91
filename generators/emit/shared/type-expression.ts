import { isNamed, type ModelIndex, type TypeModel } from "../../model/index-model.ts";
import type {
  EnumModel,
  FieldModel,
  JsonLiteral,
  Scalar,
  UnionModel,
  ValueType,
  WellKnown,
} from "../../model/model.ts";
import { code, type ImportRef, importType, importValue, join, type Piece } from "../../print/piece.ts";
import { runtimeType } from "../../print/runtime-import.ts";
import { moduleImport } from "./module-path.ts";

/** How unnamed types are written: by the name that the codecs give them, or in full. */
type InnerTypes = "named" | "inline";

/** The TypeScript type of a field's value. */
export function fieldType(field: FieldModel, index: ModelIndex, inner: InnerTypes = "named"): Piece {
  const { shape, rules } = field;
  if (rules.values !== undefined) return literalTypes(rules.values);
  switch (shape.kind) {
    case "singular":
      return valueType(shape.type, index, inner);
    case "list":
      return listType(shape.type, index, inner);
    case "map":
      return code`{ [key: string]: ${valueType(shape.type, index, inner)} }`;
  }
}

/** The TypeScript type of one value: of a singular field, a list's element, a map's value. */
export function valueType(type: ValueType, index: ModelIndex, inner: InnerTypes = "named"): Piece {
  switch (type.kind) {
    case "scalar":
      return scalarTypes[type.scalar];
    case "enum": {
      const enumeration = index.enumeration(type.typeName);
      const zero = zeroOutsideType(enumeration);
      const name = typeReference(enumeration, index);
      return type.withZero && zero !== undefined ? code`${name} | ${JSON.stringify(zero)}` : name;
    }
    case "message":
      return typeReference(index.message(type.typeName), index);
    case "union": {
      const union = index.union(type.typeName);
      return union.inner && inner === "inline" ? unionType(union, index) : typeReference(union, index);
    }
    case "wellKnown":
      return wellKnownTypes[type.wellKnown];
    case "literal":
      return literalTypes(type.values);
    case "json":
      return [...new Set(type.types.map((name) => (name === "integer" ? "number" : name)))].join(" | ");
    case "list":
      return listType(type.element, index, inner);
    case "map":
      return code`{ [key: string]: ${valueType(type.value, index, inner)} }`;
  }
}

function listType(element: ValueType, index: ModelIndex, inner: InnerTypes): Piece {
  const type = valueType(element, index, inner);
  return isUnion(element, index, inner) ? code`(${type})[]` : code`${type}[]`;
}

function literalTypes(values: readonly JsonLiteral[]): Piece {
  return join(
    values.map((value) => JSON.stringify(value)),
    " | ",
  );
}

/** The arms of a union, on one line; those that are alike once. */
export function unionType({ arms }: UnionModel, index: ModelIndex): Piece {
  const distinct = new Map(arms.map((arm) => [JSON.stringify(arm), arm]));
  return join(
    [...distinct.values()].map((arm) => valueType(arm, index, "inline")),
    " | ",
  );
}

/**
 * A reference to a type: the types file of its source exports it, or the JSON file declares it for itself.
 */
export function typeReference(type: TypeModel, index: ModelIndex): ImportRef {
  let reference = references.get(type);
  if (reference === undefined) {
    const from = moduleImport(index.fileOf(type.typeName).name, isNamed(type) ? "types" : "json");
    reference = importType(type.identifier, from);
    references.set(type, reference);
  }
  return reference;
}

const references = new WeakMap<TypeModel, ImportRef>();

/** A reference to the const object of an enum. */
export function enumReference(type: EnumModel, index: ModelIndex): ImportRef {
  return importValue(type.identifier, moduleImport(index.fileOf(type.typeName).name, "types"));
}

/** The JSON spelling of the zero value that is not part of the enum's type, if it has one. */
export function zeroOutsideType(enumeration: EnumModel): string | undefined {
  return enumeration.values.find((value) => value.unspecified)?.json;
}

/** Whether a type is written as several, which need brackets in the type of a list. */
function isUnion(type: ValueType, index: ModelIndex, inner: InnerTypes): boolean {
  switch (type.kind) {
    case "enum":
      return type.withZero && zeroOutsideType(index.enumeration(type.typeName)) !== undefined;
    case "union":
      return inner === "inline" && index.union(type.typeName).inner === true;
    case "literal":
      return type.values.length > 1;
    case "json":
      return type.types.length > 1;
    case "scalar":
    case "message":
    case "wellKnown":
    case "list":
    case "map":
      return false;
  }
}

const double = runtimeType("JsonDouble");

const scalarTypes: Readonly<Record<Scalar, Piece>> = {
  double,
  float: double,
  int32: "number",
  int64: "string",
  uint32: "number",
  uint64: "string",
  sint32: "number",
  sint64: "string",
  fixed32: "number",
  fixed64: "string",
  sfixed32: "number",
  sfixed64: "string",
  bool: "boolean",
  string: "string",
  bytes: "string",
};

const wellKnownTypes: Readonly<Record<WellKnown, Piece>> = {
  Any: runtimeType("JsonAny"),
  Duration: "string",
  Empty: runtimeType("JsonEmpty"),
  FieldMask: "string",
  ListValue: runtimeType("JsonArray"),
  NullValue: "null",
  Struct: runtimeType("JsonObject"),
  Timestamp: "string",
  Value: runtimeType("JsonValue"),
  BoolValue: "boolean",
  BytesValue: "string",
  DoubleValue: double,
  FloatValue: double,
  Int32Value: "number",
  Int64Value: "string",
  StringValue: "string",
  UInt32Value: "number",
  UInt64Value: "string",
};
