import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { buildExample, buildFieldExample } from "../model/example-value.ts";
import type { ModelIndex } from "../model/index-model.ts";
import type { Dialect, FieldModel, MessageModel, OneofModel, ValueType } from "../model/model.ts";
import { type Mistake, wrongValues } from "./mistakes.ts";
import { trailing, WireValue } from "./write-proto.ts";

/** A message with one thing about it that is wrong, or only unusual. */
export interface Case {
  /** Unique for a message: "message.parts[0].raw/base64: a". */
  readonly id: string;
  readonly mistake: Mistake;
  /** The place in the message: "message.parts[0].raw". */
  readonly path: string;
  /** What servers do with it. */
  readonly verdict: "refused" | "accepted" | "either";
  /** In JSON; for "binary" as `writeProto` takes it. */
  readonly value: unknown;
  /** The JSON text where that is more than the value. */
  readonly text?: string;
  /** What can carry it: a JSON text, the query of a URL, the wire format of Protocol Buffers. */
  readonly forms: readonly Form[];
}

export type Form = "json" | "query" | "binary";

export interface CasesInit {
  readonly index: ModelIndex;
  readonly dialect: Dialect;
  /** A right message: cases change one thing in it. */
  readonly base: object;
  /** Texts of fields by their full names. */
  readonly texts: ReadonlyMap<string, string>;
}

type Segment = string | number;

interface Place extends CasesInit {
  readonly message: MessageModel;
  readonly at: readonly Segment[];
  readonly above: readonly string[];
}

/** Every field of a message and of those inside of it, with every mistake that its type has. */
export function buildCases(typeName: string, init: CasesInit): readonly Case[] {
  const message = messageOf({ kind: "union", typeName }, init.base, init.index);
  return message === undefined ? [] : [...casesOf({ ...init, message, at: [], above: [] })];
}

/** The message that a value is: of a union the one that its tag says. */
function messageOf(type: ValueType, value: unknown, index: ModelIndex): MessageModel | undefined {
  if (type.kind === "message") return index.message(type.typeName);
  if (type.kind !== "union") return undefined;
  const found = index.type(type.typeName);
  if (found.kind === "message") return found;
  if (found.kind !== "union") return undefined;
  const { choice } = found;
  const object = choice.by === "alias" ? ({ by: "type", type: choice.type } as const) : choice.object;
  if (object === undefined) return undefined;
  if (object.by === "type") return messageOf(object.type, value, index);
  const own = typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  const row =
    object.by === "tag"
      ? object.cases.find((each) => each.value === own[object.tag])
      : object.cases.find(({ member }) => member in own);
  return row === undefined ? undefined : index.message(row.typeName);
}

function* casesOf(place: Place): Generator<Case, void, undefined> {
  const { message, above } = place;
  if (above.includes(message.typeName)) return;
  yield* messageCases(place);
  for (const oneof of message.oneofs) yield* oneofCases(oneof, place);
  for (const field of message.fields) yield* fieldCases(field, place);
}

/** A message whose field has a value, beside which no other member of its oneof is set. */
function withField(place: Place, field: FieldModel, value: unknown): object {
  const rivals = place.message.oneofs.find(({ name }) => name === field.oneof)?.members ?? [];
  return edit(place.base, place.at, (owner) => {
    for (const name of rivals) Reflect.deleteProperty(owner, name);
    if (value !== undefined) owner[field.jsonName] = value;
    else Reflect.deleteProperty(owner, field.jsonName);
  });
}

/** A copy with a change inside of it. All that is beside the way there is that of the base. */
function edit<Base extends object>(
  base: Base,
  at: readonly Segment[],
  change: (owner: Record<string, unknown>) => void,
): Base {
  const copy = (Array.isArray(base) ? [...(base as readonly unknown[])] : { ...base }) as Base;
  const [segment, ...deeper] = at;
  const members = copy as Record<Segment, unknown>;
  if (segment === undefined) change(members);
  else members[segment] = edit(members[segment] as object, deeper, change);
  return copy;
}

