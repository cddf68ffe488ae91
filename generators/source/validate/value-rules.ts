import { defined, type ValueRules } from "@a2agen/runtime/internal";
import type { DescEnum, DescField, DescMessage } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { isDangerous, matchedCharacters } from "./backtracking.ts";
import { formats, headers } from "./formats.ts";
import { literalPattern, toPattern } from "./re2-pattern.ts";
import { type Bound, textOf, timeRule } from "./time-rules.ts";

/** What a rule asks for, or why neither a check nor a schema can. */
export type Reading = ValueRules | string;

/** A rule that is set: its name, "min_len", and its value in its message. */
export interface SetRule {
  readonly name: string;
  readonly number: number;
  readonly value: unknown;
}

/** A value that rules are for. */
export type Subject =
  | { readonly kind: "scalar"; readonly scalar: ScalarType; readonly isKey: boolean }
  | { readonly kind: "enum"; readonly enum: DescEnum; readonly jsonOf: (number: number) => readonly string[] }
  | { readonly kind: "message"; readonly message: DescMessage };

/** The rules that are set in a message of rules, in the order of their numbers. */
export function listRules(rules: ReflectMessage): readonly SetRule[] {
  return rules.desc.fields
    .filter((field: DescField) => rules.isSet(field))
    .map((field) => ({ name: field.name, number: field.number, value: plainValue(rules.get(field)) }));
}

function plainValue(value: unknown): unknown {
  const isList = typeof value === "object" && value !== null && Symbol.iterator in value;
  return isList ? [...(value as Iterable<unknown>)] : value;
}

const listed = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : [];

export function readText({ name, value }: SetRule, all: readonly SetRule[]): Reading {
  const text = String(value);
  const match = (pattern: string, says: string, example?: string): ValueRules => ({
    matches: [{ pattern, says, ...defined({ example }) }],
  });
  const quoted = JSON.stringify(text);
  switch (name) {
    case "const":
      return { in: [text] };
    case "in":
      return { in: listed(value).map(String) };
    case "not_in":
      return { notIn: listed(value).map(String) };
    case "len":
      return { minLength: Number(value), maxLength: Number(value) };
    case "min_len":
      return { minLength: Number(value) };
    case "max_len":
      return { maxLength: Number(value) };
    case "prefix":
      return match(`^${literalPattern(text)}`, `beginning with ${quoted}`, text);
    case "suffix":
      return match(`${literalPattern(text)}$`, `ending with ${quoted}`, text);
    case "contains":
      return match(literalPattern(text), `with ${quoted} in it`, text);
    case "not_contains":
      return { excludes: [{ pattern: literalPattern(text), says: `without ${quoted} in it` }] };
    case "pattern": {
      const pattern = toPattern(text);
      if (pattern === undefined) return "the expression has no counterpart in JavaScript";
      const leasts = all.filter((each) => each.name === "len" || each.name === "min_len");
      if (leasts.some((each) => Number(each.value) > matchedCharacters))
        return `it is matched against at most ${matchedCharacters} characters, and ${leasts[0]?.name} asks for more`;
      const lengths = all.filter((each) => each.name === "len" || each.name === "max_len");
      const maxLength = Math.min(matchedCharacters, ...lengths.map((each) => Number(each.value)));
      if (isDangerous(pattern, maxLength))
        return "JavaScript may take too much time for it: repeat no group whose parts can match the same text";
      return { ...match(pattern, `matching ${text}`), maxLength };
    }
    case "len_bytes":
    case "min_bytes":
    case "max_bytes":
      return "JSON Schema counts characters, not bytes";
    case "well_known_regex": {
      const isStrict = all.find((each) => each.name === "strict")?.value !== false;
      const format = headers[Number(value)]?.[isStrict ? "strict" : "loose"];
      return format === undefined ? {} : match(format.pattern, format.says, format.example);
    }
    case "strict":
      return {};
    case "ip_prefix":
    case "ipv4_prefix":
    case "ipv6_prefix":
      return "no expression can compare the bits of an address with the length of its prefix";
    default: {
      const format = formats[name];
      if (format === undefined) return unknownRule;
      return value === true ? match(format.pattern, format.says, format.example) : {};
    }
  }
}

export const unknownRule = "a2agen does not know it";

const bounds = { lt: true, lte: true, gt: true, gte: true } as const satisfies Record<Bound, true>;

function isBound(name: string): name is Bound {
  return Object.hasOwn(bounds, name);
}

/** Bounds between which nothing is stand for what is outside of them. */
function isOutside(all: readonly SetRule[]): boolean {
  const find = (...names: readonly Bound[]): bigint | number | undefined => {
    const value = all.find((each) => isBound(each.name) && names.includes(each.name))?.value;
    return typeof value === "bigint" || typeof value === "number" ? value : undefined;
  };
  const [lower, upper] = [find("gt", "gte"), find("lt", "lte")];
  return lower !== undefined && upper !== undefined && upper < lower;
}

