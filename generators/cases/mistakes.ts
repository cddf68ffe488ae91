import type { Leaf } from "@a2agen/runtime/fakes";
import { otherTypes, wrongLeaves } from "@a2agen/runtime/internal";
import type { ModelIndex } from "../model/index-model.ts";
import { scalarLeaves, wellKnownLeaves } from "../model/leaves.ts";
import type { Dialect, FieldModel, ValueType, WellKnown } from "../model/model.ts";

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

/** A wrong value of a type, in JSON. */
export interface WrongValue {
  readonly mistake: Mistake;
  /** Names the value among others with the same mistake. */
  readonly name: string;
  readonly value: unknown;
  /** Whether servers may accept it anyway. */
  readonly isAmbiguous?: boolean;
}

/** Values of other JSON types than these. */
function others(right: Parameters<typeof otherTypes>[0]): readonly WrongValue[] {
  return otherTypes(right).map(({ name, value }) => ({ mistake: "type", name, value }));
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
      return [...ofLeaf(scalarLeaves[type.scalar]), ...beyond(rules)];
    case "wellKnown":
      return hasCases.includes(type.wellKnown) ? ofLeaf(wellKnownLeaves[type.wellKnown]) : [];
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

/** Well-known types that requests have. */
const hasCases: readonly WellKnown[] = ["Struct", "Timestamp"];

/** Wrong values of a leaf, but for those that are only too deep, or beside another that is further beyond. */
function ofLeaf(leaf: Leaf): readonly WrongValue[] {
  return wrongLeaves(leaf).flatMap(({ problem, name, value }): readonly WrongValue[] => {
    if (problem === "depth" || name === "edge") return [];
    if (problem === "text") return [{ mistake: "surrogate", name, value, isAmbiguous: true }];
    const isForm = problem === "format" && (leaf === "bytes" || leaf === "timestamp");
    const isRange = problem === "range" && name !== "fraction";
    return [{ mistake: isForm ? formMistakes[leaf] : isRange ? "range" : "type", name, value }];
  });
}

const formMistakes = { bytes: "base64", timestamp: "timestamp" } as const;

/** What is beyond the rules of a field. */
function beyond({ values, minimum, maximum }: FieldModel["rules"]): readonly WrongValue[] {
  return [
    ...(values === undefined ? [] : [{ mistake: "enum", name: "text", value: "no-such-text" } as const]),
    ...(minimum === undefined ? [] : [{ mistake: "range", name: "below", value: minimum - 1 } as const]),
    ...(maximum === undefined ? [] : [{ mistake: "range", name: "above", value: maximum + 1 } as const]),
  ];
}

/** As the draft of 1.0 and 0.3 spell enums: "ROLE_USER" as "user". */
function kebab(name: string): string {
  const words = name.toLowerCase().split("_");
  return words.length > 2 ? words.slice(2).join("-") : words.slice(1).join("-");
}
