import type { ModelIndex } from "../../../../generators/model/index-model.ts";
import type {
  FieldModel,
  MessageModel,
  Scalar,
  ValueType,
  WellKnown,
} from "../../../../generators/model/model.ts";
import { toWireType } from "../../../../generators/model/wire-type.ts";

/** A valid message with its required fields, of every required oneof one member, and the field `also`. */
export function buildMessage(
  message: MessageModel,
  index: ModelIndex,
  also?: FieldModel,
): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const field of message.fields) {
    const oneof = message.oneofs.find(({ name }) => name === field.oneof);
    const chosen =
      oneof?.required && (also?.oneof ?? "") !== oneof.name && oneof.members[0] === field.jsonName;
    if (field.presence !== "required" && field !== also && !chosen) continue;
    value[field.jsonName] = buildField(field, index);
  }
  return value;
}

/** A valid value of a field that is not the default. */
export function buildField(field: FieldModel, index: ModelIndex): unknown {
  const { shape, rules } = field;
  if (rules.values !== undefined) return rules.values[0];
  const one = buildValue(shape.type, index);
  switch (shape.kind) {
    case "singular":
      return one;
    case "list":
      return [one];
    case "map":
      return { [mapKey(shape.key)]: one };
  }
}

/** A valid value of a type that is not the default. */
export function buildValue(valueType: ValueType, index: ModelIndex): unknown {
  const type = toWireType(valueType);
  switch (type.kind) {
    case "scalar":
      return scalarValues[type.scalar];
    case "enum": {
      const { values } = index.enumeration(type.typeName);
      return (values.find(({ unspecified }) => !unspecified) ?? values[0])?.json;
    }
    case "message":
      return buildMessage(index.message(type.typeName), index);
    case "wellKnown":
      return structuredClone(wellKnownValues[type.wellKnown]);
  }
}

export function mapKey(key: Scalar): string {
  return key === "string" ? "key" : key === "bool" ? "true" : "1";
}

const scalarValues: Readonly<Record<Scalar, unknown>> = {
  double: 1.5,
  float: 0.5,
  int32: 1,
  int64: "1",
  uint32: 1,
  uint64: "1",
  sint32: 1,
  sint64: "1",
  fixed32: 1,
  fixed64: "1",
  sfixed32: 1,
  sfixed64: "1",
  bool: true,
  string: "text",
  bytes: "AAEC",
};

const wellKnownValues: Readonly<Record<WellKnown, unknown>> = {
  Any: {},
  Duration: "1.5s",
  Empty: {},
  FieldMask: "a.b",
  ListValue: [1],
  NullValue: null,
  Struct: { a: 1 },
  Timestamp: "2025-10-28T10:30:00Z",
  Value: "value",
  BoolValue: true,
  BytesValue: "AAEC",
  DoubleValue: 1.5,
  FloatValue: 0.5,
  Int32Value: 1,
  Int64Value: "1",
  StringValue: "text",
  UInt32Value: 1,
  UInt64Value: "1",
};
