import type { ModelIndex } from "../model/index-model.ts";
import type { Dialect, FieldModel, Scalar, ValueType } from "../model/model.ts";

/** Kinds of cases, with what is done to a field or a message. */
export const mistakes = {
  missing: "a REQUIRED field is left out",
  "required-null": "a REQUIRED field is null",
  null: "an optional field is null, which says the same as leaving it out",
  type: "a value has another type",
  element: "an element of a list has another type",
  range: "a number is out of its limits",
  enum: "an enum has a value that is none of its own",
  spelling: "an enum is spelled as another version spells it",
  unspecified: "a REQUIRED enum has its zero value",
  timestamp: "a timestamp is none",
  base64: "bytes are no base64",
  empty: "a REQUIRED list has no elements",
  none: "no member of a oneof is set",
  two: "two members of a oneof are set",
  surrogate: "a text has half of a surrogate pair",
  utf8: "a text is not UTF-8",
  truncated: "a message is cut off",
  "wire-type": "a field has another wire type, which makes it an unknown one",
  "unknown-field": "a field that the version does not know",
  "proto-name": "a field has its name of the proto",
  syntax: "the text is no JSON",
  tag: "a field has a number or a wire type that there is not",
  duplicate: "a field is there twice",
  deep: "a value is nested a thousand times",
} as const;

export type Mistake = keyof typeof mistakes;

/** A member whose text is written in its place: what no JSON value says. */
export interface RawJson {
  readonly text: (name: string) => string;
}

/** A wrong value of a type, in JSON. */
export interface WrongValue {
  readonly mistake: Mistake;
  /** Names the value among others with the same mistake. */
  readonly name: string;
  readonly value: unknown;
  /** Whether servers may accept it anyway. */
  readonly isAmbiguous?: boolean;
}

/** Values of each JSON type; those that are false in many languages are easily taken for absent. */
const samples = {
  text: ["text", ""],
  number: [5, 0],
  boolean: [true, false],
  list: [[1], []],
  object: [{ a: 1 }, {}],
} as const;

type Sample = keyof typeof samples;

/** Values of other JSON types than these. */
function others(right: readonly Sample[]): readonly WrongValue[] {
  return (Object.keys(samples) as readonly Sample[])
    .filter((name) => !right.includes(name))
    .flatMap((name) =>
      samples[name].map((value, at) => ({
        mistake: "type" as const,
        name: at === 0 ? name : `empty ${name}`,
        value,
      })),
    );
}

/** Wrong values of a field in JSON; the field of a list for a list of them. */
export function wrongValues(
  field: FieldModel,
  { index, dialect }: { readonly index: ModelIndex; readonly dialect: Dialect },
): readonly WrongValue[] {
  const { kind, type } = field.shape;
  const own = wrongOfType(type, field, { index, dialect });
  if (kind === "singular") return own;
  if (kind === "map") return others(["object"]);
  const elements = own.map((each) => ({
    ...each,
    mistake: each.mistake === "type" ? ("element" as const) : each.mistake,
    value: [each.value],
  }));
  const nulls = { mistake: "element", name: "null", value: [null] } as const;
  const nested = { mistake: "element", name: "nested", value: [[]] } as const;
  return [...others(["list"]), ...elements, ...(isValue(type) ? [] : [nulls, nested])];
}

function isValue(type: ValueType): boolean {
  return type.kind === "wellKnown" && type.wellKnown === "Value";
}

function wrongOfType(
  type: ValueType,
  { rules }: FieldModel,
  { index, dialect }: { readonly index: ModelIndex; readonly dialect: Dialect },
): readonly WrongValue[] {
  switch (type.kind) {
    case "message":
      return others(["object"]);
    case "enum": {
      const { values } = index.enumeration(type.typeName);
      const known = new Set(values.map(({ json }) => json));
      const spelled = values
        .filter(({ unspecified }) => !unspecified)
        .flatMap(({ name, json }) => [name, json.toLowerCase(), kebab(name), json.toUpperCase()])
        .filter((text) => !known.has(text));
      return [
        ...others(dialect.enums === "proto-name" ? ["text", "number"] : ["text"]),
        { mistake: "enum", name: "name", value: "NO_SUCH_VALUE" },
        { mistake: "enum", name: "number without a name", value: 999 },
        { mistake: "enum", name: "negative number", value: -1 },
        { mistake: "enum", name: "fraction", value: 1.5 },
        ...[...new Set(spelled)].map((value) => ({ mistake: "spelling" as const, name: value, value })),
      ];
    }
    case "scalar":
      return wrongScalars(type.scalar, rules);
    case "wellKnown":
      switch (type.wellKnown) {
        case "Struct":
          return others(["object"]);
        case "Timestamp":
          return [
            ...others(["text"]),
            ...["yesterday", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-01-01", ""].map(
              (value) => ({ mistake: "timestamp" as const, name: value || "empty", value }),
            ),
          ];
        default:
          return [];
      }
    case "union":
      return others(["object"]);
    case "literal":
      return [...others(["text"]), { mistake: "enum", name: "constant", value: "no-such-constant" }];
    case "list":
      return others(["list"]);
    case "map":
      return others(["object"]);
    case "json":
      return others(type.types.includes("string") ? ["text"] : ["number"]);
  }
}

function wrongScalars(scalar: Scalar, rules: FieldModel["rules"]): readonly WrongValue[] {
  switch (scalar) {
    case "string":
      return [
        ...others(["text"]),
        { mistake: "surrogate", name: "half", value: "\ud800", isAmbiguous: true },
        ...(rules.values === undefined
          ? []
          : [{ mistake: "enum" as const, name: "text", value: "no-such-text" }]),
      ];
    case "bool":
      return others(["boolean"]);
    case "bytes":
      return [
        ...others(["text"]),
        ...["no base64!", "a", "===="].map((value) => ({ mistake: "base64" as const, name: value, value })),
      ];
    case "double":
    case "float":
      return others(["number"]);
    default:
      return [
        ...others(["number"]),
        { mistake: "type", name: "fraction", value: 1.5 },
        { mistake: "type", name: "words", value: "one" },
        { mistake: "type", name: "infinity", value: "Infinity" },
        ...(scalar.endsWith("64") ? [] : [{ mistake: "range" as const, name: "above 32 bits", value: 1e10 }]),
        ...(rules.minimum === undefined
          ? []
          : [{ mistake: "range" as const, name: "below", value: rules.minimum - 1 }]),
        ...(rules.maximum === undefined
          ? []
          : [{ mistake: "range" as const, name: "above", value: rules.maximum + 1 }]),
      ];
  }
}

/** As the draft of 1.0 and 0.3 spell enums: "ROLE_USER" as "user". */
function kebab(name: string): string {
  const words = name.toLowerCase().split("_");
  return words.length > 2 ? words.slice(2).join("-") : words.slice(1).join("-");
}
