import { describe, type Kind, refuse, sameName } from "./kind.ts";
import { addProblem, type Problems } from "./problems.ts";
import { isText } from "./trust.ts";

// What JSON Schema has and protobuf has not: constants, numbers of any size, several types at once.

export type Literal = string | number | boolean | null;

export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

export function isNumber(value: unknown): value is number {
  return typeof value === "number" && value - value === 0;
}

/** An integer whose digits all survive in a JavaScript number. */
export const integer: Kind = {
  is: isInteger,
  expected: "an integer from -(2^53 - 1) to 2^53 - 1",
  code: "range",
  jsonType: "number",
};

export const number: Kind = { is: isNumber, expected: "a finite number", code: "range", jsonType: "number" };

/** The kind of one constant, and of what it was in earlier versions. */
export function constantKind(value: Literal, formerly?: string): Kind {
  return {
    is: (given) => given === value,
    normalize: (given) => (formerly !== undefined && given === formerly ? value : undefined),
    expected: JSON.stringify(value),
    code: "enum",
    jsonType: literalType(value),
  };
}

/** The kind of one of several constants; the lenient mode keeps other strings where strings stand. */
export function literalKind(values: readonly Literal[]): Kind {
  const [first = null] = values;
  const jsonType = literalType(first);
  return {
    is: (given) => values.some((value) => value === given),
    mend: (given) => (jsonType === "string" && isText(given) ? given : undefined),
    expected: oneOf(values),
    sameAs: (given) => sameName(given, values.filter(isText)),
    code: "enum",
    jsonType,
  };
}

/** The kind of a value that has one of several types. */
export function anyKind(kinds: readonly Kind[]): Kind {
  return {
    is: (value) => kinds.some((kind) => kind.is(value)),
    get expected() {
      return kinds.map((kind) => kind.expected).join(" or ");
    },
    code: "range",
    jsonType: kinds.some(({ jsonType }) => jsonType === "number") ? "number" : "string",
  };
}

/** Checks a value outside of any object. */
export function checkKind(value: unknown, kind: Kind): Problems | undefined {
  if (kind.is(value)) return undefined;
  const found = refuse(undefined, [value], 0, kind);
  for (const { segments } of found.problems) segments.length = 0;
  return found;
}

/** Refuses a value of none of the types that are expected here. */
export function unexpected(value: unknown, expected: string): Problems {
  return addProblem(undefined, undefined, {
    code: "type",
    message: `expected ${expected}, got ${describe(value)}`,
  });
}

/** Those of the defaults whose fields are not there; fields that may be null are there with null. */
export function unlessThere(
  message: Record<string, unknown>,
  nullable: readonly string[],
  defaults: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const isThere = (name: string): boolean => nullable.includes(name) && Object.hasOwn(message, name);
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !isThere(name)));
}

/** "one of "a", "b"", as it stands in sentences. */
export function oneOf(values: readonly Literal[]): string {
  return `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
}

function literalType(value: Literal): Kind["jsonType"] {
  if (value === null) return "null";
  return typeof value === "string" ? "string" : typeof value === "number" ? "number" : "boolean";
}
