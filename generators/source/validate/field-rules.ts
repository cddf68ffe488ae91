import { type CountRules, compileRules, defined, type ValueRules } from "@a2agen/runtime/internal";
import type { DescExtension, DescField, DescMessage } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import { isReflectMessage, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { mergeRules } from "./merge-rules.ts";
import {
  listRules,
  longScalars,
  type Reading,
  readBool,
  readEnum,
  readInteger,
  readReal,
  readText,
  readTime,
  type SetRule,
  type Subject,
  unknownRule,
  zeroOf,
} from "./value-rules.ts";

/** What the options of a field require, where codecs and schemas can express it. */
export interface ReadRules {
  readonly value?: ValueRules;
  readonly key?: ValueRules;
  readonly count?: CountRules;
  /** Whether absence is wrong, since the value that it stands for is. */
  readonly isRequired: boolean;
}

export interface RulesInit {
  /** Whether the field distinguishes unset from its default. */
  readonly isExplicit: boolean;
  /** The names that the field's enum has in JSON for a number. */
  readonly jsonOf: (number: number) => readonly string[];
  /** Says that a rule is left out; the path is that of field numbers in the message of rules. */
  readonly report: (rule: string, path: readonly number[], reason: string) => void;
}

type Field = DescField | DescExtension;

const ifZero = 1;
const always = 3;

/** Reads buf.validate.FieldRules. */
export function readFieldRules(field: Field, rules: ReflectMessage, init: RulesInit): ReadRules {
  const reader = new RulesReader(field, init);
  return reader.read(rules);
}

class RulesReader {
  readonly #field: Field;
  readonly #init: RulesInit;

  constructor(field: Field, init: RulesInit) {
    this.#field = field;
    this.#init = init;
  }

  read(rules: ReflectMessage): ReadRules {
    const own = this.#readOwn(rules, [], "");
    if (own.isIgnored) return { isRequired: false };
    const field = this.#field;
    if (own.isRequired && field.oneof !== undefined) {
      this.#init.report(
        "required",
        [25],
        "a member of a oneof is never required alone; give the oneof the rule",
      );
    }
    const asked = own.isRequired && field.oneof === undefined;
    if (field.fieldKind === "list" || field.fieldKind === "map") return this.#readMany(own, asked);
    const subject = subjectOf(field, this.#init);
    const nonZero = asked && !this.#init.isExplicit ? notZero(subject) : {};
    const value = mergeRules([this.#readValue(own, subject) ?? {}, nonZero]);
    const given =
      own.orZero && !nonZero.notIn && !nonZero.minLength ? withZero(value, zeroOf(subject)) : value;
    const zero = zeroOf(subject);
    const isRefused = given !== undefined && zero !== undefined && !compileRules(given)(zero);
    return { ...defined({ value: given }), isRequired: asked || (!this.#init.isExplicit && isRefused) };
  }

  #readMany(own: OwnRules, asked: boolean): ReadRules {
    const field = this.#field;
    let count: CountRules = asked ? { least: 1 } : {};
    let value: ValueRules | undefined;
    let key: ValueRules | undefined;
    for (const rule of own.rules) {
      const path = [...own.path, rule.number];
      switch (rule.name) {
        case "min_items":
        case "min_pairs":
          count = { ...count, least: Math.max(count.least ?? 0, Number(rule.value)) };
          break;
        case "max_items":
        case "max_pairs":
          count = { ...count, most: Number(rule.value) };
          break;
        case "unique":
          if (field.message !== undefined)
            this.#report(own, rule, "only elements that are no messages are compared");
          else if (rule.value === true) count = { ...count, unique: true };
          break;
        case "items":
        case "values":
          value = this.#readInner(rule.value, {
            path,
            name: `${own.name}.${rule.name}`,
            subject: subjectOf(field, this.#init),
          });
          break;
        case "keys":
          key = this.#readInner(rule.value, {
            path,
            name: `${own.name}.${rule.name}`,
            subject: keyOf(field),
          });
          break;
        default:
          this.#report(own, rule, unknownRule);
      }
    }
    if (count.least === 0) count = { ...defined({ most: count.most, unique: count.unique }) };
    if (own.orZero && !asked && count.least !== undefined) count = { ...count, orNone: true };
    const isRequired = asked || ((count.least ?? 0) > 0 && count.orNone !== true);
    return {
      ...defined({ value, key, count: Object.keys(count).length === 0 ? undefined : count }),
      isRequired,
    };
  }

  #readInner(
    rules: unknown,
    {
      path,
      name,
      subject,
    }: { readonly path: readonly number[]; readonly name: string; readonly subject: Subject },
  ): ValueRules | undefined {
    if (!isReflectMessage(rules)) return undefined;
    const own = this.#readOwn(rules, path, `${name}.`);
    if (own.isIgnored) return undefined;
    const value = this.#readValue(own, subject);
    return own.orZero ? withZero(value, zeroOf(subject)) : value;
  }

  /** What stands beside the rules of a type, and these. */
  #readOwn(rules: ReflectMessage, path: readonly number[], prefix: string): OwnRules {
    const found: { -readonly [Key in keyof OwnRules]: OwnRules[Key] } = {
      isIgnored: false,
      orZero: false,
      isRequired: false,
      name: "",
      path,
      rules: [],
    };
    const left: SetRule[] = [];
    for (const rule of listRules(rules)) {
      if (rule.name === "ignore") {
        found.isIgnored = rule.value === always;
        found.orZero = rule.value === ifZero;
      } else if (rule.name === "required") found.isRequired = rule.value === true;
      else if (isReflectMessage(rule.value)) {
        found.name = `${prefix}${rule.name}`;
        found.path = [...path, rule.number];
        found.rules = listRules(rule.value).filter(({ name }) => name !== "example");
        if ((rule.value.getUnknown() ?? []).length > 0)
          left.push({ ...rule, name: `${rule.name}, a predefined rule` });
      } else left.push(rule);
    }
    if (!found.isIgnored) {
      for (const { name, number } of left) {
        this.#init.report(`${prefix}${name}`, [...path, number], "rules in CEL are not evaluated");
      }
    }
    return found;
  }

  #readValue(own: OwnRules, subject: Subject): ValueRules | undefined {
    const readings = own.rules.map((rule) => {
      const reading = this.#fits(own, subject)
        ? readRule(rule, own.rules, subject)
        : "it is for another type";
      if (typeof reading !== "string") return reading;
      this.#report(own, rule, reading);
      return {};
    });
    return mergeRules(readings);
  }

  #fits({ name }: OwnRules, subject: Subject): boolean {
    return name === "" || name.split(".").at(-1) === ruleNameOf(subject);
  }

  #report({ name, path }: OwnRules, rule: SetRule, reason: string): void {
    this.#init.report(`${name}.${rule.name}`, [...path, rule.number], reason);
  }
}