function pathOf(at: readonly Segment[]): string {
  return at.reduce<string>(
    (path, segment) =>
      typeof segment === "number" ? `${path}[${segment}]` : path === "" ? segment : `${path}.${segment}`,
    "",
  );
}

function* messageCases({ base, at }: Place): Generator<Case, void, undefined> {
  const path = pathOf(at);
  const make = (name: string, value: unknown): Case => ({
    id: `${path}/unknown-field: ${name}`,
    mistake: "unknown-field",
    path,
    // No version will name a field so: a server may take it for a mistake.
    verdict: name === "empty name" ? "either" : "accepted",
    value,
    forms: at.length === 0 && name === "text" ? ["json", "query"] : ["json"],
  });
  for (const [name, key, value] of unknownMembers) {
    const edited = edit(base, at, (owner) => {
      Object.defineProperty(owner, key, { value, enumerable: true });
    });
    yield make(name, edited);
  }
  const bytes = new BinaryWriter().tag(9999, WireType.LengthDelimited).string("a").finish();
  yield { ...make("binary", withTrailing(base, at, bytes)), forms: ["binary"] };
  for (const [mistake, name, raw] of brokenBytes) {
    yield {
      id: `${path}/${mistake}: ${name}`,
      mistake,
      path,
      verdict: "refused",
      value: withTrailing(base, at, Uint8Array.from(raw)),
      forms: ["binary"],
    };
  }
}

const unknownMembers: readonly (readonly [name: string, key: string, value: unknown])[] = [
  ["text", "fieldOfALaterVersion", "a"],
  ["object", "fieldOfALaterVersion", { a: [1] }],
  ["list", "fieldOfALaterVersion", [{}, null]],
  ["null", "fieldOfALaterVersion", null],
  ["empty name", "", 1],
  ["__proto__", "__proto__", { id: "a" }],
  ["constructor", "constructor", { prototype: { id: "a" } }],
];

/** Bytes that no field begins with, or that end within one. */
const brokenBytes: readonly (readonly [mistake: Mistake, name: string, bytes: readonly number[]])[] = [
  ["truncated", "length", [0x0a, 0x7f, 0x61]],
  ["truncated", "varint", [0x80]],
  ["tag", "field 0", [0x02, 0x01, 0x61]],
  ["tag", "wire type 6", [0x0e, 0x01]],
  ["tag", "wire type 7", [0x0f, 0x01]],
];

function withTrailing(base: object, at: readonly Segment[], bytes: Uint8Array): object {
  return edit(base, at, (owner) => {
    Object.defineProperty(owner, trailing, { value: bytes });
  });
}

function* oneofCases(oneof: OneofModel, place: Place): Generator<Case, void, undefined> {
  const { message, at, base } = place;
  const path = pathOf(at);
  if (oneof.required && oneof.open !== true) {
    yield {
      id: `${path}/none: ${oneof.name}`,
      mistake: "none",
      path,
      verdict: "refused",
      value: edit(base, at, (owner) => {
        for (const name of oneof.members) Reflect.deleteProperty(owner, name);
      }),
      forms: ["json", "binary"],
    };
  }
  const members = message.fields.filter(({ jsonName }) => oneof.members.includes(jsonName));
  for (const [position, one] of members.entries()) {
    for (const other of members.slice(position + 1)) {
      const both = [one, other].map((field) => [field.jsonName, exampleOf(field, place)] as const);
      if (both.some(([, value]) => value === undefined)) continue;
      yield {
        id: `${path}/two: ${one.jsonName}, ${other.jsonName}`,
        mistake: "two",
        path,
        verdict: "refused",
        value: edit(base, at, (owner) => {
          for (const name of oneof.members) Reflect.deleteProperty(owner, name);
          Object.assign(owner, Object.fromEntries(both));
        }),
        forms: ["json"],
      };
    }
  }
}

