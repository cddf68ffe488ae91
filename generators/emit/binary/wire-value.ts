import type { FieldModel, MapKey, MessageModel, Scalar, ValueType, WellKnown } from "../../model/model.ts";
import { toWireType } from "../../model/wire-type.ts";
import { code, type Piece } from "../../print/piece.ts";
import { binaryRuntime, enumFunction, type MessageContext, messageFunction } from "./binary-context.ts";

/** The low three bits of a tag. */
export const wireTypes = { varint: 0, bit64: 1, length: 2, startGroup: 3, endGroup: 4, bit32: 5 } as const;

/** How a value stands on the wire. */
export type WireValue = InlineValue | BodyValue;

/** A value that a method of the writer writes. */
export interface InlineValue {
  readonly kind: "inline";
  readonly wireType: number;
  /** The call of the writer's method, ".string(value)". */
  readonly write: (value: Piece) => Piece;
  readonly read: Piece;
  /** True where reading can give undefined: a number that a closed enum does not have. */
  readonly droppable: boolean;
}

/** A message, whose body a function writes. */
export interface BodyValue {
  readonly kind: "body";
  readonly delimited: boolean;
  readonly write: (value: Piece) => Piece;
  readonly read: (length: Piece) => Piece;
  /** The same into a value that may be there already. */
  readonly merge: (length: Piece, into: Piece) => Piece;
}

/** A tag: what announces a field on the wire. */
export function tagOf(number: number, wireType: number): string {
  // Not a shift, which would make the largest ones negative.
  return String(number * 8 + wireType);
}

/** Whether a list of such values can be packed. */
export function isPackable(value: WireValue): value is InlineValue {
  return value.kind === "inline" && value.wireType !== wireTypes.length;
}

export function wireValue(valueType: ValueType, context: MessageContext): WireValue {
  const type = toWireType(valueType);
  switch (type.kind) {
    case "scalar":
      return scalarValues[type.scalar];
    case "enum": {
      const enumeration = context.index.enumeration(type.typeName);
      return {
        kind: "inline",
        wireType: wireTypes.varint,
        write: (value) => code`.int32(${enumFunction(enumeration, "to", context)}(${value}))`,
        read: code`${enumFunction(enumeration, "from", context)}(reader.int32())`,
        droppable: enumeration.closed,
      };
    }
    case "message":
      return messageValue(context.index.message(type.typeName), { delimited: type.delimited, context });
    case "wellKnown":
      return wellKnownValue(type.wellKnown);
  }
}

/** The key of a map, which is a string in JSON whatever its type. */
export function wireKey(key: MapKey): InlineValue {
  const { wireType, write, read } = scalarValues[key];
  const inline = { kind: "inline", wireType, droppable: false } as const;
  switch (key) {
    case "string":
    case "int64":
    case "uint64":
    case "sint64":
    case "fixed64":
    case "sfixed64":
      return { ...inline, write, read };
    case "bool":
      return {
        ...inline,
        write: (value) => code`.bool(${binaryRuntime("fromBoolKey")}(${value}))`,
        read: code`\`\${${read}}\``,
      };
    case "int32":
    case "sint32":
    case "sfixed32":
      return {
        ...inline,
        write: (value) => code`.${key}(${binaryRuntime("fromInt32Key")}(${value}))`,
        read: code`\`\${${read}}\``,
      };
    case "uint32":
    case "fixed32":
      return {
        ...inline,
        write: (value) => code`.${key}(${binaryRuntime("fromUint32Key")}(${value}))`,
        read: code`\`\${${read}}\``,
      };
  }
}