interface OwnRules {
  readonly isIgnored: boolean;
  readonly orZero: boolean;
  readonly isRequired: boolean;
  /** Of the type that the rules are for: "string". */
  readonly name: string;
  readonly path: readonly number[];
  readonly rules: readonly SetRule[];
}

/** The types of google.protobuf that hold one scalar, which is their JSON. */
const wrapped: Readonly<Record<string, ScalarType>> = {
  "google.protobuf.BoolValue": ScalarType.BOOL,
  "google.protobuf.BytesValue": ScalarType.BYTES,
  "google.protobuf.DoubleValue": ScalarType.DOUBLE,
  "google.protobuf.FloatValue": ScalarType.FLOAT,
  "google.protobuf.Int32Value": ScalarType.INT32,
  "google.protobuf.Int64Value": ScalarType.INT64,
  "google.protobuf.StringValue": ScalarType.STRING,
  "google.protobuf.UInt32Value": ScalarType.UINT32,
  "google.protobuf.UInt64Value": ScalarType.UINT64,
};

function subjectOf(field: Field, { jsonOf }: RulesInit): Subject {
  if (field.enum !== undefined) return { kind: "enum", enum: field.enum, jsonOf };
  if (field.message !== undefined) return messageSubject(field.message);
  return { kind: "scalar", scalar: field.scalar ?? ScalarType.STRING, isKey: false };
}

function messageSubject(message: DescMessage): Subject {
  const scalar = wrapped[message.typeName];
  return scalar === undefined ? { kind: "message", message } : { kind: "scalar", scalar, isKey: false };
}

function keyOf(field: Field): Subject {
  const scalar = field.fieldKind === "map" ? field.mapKey : ScalarType.STRING;
  return { kind: "scalar", scalar, isKey: true };
}

/** The field of FieldRules that has the rules of a type. */
function ruleNameOf(subject: Subject): string {
  switch (subject.kind) {
    case "enum":
      return "enum";
    case "scalar":
      return ScalarType[subject.scalar].toLowerCase();
    case "message":
      return messageRules[subject.message.typeName] ?? "";
  }
}

const messageRules: Readonly<Record<string, string>> = {
  "google.protobuf.Any": "any",
  "google.protobuf.Duration": "duration",
  "google.protobuf.FieldMask": "field_mask",
  "google.protobuf.Timestamp": "timestamp",
};

function readRule(rule: SetRule, all: readonly SetRule[], subject: Subject): Reading {
  switch (subject.kind) {
    case "enum":
      return readEnum(rule, subject);
    case "message":
      switch (ruleNameOf(subject)) {
        case "duration":
          return readTime(rule, "duration", all);
        case "timestamp":
          return readTime(rule, "timestamp", all);
        default:
          return "its JSON has more than one spelling";
      }
    case "scalar":
      return readScalar(rule, all, subject);
  }
}

function readScalar(
  rule: SetRule,
  all: readonly SetRule[],
  { scalar, isKey }: Subject & { kind: "scalar" },
): Reading {
  switch (scalar) {
    case ScalarType.STRING:
      return readText(rule, all);
    case ScalarType.BOOL:
      return isKey ? boolKey(readBool(rule)) : readBool(rule);
    case ScalarType.BYTES:
      return "bytes are texts in base64, of more than one spelling";
    case ScalarType.FLOAT:
      return readReal(rule, { all, isSingle: true });
    case ScalarType.DOUBLE:
      return readReal(rule, { all, isSingle: false });
    default:
      return readInteger(rule, { all, asText: isKey || longScalars.has(scalar) });
  }
}

function boolKey(reading: Reading): Reading {
  return typeof reading === "string" || reading.in === undefined ? reading : { in: reading.in.map(String) };
}

/** That a value is not the one that stands for no value. */
function notZero(subject: Subject): ValueRules {
  const zero = zeroOf(subject);
  if (zero === undefined || subject.kind === "message") return {};
  if (zero === "") return { minLength: 1 };
  return { notIn: subject.kind === "enum" ? [zero, 0] : [zero] };
}

function withZero(rules: ValueRules | undefined, zero: ValueRules["or"] | undefined): ValueRules | undefined {
  return rules === undefined || zero === undefined ? rules : { ...rules, or: zero };
}
