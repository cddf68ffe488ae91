import type { DescEnum, DescExtension, DescMessage } from "@bufbuild/protobuf";
import { type DescField, ScalarType } from "@bufbuild/protobuf";
import type { FieldShape, MapKey, Scalar, ValueType } from "../../model/model.ts";
import { toWellKnown } from "./well-known.ts";

const scalars = {
  [ScalarType.DOUBLE]: "double",
  [ScalarType.FLOAT]: "float",
  [ScalarType.INT32]: "int32",
  [ScalarType.INT64]: "int64",
  [ScalarType.UINT32]: "uint32",
  [ScalarType.UINT64]: "uint64",
  [ScalarType.SINT32]: "sint32",
  [ScalarType.SINT64]: "sint64",
  [ScalarType.FIXED32]: "fixed32",
  [ScalarType.FIXED64]: "fixed64",
  [ScalarType.SFIXED32]: "sfixed32",
  [ScalarType.SFIXED64]: "sfixed64",
  [ScalarType.BOOL]: "bool",
  [ScalarType.STRING]: "string",
  [ScalarType.BYTES]: "bytes",
} as const satisfies Record<ScalarType, Scalar>;

interface ShapeRules {
  /** Whether a singular field knows unset from default. */
  readonly explicit: boolean;
  /** Whether fractions of seconds are sent with 0, 3, 6 or 9 digits. */
  readonly padded: boolean;
}

/** The shape of a field. */
export function buildShape(field: DescField | DescExtension, { explicit, padded }: ShapeRules): FieldShape {
  const shape = shapeOf(field, explicit);
  const { type } = shape;
  const hasFraction =
    type.kind === "wellKnown" && (type.wellKnown === "Timestamp" || type.wellKnown === "Duration");
  return padded && hasFraction ? { ...shape, type: { ...type, padded } } : shape;
}

function shapeOf(field: DescField | DescExtension, explicit: boolean): FieldShape {
  switch (field.fieldKind) {
    case "scalar":
      return { kind: "singular", type: { kind: "scalar", scalar: scalars[field.scalar] } };
    case "enum":
      return { kind: "singular", type: enumType(field.enum, explicit) };
    case "message":
      return { kind: "singular", type: messageType(field.message, field.delimitedEncoding) };
    case "list":
      return { kind: "list", type: elementType(field), packed: field.packed };
    case "map":
      return { kind: "map", key: mapKey(field.mapKey), type: mapValueType(field) };
  }
}

function elementType(field: (DescField | DescExtension) & { fieldKind: "list" }): ValueType {
  switch (field.listKind) {
    case "scalar":
      return { kind: "scalar", scalar: scalars[field.scalar] };
    case "enum":
      return enumType(field.enum, true);
    case "message":
      return messageType(field.message, field.delimitedEncoding);
  }
}

function mapValueType(field: DescField & { fieldKind: "map" }): ValueType {
  switch (field.mapKind) {
    case "scalar":
      return { kind: "scalar", scalar: scalars[field.scalar] };
    case "enum":
      return enumType(field.enum, true);
    case "message":
      return messageType(field.message, false);
  }
}

function mapKey(key: (DescField & { fieldKind: "map" })["mapKey"]): MapKey {
  return scalars[key];
}

function enumType(desc: DescEnum, withZero: boolean): ValueType {
  const wellKnown = toWellKnown(desc.typeName);
  if (wellKnown !== undefined) return { kind: "wellKnown", wellKnown };
  return { kind: "enum", typeName: desc.typeName, withZero };
}

function messageType(desc: DescMessage, delimited: boolean): ValueType {
  const wellKnown = toWellKnown(desc.typeName);
  if (wellKnown !== undefined) return { kind: "wellKnown", wellKnown };
  return { kind: "message", typeName: desc.typeName, delimited };
}
