import { compileRules, type ValueRules } from "@a2agen/runtime/internal";
import type { ModelIndex } from "./index-model.ts";
import type { FieldModel, MapKey, MessageModel, Scalar, UnionModel, ValueType, WellKnown } from "./model.ts";

/**
 * The smallest value of a message in JSON that its own checks take: what is required, and one member of
 * each oneof that has to have one; where nothing is, a few fields. Undefined for a message that cannot end.
 */
export function buildExample(typeName: string, index: ModelIndex): object | undefined {
  const message = index.message(typeName);
  const context: Context = { index, texts: noTexts, above: [], fills: false };
  const value = exampleOf(message, context);
  if (value === undefined || Object.keys(value).length > 0) return value;
  return simpleFields(message, context);
}

export interface ExampleInit {
  readonly index: ModelIndex;
  /** Texts of fields by their full names: "bookshop.v1.Book.name". */
  readonly texts: ReadonlyMap<string, string>;
  /** Full names of fields that are left out where nothing needs them. */
  readonly without?: ReadonlySet<string>;
}

/**
 * A value that shows the fields of a type: all of them at the top, one member of each oneof, and inside of
 * others what has to be there. Undefined for a type that cannot end.
 */
export function buildFullExample(typeName: string, { index, texts, without }: ExampleInit): unknown {
  const wellKnown = typeName.startsWith("google.protobuf.") ? typeName.slice("google.protobuf.".length) : "";
  if (Object.hasOwn(wellKnownValues, wellKnown)) return wellKnownValues[wellKnown as WellKnown];
  const type = index.type(typeName);
  const context: Context = { index, texts, above: [], fills: true };
  if (type.kind === "union") return unionValue(type, { ...context, name: "value" });
  if (type.kind === "enum") return enumValue(typeName, index);
  const required = exampleOf(type, { ...context, fills: false });
  if (required === undefined) return undefined;
  const chosen = new Set(
    type.oneofs.map(({ members }) => members.find((name) => Object.hasOwn(required, name)) ?? members[0]),
  );
  const inside: Context = { ...context, above: [typeName] };
  const entries = type.fields.flatMap((field): readonly (readonly [string, unknown])[] => {
    const { jsonName, oneof, deprecated } = field;
    const isNeeded = Object.hasOwn(required, jsonName);
    if (!isNeeded && (deprecated || without?.has(`${typeName}.${field.name}`) === true)) return [];
    if (oneof !== undefined && !chosen.has(jsonName)) return [];
    const value = fieldValue(field, { ...inside, owner: typeName });
    const isShown = isNeeded || !isBare(value);
    return value === undefined || !isShown ? [] : [[jsonName, value]];
  });
  return Object.fromEntries(entries);
}

/** The smallest right value of a field, whether or not its message needs it. */
export function buildFieldExample(field: FieldModel, owner: string, { index, texts }: ExampleInit): unknown {
  const value = fieldValue(field, { index, texts, above: [], fills: false, owner });
  return field.shape.kind === "list" && Array.isArray(value) && value.length === 0 ? undefined : value;
}

interface Context {
  readonly index: ModelIndex;
  readonly texts: ReadonlyMap<string, string>;
  /** The types around the value. */
  readonly above: readonly string[];
  /** Whether messages without required fields get a few fields anyway. */
  readonly fills: boolean;
}

const noTexts: ReadonlyMap<string, string> = new Map();

/** An object or a list without anything in it, or a list of such. */
function isBare(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isBare);
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function exampleOf(message: MessageModel, context: Context): object | undefined {
  if (context.above.includes(message.typeName)) return undefined;
  const inside = { ...context, above: [...context.above, message.typeName], owner: message.typeName };
  const entries: (readonly [string, unknown])[] = [];
  for (const field of message.fields) {
    if (field.presence !== "required" && field.rules.nonEmpty !== true) continue;
    const value = fieldValue(field, inside);
    if (value === undefined) return undefined;
    entries.push([field.jsonName, value]);
  }
  for (const { members, required } of message.oneofs) {
    if (!required || entries.some(([name]) => members.includes(name))) continue;
    const candidates = message.fields
      .filter(({ jsonName }) => members.includes(jsonName))
      .sort((a, b) => Number(isMessage(a)) - Number(isMessage(b)));
    const found = candidates
      .map((field) => [field.jsonName, fieldValue(field, inside)] as const)
      .find(([, value]) => value !== undefined);
    if (found === undefined) return undefined;
    entries.push(found);
  }
  return context.fills && entries.length === 0 ? simpleFields(message, context) : Object.fromEntries(entries);
}