/** Integers of 64 bits, and all integers where they are keys of maps, are texts in JSON. */
export function readInteger(
  { name, value }: SetRule,
  { all, asText }: { readonly all: readonly SetRule[]; readonly asText: boolean },
): Reading {
  const write = (number: unknown): string | number => (asText ? String(number) : Number(number));
  switch (name) {
    case "const":
      return { in: [write(value)] };
    case "in":
      return { in: listed(value).map(write) };
    case "not_in":
      return { notIn: listed(value).map(write) };
  }
  if (!isBound(name)) return unknownRule;
  if (isOutside(all)) return outside;
  const number = BigInt(String(value));
  switch (name) {
    case "gt":
      return { minimum: write(number + 1n) };
    case "gte":
      return { minimum: write(number) };
    case "lt":
      return { maximum: write(number - 1n) };
    case "lte":
      return { maximum: write(number) };
  }
}

const outside =
  "the bounds exclude what is between them, which a schema cannot say; give the range that is allowed";

export function readReal(
  { name, value }: SetRule,
  { all, isSingle }: { readonly all: readonly SetRule[]; readonly isSingle: boolean },
): Reading {
  const numbers = (Array.isArray(value) ? listed(value) : [value]).map(Number);
  const isRounded = (number: number): boolean => isSingle && Number(number.toPrecision(7)) !== number;
  switch (name) {
    case "const":
    case "in":
    case "not_in":
      if (numbers.some(isRounded)) return "numbers of single precision have more than one spelling";
      return { [name === "not_in" ? "notIn" : "in"]: numbers.map(writeReal) };
    case "finite":
      return value === true ? { finite: true } : {};
  }
  if (!isBound(name)) return unknownRule;
  if (isOutside(all)) return outside;
  const [bound = 0] = numbers;
  if (!Number.isFinite(bound)) return "JSON has no such number";
  switch (name) {
    case "gt":
      return { above: bound };
    case "gte":
      return { minimum: bound };
    case "lt":
      return { below: bound };
    case "lte":
      return { maximum: bound };
  }
}

/** JSON has texts for NaN and the infinite. */
function writeReal(number: number): number | string {
  return Number.isFinite(number) ? number : String(number);
}

export function readBool({ name, value }: SetRule): Reading {
  return name === "const" ? { in: [value === true] } : unknownRule;
}

export function readEnum({ name, value }: SetRule, subject: Subject & { readonly kind: "enum" }): Reading {
  const namesOf = (number: unknown): readonly string[] => subject.jsonOf(Number(number));
  const spell = (number: unknown): readonly (string | number)[] =>
    namesOf(number).length === 0 ? [Number(number)] : namesOf(number);
  switch (name) {
    case "const":
      return { in: spell(value) };
    case "in":
      return { in: [...new Set(listed(value).flatMap(spell))] };
    case "not_in":
      // Their numbers are other spellings of them.
      return { notIn: [...new Set(listed(value).flatMap((number) => [...namesOf(number), Number(number)]))] };
    case "defined_only": {
      if (value !== true) return {};
      return { in: [...new Set(subject.enum.values.flatMap(({ number }) => spell(number)))] };
    }
    default:
      return unknownRule;
  }
}

export function readTime(
  { name, value }: SetRule,
  kind: "duration" | "timestamp",
  all: readonly SetRule[],
): Reading {
  if (name === "lt_now" || name === "gt_now" || name === "within")
    return "what it allows depends on the time";
  if (!isBound(name)) return "the same time has more than one spelling";
  const moments = all
    .filter((each) => isBound(each.name))
    .map((each) => ({ ...each, value: nanosOf(each.value) }));
  if (isOutside(moments)) return outside;
  const { seconds, nanos } = momentOf(value);
  return timeRule(kind, name, { seconds, nanos }) ?? "an expression can compare whole seconds from 0 only";
}

function momentOf(value: unknown): { readonly seconds: bigint; readonly nanos: number } {
  const isMessage = typeof value === "object" && value !== null && "message" in value;
  const message = isMessage ? value.message : value;
  const { seconds = 0n, nanos = 0 } = (message ?? {}) as {
    readonly seconds?: bigint;
    readonly nanos?: number;
  };
  return { seconds, nanos };
}

function nanosOf(value: unknown): bigint {
  const { seconds, nanos } = momentOf(value);
  return seconds * 1_000_000_000n + BigInt(nanos);
}

/** What the zero value of a type is in JSON. */
export function zeroOf(subject: Subject): string | number | boolean | undefined {
  switch (subject.kind) {
    case "enum":
      return subject.jsonOf(0)[0] ?? 0;
    case "scalar":
      if (subject.isKey) return undefined;
      return zeroOfScalar(subject.scalar);
    case "message":
      switch (subject.message.typeName) {
        case "google.protobuf.Duration":
          return textOf("duration", { seconds: 0n, nanos: 0 });
        case "google.protobuf.Timestamp":
          return textOf("timestamp", { seconds: 0n, nanos: 0 });
        default:
          return undefined;
      }
  }
}

export const longScalars: ReadonlySet<ScalarType> = new Set([
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.SINT64,
  ScalarType.FIXED64,
  ScalarType.SFIXED64,
]);

function zeroOfScalar(scalar: ScalarType): string | number | boolean {
  if (scalar === ScalarType.STRING || scalar === ScalarType.BYTES) return "";
  if (scalar === ScalarType.BOOL) return false;
  return longScalars.has(scalar) ? "0" : 0;
}
