import { type DescEnum, type DescMessage, type JsonValue, ScalarType } from "@bufbuild/protobuf";
import { isRequired } from "../../../shared/random/required.ts";
import { isJsonObject } from "./json.ts";
import { type Position, readField, walkPositions } from "./positions.ts";

/**
 * How generated codecs may differ from protobuf-es where a difference applies. stricter: they may
 * reject what it accepts. looser: they may accept what it rejects. respelled: they may keep or
 * write another spelling of the same message.
 */
export type Effect = "stricter" | "looser" | "respelled";

/** An intended difference from protobuf-es: where it applies and why it is one. */
export interface Difference {
  readonly name: string;
  readonly effects: readonly Effect[];
  readonly reason: string;
  readonly appliesTo: (position: Position) => boolean;
}

/** Names of the intended differences with the effect that apply somewhere in the JSON. */
export function findDifferences(effect: Effect, desc: DescMessage, json: JsonValue): string[] {
  const found = new Set<string>();
  for (const position of walkPositions(desc, json)) {
    for (const difference of differences) {
      if (difference.effects.includes(effect) && difference.appliesTo(position)) found.add(difference.name);
    }
  }
  return [...found];
}

/** Everything in which generated codecs mean to differ from protobuf-es. */
export const differences: readonly Difference[] = [
  {
    name: "required field missing",
    effects: ["stricter"],
    reason: "a field marked REQUIRED is a mandatory property; protobuf-es does not know the mark",
    appliesTo: (position) =>
      position.kind === "message" &&
      position.desc.fields.some(
        (field) => isRequired(field) && readField(field, position.value) === undefined,
      ),
  },
  {
    name: "required list empty",
    effects: ["stricter"],
    reason: "the protocol wants an element in every REQUIRED list",
    appliesTo: (position) =>
      position.kind === "message" &&
      position.desc.fields.some(
        (field) =>
          field.fieldKind === "list" && isRequired(field) && isEmpty(readField(field, position.value)),
      ),
  },
  {
    name: "required field holds its default",
    effects: ["respelled"],
    reason: "a REQUIRED field is always written; protobuf-es leaves out the default of an implicit field",
    appliesTo: (position) =>
      position.kind === "message" &&
      position.desc.fields.some(
        (field) =>
          field.fieldKind !== "message" &&
          isRequired(field) &&
          (readField(field, position.value) === undefined || isDefault(readField(field, position.value))),
      ),
  },
  {
    name: "oneof of the protocol unset",
    effects: ["stricter"],
    reason: "the protocol wants exactly one member of each of its oneofs",
    appliesTo: (position) =>
      position.kind === "message" &&
      isProtocol(position.desc) &&
      position.desc.oneofs.some((oneof) =>
        oneof.fields.every((field) => readField(field, position.value) === undefined),
      ),
  },
  {
    name: "null beside another member of a oneof",
    effects: ["looser"],
    reason: "null is absence; protobuf-es counts a null message or enum as a second member",
    appliesTo: (position) =>
      position.kind === "message" &&
      position.desc.oneofs.some((oneof) =>
        oneof.fields.some(
          (field) => field.fieldKind !== "scalar" && holdsNull(position.value, field.jsonName, field.name),
        ),
      ),
  },
  {
    name: "enum value unknown",
    effects: ["stricter"],
    reason:
      "the type is a union of the declared values, and of other numbers where the enum is open and not NullValue, which is null; protobuf-es drops unknown names",
    appliesTo: (position) =>
      position.kind === "enum" &&
      !isDeclared(position.desc, position.value) &&
      !(
        position.desc.open &&
        position.desc.typeName !== "google.protobuf.NullValue" &&
        typeof position.value === "number"
      ),
  },
  {
    name: "enum alias",
    effects: ["respelled"],
    reason: "a second name of a number is in the type too; protobuf-es writes the first",
    appliesTo: (position) =>
      position.kind === "enum" &&
      position.desc.values.some(
        ({ name, number }) => name === position.value && position.desc.value[number]?.name !== name,
      ),
  },
  {
    name: "integer text that is not plain decimal",
    effects: ["stricter", "respelled"],
    reason:
      "protobuf-es converts with Number and BigInt, which take spaces, hexadecimals, signs and leading zeros",
    appliesTo: (position) =>
      isInteger(position) && isText(position.value) && !/^(0|-?[1-9][0-9]*)$/.test(position.value),
  },
  {
    name: "floating-point text that is not a JSON number",
    effects: ["stricter"],
    reason: "protobuf-es converts with Number, which takes hexadecimals, signs and bare points",
    appliesTo: (position) =>
      isFloating(position) &&
      isText(position.value) &&
      !/^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(position.value),
  },
  {
    name: "float that 32 bits cannot hold exactly",
    effects: ["respelled"],
    reason: "it is rounded when it is read or when it is written to the wire; protobuf-es does the latter",
    appliesTo: (position) =>
      position.kind === "scalar" &&
      position.scalar === ScalarType.FLOAT &&
      !Object.is(Math.fround(Number(position.value)), Number(position.value)),
  },
  {
    name: "loose base64",
    effects: ["stricter", "respelled"],
    reason: "protobuf-es takes white space, padding anywhere, mixed alphabets and bits beyond the last byte",
    appliesTo: (position) =>
      position.kind === "scalar" &&
      position.scalar === ScalarType.BYTES &&
      isText(position.value) &&
      !isStrictBase64(position.value),
  },
  {
    name: "time of day or day of month that does not exist",
    effects: ["stricter"],
    reason: "protobuf-es lets Date.parse carry 24:00 and the 31st of a short month into the next day",
    appliesTo: (position) => isTimestamp(position) && isText(position.value) && carriesOver(position.value),
  },
  {
    name: "timestamp with an offset",
    effects: ["stricter", "respelled"],
    reason: "the protocol wants Z; elsewhere the offset is kept or resolved",
    appliesTo: (position) => isTimestamp(position) && isText(position.value) && !position.value.endsWith("Z"),
  },
  {
    name: "seconds with another number of digits",
    effects: ["respelled"],
    reason: "the text is the value and is kept; protobuf-es writes 0, 3, 6 or 9 digits",
    appliesTo: (position) =>
      (isTimestamp(position) || isDuration(position)) &&
      isText(position.value) &&
      !/^[^.]*[0-9](\.(?!000)[0-9]{3}|\.[0-9]{3}(?!000)[0-9]{3}|\.[0-9]{6}(?!000)[0-9]{3})?[Zs]$/.test(
        position.value,
      ),
  },
  {
    name: "loose duration",
    effects: ["stricter", "respelled"],
    reason:
      "protobuf-es takes anything behind the s, leading zeros, a negative zero, and a fraction beyond the last second",
    appliesTo: (position) =>
      isDuration(position) &&
      isText(position.value) &&
      (!/^-?(0|[1-9][0-9]*)(\.[0-9]{1,9})?s$/.test(position.value) ||
        /^-0(\.0+)?s$/.test(position.value) ||
        /^-?315576000000\.[0-9]*[1-9]/.test(position.value)),
  },
  {
    name: "duration with a plus sign",
    effects: ["looser"],
    reason: "other implementations of protobuf take it, and it is left out; protobuf-es refuses it",
    appliesTo: (position) => isDuration(position) && isText(position.value) && position.value.startsWith("+"),
  },
  {
    name: "path of a field mask that is no field path",
    effects: ["stricter", "respelled"],
    reason: "protobuf-es takes any text without an underscore",
    appliesTo: (position) =>
      position.kind === "wellKnown" &&
      position.typeName === "google.protobuf.FieldMask" &&
      isText(position.value) &&
      position.value !== "" &&
      !/^[a-z][A-Za-z0-9]*([.,][a-z][A-Za-z0-9]*)*$/.test(position.value),
  },
  {
    name: "lone surrogate inside a JSON value",
    effects: ["stricter"],
    reason: "it cannot be written as UTF-8; protobuf-es replaces it on the wire",
    appliesTo: (position) => position.kind === "wellKnown" && hasLoneSurrogate(position.value),
  },
  {
    name: "number in a JSON value that JSON cannot hold",
    effects: ["stricter"],
    reason: "NaN and the infinities cannot be written; protobuf-es notices when it writes them",
    appliesTo: (position) => position.kind === "wellKnown" && hasNonFinite(position.value),
  },
];