/** The first fields that are no messages. */
function simpleFields(message: MessageModel, context: Context): object {
  return Object.fromEntries(
    message.fields
      .filter(
        ({ shape, oneof }) =>
          shape.kind === "singular" && shape.type.kind !== "message" && oneof === undefined,
      )
      .slice(0, 3)
      .map((field) => [field.jsonName, fieldValue(field, { ...context, owner: message.typeName })] as const)
      .filter(([, each]) => each !== undefined),
  );
}

function isMessage({ shape }: FieldModel): boolean {
  return shape.type.kind === "message";
}

function fieldValue(field: FieldModel, context: Context & { readonly owner: string }): unknown {
  const { shape, rules, jsonName } = field;
  const text = context.texts.get(`${context.owner}.${field.name}`);
  const place: Place = { ...context, name: jsonName, rules, ...(text === undefined ? {} : { text }) };
  const least = rules.count?.orNone ? 0 : (rules.count?.least ?? 0);
  if (shape.kind === "map" && !context.fills && least === 0) return {};
  const value = ruledValue(typeValue(shape.type, place), rules.value);
  if (shape.kind === "map") {
    const key = ruledValue(mapKeys[shape.key] ?? "1", rules.key);
    if (value !== undefined && typeof key === "string" && least <= 1) return { [key]: value };
    return least === 0 ? {} : undefined;
  }
  if (shape.kind === "list") {
    if (value === undefined) return rules.nonEmpty === true || least > 0 ? undefined : [];
    if (rules.count?.most === 0) return [];
    if (least > 1) return rules.count?.unique ? undefined : Array<unknown>(least).fill(value);
    return [value];
  }
  return value;
}

/** The value, or another one, that keeps the rules; undefined where none is found. */
function ruledValue(value: unknown, rules: ValueRules | undefined): unknown {
  if (rules === undefined || value === undefined) return value;
  const { minimum, maximum, minLength = 0, maxLength = Number.POSITIVE_INFINITY, matches = [] } = rules;
  const texts =
    typeof value === "string"
      ? [value.padEnd(minLength, "x").slice(0, maxLength), ...matches.flatMap(({ example }) => example ?? [])]
      : [];
  const candidates = [value, ...(rules.in ?? []), minimum, maximum, ...texts, rules.or];
  return candidates.filter((each) => each !== undefined).find(compileRules(rules));
}

/** Keys of maps; those of integers are "1". */
const mapKeys: Readonly<Partial<Record<MapKey, string>>> = { string: "key", bool: "true" };

function list(value: unknown): readonly unknown[] | undefined {
  return value === undefined ? undefined : [value];
}

/** A value in a field. */
interface Place extends Context {
  readonly name: string;
  readonly rules?: FieldModel["rules"];
  readonly text?: string;
}

function typeValue(type: ValueType, place: Place): unknown {
  const { index } = place;
  switch (type.kind) {
    case "message":
      return exampleOf(index.message(type.typeName), place);
    case "enum":
      return enumValue(type.typeName, index);
    case "wellKnown":
      return wellKnownValues[type.wellKnown];
    case "scalar":
      return scalarValue(type.scalar, place);
    case "union":
      return unionValue(index.union(type.typeName), place);
    case "literal":
      return type.values[0];
    case "json":
      return type.types.includes("string") ? textFor(place.name) : 1;
    case "list": {
      const element = typeValue(type.element, place);
      return element === undefined && !type.nonEmpty ? [] : list(element);
    }
    case "map": {
      const value = typeValue(type.value, place);
      return value === undefined ? {} : { [place.name]: value };
    }
  }
}

function enumValue(typeName: string, index: ModelIndex): string | undefined {
  const { values } = index.enumeration(typeName);
  return (values.find(({ unspecified, alias }) => !unspecified && !alias) ?? values[0])?.json;
}

/** The first of the types that ends. */
function unionValue({ typeName, arms }: UnionModel, place: Place): unknown {
  if (place.above.includes(typeName)) return undefined;
  const inside = { ...place, above: [...place.above, typeName] };
  for (const arm of arms) {
    const value = typeValue(arm, inside);
    if (value !== undefined) return value;
  }
  return undefined;
}

function scalarValue(scalar: Scalar, { name, rules = {}, text }: Place): unknown {
  switch (scalar) {
    case "bool":
      return true;
    case "string":
      // A text by a pattern cannot be made up.
      return text ?? rules.values?.[0] ?? (rules.pattern === undefined ? textFor(name) : undefined);
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
  if (/(?:mediaType|mimeType|Modes?)$/.test(jsonName)) return "text/plain";
  if (/version$/i.test(jsonName)) return "1.0";
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