function scalarValue(scalar: Scalar): InlineValue {
  const inline = { kind: "inline", wireType: scalarWireTypes[scalar], droppable: false } as const;
  const converted = (to: string, from: string): InlineValue => ({
    ...inline,
    write: (value) => code`.${scalar}(${binaryRuntime(to)}(${value}))`,
    read: code`${binaryRuntime(from)}(reader.${scalar}())`,
  });
  switch (scalar) {
    case "double":
      return converted("fromJsonDouble", "toJsonDouble");
    case "float":
      return converted("fromJsonFloat", "toJsonDouble");
    case "int64":
    case "sint64":
    case "sfixed64":
      return converted("fromJsonInt64", "toJsonInt64");
    case "uint64":
    case "fixed64":
      return converted("fromJsonUint64", "toJsonInt64");
    case "bytes":
      return { ...inline, write: (value) => code`.base64(${value})`, read: "reader.base64()" };
    case "bool":
      return {
        ...inline,
        write: (value) => code`.bool(${binaryRuntime("checkBool")}(${value}))`,
        read: "reader.bool()",
      };
    case "string":
      return {
        ...inline,
        write: (value) => code`.string(${value})`,
        read: "reader.string()",
      };
    case "int32":
    case "uint32":
    case "sint32":
    case "fixed32":
    case "sfixed32":
      // The writer checks 32-bit integers itself.
      return { ...inline, write: (value) => code`.${scalar}(${value})`, read: `reader.${scalar}()` };
  }
}

const scalarWireTypes: Readonly<Record<Scalar, number>> = {
  double: wireTypes.bit64,
  float: wireTypes.bit32,
  int32: wireTypes.varint,
  int64: wireTypes.varint,
  uint32: wireTypes.varint,
  uint64: wireTypes.varint,
  sint32: wireTypes.varint,
  sint64: wireTypes.varint,
  fixed32: wireTypes.bit32,
  fixed64: wireTypes.bit64,
  sfixed32: wireTypes.bit32,
  sfixed64: wireTypes.bit64,
  bool: wireTypes.varint,
  string: wireTypes.length,
  bytes: wireTypes.length,
};

const scalarValues = Object.fromEntries(
  (Object.keys(scalarWireTypes) as Scalar[]).map((scalar) => [scalar, scalarValue(scalar)]),
) as Readonly<Record<Scalar, InlineValue>>;

function messageValue(
  target: MessageModel,
  { delimited, context }: { delimited: boolean; context: MessageContext },
): BodyValue {
  const write = messageFunction(target, "write", context);
  const read = messageFunction(target, "read", context);
  const types = target.containsAny ? ", types" : "";
  // Only a message that can hold itself counts its depth; a walk from another one begins at 0.
  const counts = target.recursive && context.message.recursive;
  const depth = counts ? ", depth + 1" : "";
  const depthBeforeInto = target.recursive && !counts ? ", 0" : depth;
  return {
    kind: "body",
    delimited,
    write: (value) => code`${write}(${value}, writer${types}${depth})`,
    read: (length) => code`${read}(reader, ${length}${types}${depth})`,
    merge: (length, into) =>
      isMergeable(target)
        ? code`${read}(reader, ${length}${types}${depthBeforeInto}, ${into})`
        : code`${read}(reader, ${length}${types}${depth})`,
  };
}

/** Whether the reader of a message reads the existing value. */
export function isMergeable(message: MessageModel): boolean {
  return message.fields.some((field) => !isConstant(field));
}

/** Whether a field says nothing on the wire: a NullValue that does not tell unset from null. */
export function isConstant({ shape, explicit }: FieldModel): boolean {
  const { kind, type } = shape;
  return kind === "singular" && !explicit && type.kind === "wellKnown" && type.wellKnown === "NullValue";
}

function wellKnownValue(wellKnown: WellKnown): WireValue {
  if (wellKnown === "NullValue") {
    return {
      kind: "inline",
      wireType: wireTypes.varint,
      write: (value) => code`.int32(${binaryRuntime("fromJsonNull")}(${value}))`,
      read: code`${binaryRuntime("readNullValue")}(reader)`,
      droppable: false,
    };
  }
  const types = wellKnown === "Any" ? ", types" : "";
  return {
    kind: "body",
    delimited: false,
    write: (value) => code`${binaryRuntime(`write${wellKnown}`)}(${value}, writer${types})`,
    read: (length) => code`${binaryRuntime(`read${wellKnown}`)}(reader, ${length}${types})`,
    merge: (length, into) => code`${binaryRuntime(`merge${wellKnown}`)}(reader, ${length}${types}, ${into})`,
  };
}