function exampleOf(field: FieldModel, { message, index, texts }: Place): unknown {
  const { shape } = field;
  if (shape.kind === "list" && shape.type.kind === "message") {
    const element = buildExample(shape.type.typeName, index);
    return element === undefined ? undefined : [element];
  }
  const value = buildFieldExample(field, message.typeName, { index, texts });
  if (shape.kind === "singular" && shape.type.kind === "message" && value !== undefined) {
    return buildExample(shape.type.typeName, index);
  }
  return value;
}

function* fieldCases(field: FieldModel, place: Place): Generator<Case, void, undefined> {
  const { index, dialect, message, base, at } = place;
  const { jsonName, name, shape, presence, rules } = field;
  const own = [...at, jsonName];
  const path = pathOf(own);
  const there = valueIn(base, own);
  const right = there ?? exampleOf(field, place);
  const isScalar = shape.type.kind === "scalar" || shape.type.kind === "enum" || isTime(field);
  const json: readonly Form[] = at.length === 0 && isScalar ? ["json", "query"] : ["json"];
  const make = (
    init: Partial<Case> & Pick<Case, "mistake" | "verdict" | "value"> & { about?: string },
  ): Case => {
    const { about, ...rest } = init;
    return {
      path,
      forms: json,
      ...rest,
      id: `${path}/${init.mistake}${about === undefined ? "" : `: ${about}`}`,
    };
  };
  if (presence === "required") {
    const isMessage = shape.kind === "singular" && shape.type.kind === "message";
    // The wire format does not tell an absent text from an empty one.
    const verdict = rules.filled === true ? "either" : "refused";
    yield make({
      mistake: "missing",
      verdict,
      value: withField(place, field, undefined),
      forms: isMessage || rules.nonEmpty === true ? ["json", "binary"] : ["json"],
    });
    yield make({ mistake: "required-null", verdict, value: withField(place, field, null), forms: ["json"] });
  } else if (shape.type.kind !== "wellKnown" || shape.type.wellKnown !== "Value") {
    if (field.oneof === undefined && dialect.spellings === "protojson" && there === undefined) {
      yield make({
        mistake: "null",
        verdict: "accepted",
        value: withField(place, field, null),
        forms: ["json"],
      });
    }
  }
  if (rules.nonEmpty === true) {
    yield make({ mistake: "empty", verdict: "refused", value: withField(place, field, []), forms: ["json"] });
  }
  for (const { mistake, name: about, value, isAmbiguous } of wrongValues(field, place)) {
    // The text of a query has no type.
    const isText = mistake === "type" && shape.type.kind === "scalar" && shape.type.scalar === "string";
    const isPlain = !/list|object|empty|half/.test(about) && !isText && shape.kind === "singular";
    const inList = shape.kind === "list" && mistake !== "type";
    yield make({
      mistake,
      about,
      verdict: isAmbiguous === true ? "either" : "refused",
      path: inList ? `${path}[0]` : path,
      value: withField(place, field, value),
      forms: isPlain ? json : ["json"],
    });
  }
  yield* spellingCases(field, place, { right, make, name });
  yield* binaryCases(field, place, make);
  if (right === undefined) return;
  const [first] = Array.isArray(right) ? (right as readonly unknown[]) : [right];
  const inner = shape.kind === "map" ? undefined : messageOf(shape.type, first, index);
  if (inner !== undefined) {
    yield* casesOf({
      ...place,
      message: inner,
      base: withField(place, field, right),
      at: shape.kind === "list" ? [...own, 0] : own,
      above: [...place.above, message.typeName],
    });
  }
}

type Make = (init: Partial<Case> & Pick<Case, "mistake" | "verdict" | "value"> & { about?: string }) => Case;

/** Stands in the value for what only the text of JSON can say. */
const mark = "@@raw@@";

