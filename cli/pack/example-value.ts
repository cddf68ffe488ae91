import type { ModelIndex } from "../../generators/model/index-model.ts";
import type { FieldModel, MessageModel, Scalar, ValueType, WellKnown } from "../../generators/model/model.ts";
import { toWireType } from "../../generators/model/wire-type.ts";

/**
 * The smallest value of a message in JSON that its own checks take: what is required, and one member of
 * each oneof that has to have one; where nothing is, a few fields. Undefined for a message that cannot end.
 */
export function buildExample(typeName: string, index: ModelIndex): object | undefined {
  const message = index.message(typeName);
  const value = exampleOf(message, index, []);
  if (value === undefined || Object.keys(value).length > 0) return value;
  return Object.fromEntries(
    message.fields
      .filter(
        ({ shape, oneof }) =>
          shape.kind === "singular" && shape.type.kind !== "message" && oneof === undefined,
      )
      .slice(0, 3)
      .map((field) => [field.jsonName, fieldValue(field, index, [])] as const)
      .filter(([, each]) => each !== undefined),
  );
}

function exampleOf(message: MessageModel, index: ModelIndex, above: readonly string[]): object | undefined {
  if (above.includes(message.typeName)) return undefined;
  const inside = [...above, message.typeName];
  const entries: (readonly [string, unknown])[] = [];
  for (const field of message.fields) {
    if (field.presence !== "required" && field.rules.nonEmpty !== true) continue;
    const value = fieldValue(field, index, inside);
    if (value === undefined) return undefined;
    entries.push([field.jsonName, value]);
  }
  for (const { members, required } of message.oneofs) {
    if (!required || entries.some(([name]) => members.includes(name))) continue;
    const candidates = message.fields
      .filter(({ jsonName }) => members.includes(jsonName))
      .sort((a, b) => Number(isMessage(a)) - Number(isMessage(b)));
    const found = candidates
      .map((field) => [field.jsonName, fieldValue(field, index, inside)] as const)
      .find(([, value]) => value !== undefined);
    if (found === undefined) return undefined;
    entries.push(found);
  }
  return Object.fromEntries(entries);
}

function isMessage({ shape }: FieldModel): boolean {
  return shape.type.kind === "message";
}

function fieldValue(field: FieldModel, index: ModelIndex, above: readonly string[]): unknown {
  const { shape, rules } = field;
  const value = typeValue(shape.type, { field, index, above });
  if (shape.kind === "list") return value === undefined && rules.nonEmpty !== true ? [] : list(value);
  if (shape.kind === "map") return {};
  return value;
}

function list(value: unknown): readonly unknown[] | undefined {
  return value === undefined ? undefined : [value];
}

interface Place {
  readonly field: FieldModel;
  readonly index: ModelIndex;
  readonly above: readonly string[];
}

function typeValue(valueType: ValueType, { field, index, above }: Place): unknown {
  const type = toWireType(valueType);
  switch (type.kind) {
    case "message":
      return exampleOf(index.message(type.typeName), index, above);
    case "enum": {
      const { values } = index.enumeration(type.typeName);
      return (values.find(({ unspecified, alias }) => !unspecified && !alias) ?? values[0])?.json;
    }
    case "wellKnown":
      return wellKnownValues[type.wellKnown];
    case "scalar":
      return scalarValue(type.scalar, field);
  }
}

function scalarValue(scalar: Scalar, { jsonName, rules }: FieldModel): unknown {
  switch (scalar) {
    case "bool":
      return true;
    case "string":
      // A text by a pattern cannot be made up.
      return rules.values?.[0] ?? (rules.pattern === undefined ? textFor(jsonName) : undefined);
    case "bytes":
      return "AQID";
    case "int64":
    case "uint64":
    case "sint64":
    case "fixed64":
    case "sfixed64":
      return String(rules.minimum ?? 1);
    default:
      return rules.minimum ?? Math.min(1, rules.maximum ?? 1);
  }
}

function textFor(jsonName: string): string {
  if (/ur[il]$/i.test(jsonName)) return "https://example.com";
  if (/(?:^i|I)d$/.test(jsonName)) return `${jsonName.replace(/I?i?d$/, "") || "id"}-1`;
  return jsonName;
}

const wellKnownValues: Readonly<Record<WellKnown, unknown>> = {
  Any: undefined,
  Duration: "1s",
  Empty: {},
  FieldMask: "name",
  ListValue: [],
  NullValue: null,
  Struct: {},
  Timestamp: "2026-01-01T00:00:00Z",
  Value: "value",
  BoolValue: true,
  BytesValue: "AQID",
  DoubleValue: 1,
  FloatValue: 1,
  Int32Value: 1,
  Int64Value: "1",
  StringValue: "text",
  UInt32Value: 1,
  UInt64Value: "1",
};
