import type { ModelIndex } from "../../model/index-model.ts";
import type { EnumModel, FieldModel, MessageModel, Scalar, ValueType, WellKnown } from "../../model/model.ts";
import { code, type ImportRef, importType, importValue, join, type Piece } from "../../print/piece.ts";
import { moduleImport, runtime } from "./module-path.ts";

/** The TypeScript type of a field's value. */
export function fieldType(field: FieldModel, index: ModelIndex): Piece {
  const { shape, rules } = field;
  if (rules.values !== undefined)
    return join(
      rules.values.map((value) => JSON.stringify(value)),
      " | ",
    );
  const type = valueType(shape.type, index);
  switch (shape.kind) {
    case "singular":
      return type;
    case "list":
      return isUnion(shape.type, index) ? code`(${type})[]` : code`${type}[]`;
    case "map":
      return code`{ [key: string]: ${type} }`;
  }
}

/** The TypeScript type of one value: of a singular field, a list's element, a map's value. */
export function valueType(type: ValueType, index: ModelIndex): Piece {
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
    case "wellKnown":
      return wellKnownTypes[type.wellKnown];
  }
}

/** A reference to the type that the types file of its proto exports. */
export function typeReference(type: MessageModel | EnumModel, index: ModelIndex): ImportRef {
  return importType(type.identifier, moduleImport(index.fileOf(type.typeName).name, "types"));
}

/** A reference to the const object of an enum. */
export function enumReference(type: EnumModel, index: ModelIndex): ImportRef {
  return importValue(type.identifier, moduleImport(index.fileOf(type.typeName).name, "types"));
}

/** The JSON spelling of the zero value that is not part of the enum's type, if it has one. */
export function zeroOutsideType(enumeration: EnumModel): string | undefined {
  return enumeration.values.find((value) => value.unspecified)?.json;
}

function isUnion(type: ValueType, index: ModelIndex): boolean {
  return (
    type.kind === "enum" && type.withZero && zeroOutsideType(index.enumeration(type.typeName)) !== undefined
  );
}

const double = importType("JsonDouble", runtime);

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
  Any: importType("JsonAny", runtime),
  Duration: "string",
  Empty: importType("JsonEmpty", runtime),
  FieldMask: "string",
  ListValue: importType("JsonArray", runtime),
  NullValue: "null",
  Struct: importType("JsonObject", runtime),
  Timestamp: "string",
  Value: importType("JsonValue", runtime),
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