function* spellingCases(
  field: FieldModel,
  place: Place,
  { right, make, name }: { readonly right: unknown; readonly make: Make; readonly name: string },
): Generator<Case, void, undefined> {
  const { dialect, at, base } = place;
  const { jsonName, shape } = field;
  if (right === undefined) return;
  if (name !== jsonName && dialect.spellings === "protojson") {
    const value = edit(withField(place, field, undefined), at, (owner) => {
      owner[name] = right;
    });
    yield make({ mistake: "proto-name", verdict: "accepted", value, forms: ["json"] });
  }
  const marked = JSON.stringify(withField(place, field, mark));
  const written = JSON.stringify(right);
  yield make({
    mistake: "duplicate",
    verdict: "either",
    value: base,
    text: marked.replace(JSON.stringify(mark), () => `${written},${JSON.stringify(jsonName)}:${written}`),
    forms: ["json"],
  });
  for (const token of ["NaN", "'a'", "01"]) {
    const text = marked.replace(JSON.stringify(mark), () => token);
    yield make({ mistake: "syntax", about: token, verdict: "refused", value: base, text, forms: ["json"] });
  }
  if (shape.type.kind === "wellKnown" && ["Struct", "Value"].includes(shape.type.wellKnown)) {
    const deep = `{"a":${"[".repeat(1000)}${"]".repeat(1000)}}`;
    const text = marked.replace(JSON.stringify(mark), () => deep);
    yield make({ mistake: "deep", verdict: "either", value: base, text, forms: ["json"] });
  }
}

function isTime({ shape: { type } }: FieldModel): boolean {
  return type.kind === "wellKnown" && type.wellKnown === "Timestamp";
}

/** What only the wire format can say. */
function* binaryCases(field: FieldModel, place: Place, make: Make): Generator<Case, void, undefined> {
  const { shape, presence, rules } = field;
  const { type } = shape;
  const put = (value: unknown): object => withField(place, field, shape.kind === "list" ? [value] : value);
  const forms: readonly Form[] = ["binary"];
  const inList = shape.kind === "list" ? { path: `${pathOf([...place.at, field.jsonName])}[0]` } : {};
  if (shape.kind === "map") return;
  if (type.kind === "scalar" && type.scalar === "string") {
    const bytes = Uint8Array.of(3, 0x61, 0xff, 0xfe);
    const value = put(new WireValue(WireType.LengthDelimited, bytes));
    yield make({ mistake: "utf8", verdict: "refused", value, forms, ...inList });
  }
  if (type.kind === "enum") {
    yield make({ mistake: "enum", about: "number", verdict: "refused", value: put(999), forms, ...inList });
    if (presence === "required") {
      yield make({ mistake: "unspecified", verdict: "refused", value: put(0), forms });
    }
  }
  if (type.kind === "scalar" && type.scalar === "int32") {
    for (const [about, limit] of [
      ["below", (rules.minimum ?? 0) - 1],
      ["above", (rules.maximum ?? -1) + 1],
    ] as const) {
      if ((about === "below" ? rules.minimum : rules.maximum) === undefined) continue;
      yield make({
        mistake: "range",
        about: `binary ${about}`,
        verdict: "refused",
        value: put(limit),
        forms,
      });
    }
  }
  if (type.kind === "message" || type.kind === "wellKnown") {
    const cut = new WireValue(WireType.LengthDelimited, Uint8Array.of(2, 0x0a, 0x7f));
    yield make({
      mistake: "truncated",
      about: "field",
      verdict: "refused",
      value: put(cut),
      forms,
      ...inList,
    });
  }
  if (
    presence !== "required" &&
    field.oneof === undefined &&
    valueIn(place.base, [...place.at, field.jsonName]) === undefined
  ) {
    const value = put(new WireValue(WireType.Bit32, Uint8Array.of(1, 2, 3, 4)));
    yield make({ mistake: "wire-type", verdict: "either", value, forms });
  }
}

function valueIn(base: object, at: readonly Segment[]): unknown {
  let value: unknown = base;
  for (const segment of at) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Readonly<Record<Segment, unknown>>)[segment];
  }
  return value;
}