function isProtocol(desc: DescMessage): boolean {
  return desc.file.proto.package === "a2a.v1" || desc.file.proto.package === "lf.a2a.v1";
}

function isText(value: JsonValue): value is string {
  return typeof value === "string";
}

function isEmpty(value: JsonValue | undefined): boolean {
  return Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}

function isDefault(value: JsonValue | undefined): boolean {
  return value === "" || value === false || value === 0 || value === "0" || isEmpty(value);
}

function holdsNull(object: Readonly<Record<string, JsonValue>>, ...names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(object, name) && object[name] === null);
}

function isDeclared(desc: DescEnum, value: JsonValue): boolean {
  // Null is the value of NullValue, and absence for every other enum.
  return value === null || desc.values.some(({ name, number }) => name === value || number === value);
}

function isInteger(position: Position): position is Extract<Position, { kind: "scalar" | "key" }> {
  if (position.kind !== "scalar" && position.kind !== "key") return false;
  switch (position.scalar) {
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
    case ScalarType.BOOL:
    case ScalarType.STRING:
    case ScalarType.BYTES:
      return false;
    default:
      return true;
  }
}

function isFloating(position: Position): position is Extract<Position, { kind: "scalar" }> {
  return (
    position.kind === "scalar" &&
    (position.scalar === ScalarType.DOUBLE || position.scalar === ScalarType.FLOAT)
  );
}

function isTimestamp(position: Position): position is Extract<Position, { kind: "wellKnown" }> {
  return position.kind === "wellKnown" && position.typeName === "google.protobuf.Timestamp";
}

function isDuration(position: Position): position is Extract<Position, { kind: "wellKnown" }> {
  return position.kind === "wellKnown" && position.typeName === "google.protobuf.Duration";
}

/** True unless the text is base64 or base64url, padded fully or not at all, without stray bits. */
function isStrictBase64(text: string): boolean {
  if (!/^([A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/.test(text)) return false;
  const bare = text.replace(/=+$/, "");
  if (bare.length !== text.length && text.length % 4 !== 0) return false;
  const canonical = Buffer.from(bare, "base64").toString("base64").replace(/=+$/, "");
  return canonical === bare.replaceAll("-", "+").replaceAll("_", "/");
}

/** True when the parts of the timestamp are not those of the instant that Date makes of them. */
function carriesOver(text: string): boolean {
  const [, day, time] = /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2}:[0-9]{2})/.exec(text) ?? [];
  const instant = Date.parse(`${day}T${time}Z`);
  return !Number.isNaN(instant) && !new Date(instant).toISOString().startsWith(`${day}T${time}`);
}

function hasLoneSurrogate(value: JsonValue): boolean {
  if (typeof value === "string") return /\p{Surrogate}/u.test(value);
  if (Array.isArray(value)) return value.some(hasLoneSurrogate);
  return isJsonObject(value) && Object.entries(value).some((entry) => entry.some(hasLoneSurrogate));
}

function hasNonFinite(value: JsonValue): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  if (Array.isArray(value)) return value.some(hasNonFinite);
  return isJsonObject(value) && Object.values(value).some(hasNonFinite);
}
