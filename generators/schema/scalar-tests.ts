import { withArticle } from "../naming/article.ts";
import { code, join, type Piece } from "../print/piece.ts";
import { codegenValue } from "../print/runtime-import.ts";
import type { CheckContext } from "./check-context.ts";
import { jsonLiteral } from "./json-literal.ts";
import { isLinear } from "./safe-pattern.ts";
import type { JsonType, SchemaNode } from "./schema-node.ts";
import { typeOfValue, typesOf, valuesOf } from "./type-sets.ts";

/** One thing that can be wrong with a value: the condition, and how it is reported. */
export interface Test {
  readonly fails: Piece;
  readonly refusal: "wrongType" | "wrongValue" | "outOfRange" | "wrongFormat";
  /** An expression of what was expected. */
  readonly expected: string;
}

function helper(name: string): Piece {
  return codegenValue(name, "schema");
}

/** What the keywords that concern scalars, and `type`, `const` and `enum`, ask of a value. */
export function listTests(node: SchemaNode, value: Piece, context: CheckContext): readonly Test[] {
  const { says } = node;
  const own = says.type === undefined ? undefined : new Set(says.type);
  const values = testValues(node, value, context);
  if (values?.[0]?.fails === "true") return values;
  const only = own?.size === 1 && values === undefined ? says.type?.[0] : undefined;
  const type = values ?? (says.type === undefined ? [] : [testType(says.type, value)]);
  const guard = (kind: "string" | "number", fails: Piece): Piece => {
    const isSure = kind === "string" ? only === "string" : only === "number" || only === "integer";
    return isSure ? fails : code`typeof ${value} === "${kind}" && ${fails}`;
  };
  const canBe = (kind: JsonType): boolean =>
    own === undefined || own.has(kind) || (kind === "number" && own.has("integer"));
  const tests = [
    ...(canBe("string") ? testText(node, value, context) : []).map((test) => ({
      ...test,
      fails: guard("string", test.fails),
    })),
    ...(canBe("number") ? testNumber(node, value) : []).map((test) => ({
      ...test,
      fails: guard("number", test.fails),
    })),
  ];
  return [...type, ...tests];
}

const predicates: Readonly<Record<JsonType, (value: Piece) => Piece>> = {
  object: (value) => code`!${helper("isRecord")}(${value})`,
  array: (value) => code`!${helper("isList")}(${value})`,
  string: (value) => code`typeof ${value} !== "string"`,
  number: (value) => code`!${helper("isNumber")}(${value})`,
  integer: (value) => code`!${helper("isInteger")}(${value})`,
  boolean: (value) => code`typeof ${value} !== "boolean"`,
  null: (value) => code`${value} !== null`,
};

/** A condition that is true for values of none of the types. */
export function isNone(types: readonly JsonType[], value: Piece): Piece {
  const needed = types.filter((type) => type !== "integer" || !types.includes("number"));
  return join(
    needed.map((type) => predicates[type](value)),
    " && ",
  );
}

const typeWords: Readonly<Record<JsonType, string>> = {
  object: "an object",
  array: "an array",
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  null: "null",
};

export function describeTypes(types: Iterable<JsonType>): string {
  const all = [...types];
  const needed = all.filter((type) => type !== "integer" || !all.includes("number"));
  return needed.map((type) => typeWords[type]).join(" or ");
}

function testType(types: readonly JsonType[], value: Piece): Test {
  return { fails: isNone(types, value), refusal: "wrongType", expected: quote(describeTypes(types)) };
}

/** More constants are looked up in a set. */
const mostCompared = 8;

/** What `const` and `enum` ask for; where they are satisfied so are the types. */
function testValues(node: SchemaNode, value: Piece, context: CheckContext): readonly Test[] | undefined {
  const { says } = node;
  const given = valuesOf(says);
  if (given === undefined) return undefined;
  const own = typesOf(node);
  const values = given.filter((each) => own.has(typeOfValue(each)));
  const refusal = "wrongValue";
  const isSet =
    values.length > mostCompared && values.every((each) => typeof each !== "object" || each === null);
  const constants = isSet
    ? []
    : values.map((each) =>
        typeof each === "object" && each !== null
          ? context.constant(node, "constantOf", jsonLiteral(each))
          : JSON.stringify(each),
      );
  const set = isSet
    ? context.constant(node, "valuesOf", values.map((each) => jsonLiteral(each)).join(", "))
    : "";
  const differs = values.map((each, at) => {
    const constant = constants[at] ?? "";
    const isTree = typeof each === "object" && each !== null;
    return isTree ? code`!${helper("equals")}(${value}, ${constant})` : code`${value} !== ${constant}`;
  });
  const fails = values.length === 0 ? "true" : isSet ? code`!${set}.has(${value})` : join(differs, " && ");
  const expected = isSet ? set : `[${constants.join(", ")}]`;
  return [{ fails, refusal, expected }];
}

function testText(node: SchemaNode, value: Piece, context: CheckContext): readonly Test[] {
  const { minLength = 0, maxLength, pattern, format } = node.says;
  const tests: Test[] = [];
  const range = (fails: Piece, expected: string): void => {
    tests.push({ fails, refusal: "outOfRange", expected: quote(expected) });
  };
  if (minLength > 0) {
    const fails =
      minLength === 1 && valuesOf(node.says) === undefined
        ? code`${value} === ""`
        : code`${helper("isShorter")}(${value}, ${String(minLength)})`;
    range(fails, `at least ${count(minLength, "character")}`);
  }
  if (maxLength !== undefined) {
    range(
      code`${helper("isLonger")}(${value}, ${String(maxLength)})`,
      `at most ${count(maxLength, "character")}`,
    );
  }
  if (pattern !== undefined) {
    const constant = context.constant(node, "patternOf", printPattern(pattern));
    const test = helper(isLinear(pattern) ? "matches" : "matchesShort");
    const short = pattern.length > 100 ? `${pattern.slice(0, 100)}...` : pattern;
    const expected = quote(`a string that matches ${short}`);
    tests.push({ fails: code`!${test}(${constant}, ${value})`, refusal: "wrongFormat", expected });
  }
  const known = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known !== undefined) {
    const fails = code`!${helper(known.test)}(${value})`;
    tests.push({ fails, refusal: "wrongFormat", expected: quote(withArticle(known.name)) });
  }
  return tests;
}

/** The formats that are asserted; others are annotations. */
export const formats: Readonly<Record<string, { readonly test: string; readonly name: string }>> = {
  "date-time": { test: "isDateTime", name: "RFC 3339 date and time" },
  date: { test: "isDate", name: "RFC 3339 date" },
  time: { test: "isTime", name: "RFC 3339 time" },
  duration: { test: "isDuration", name: "ISO 8601 duration" },
  email: { test: "isEmail", name: "email address" },
  uri: { test: "isUri", name: "URI" },
  "uri-reference": { test: "isUriReference", name: "URI or reference to one" },
  uuid: { test: "isUuid", name: "UUID" },
  ipv4: { test: "isIpv4", name: "IPv4 address" },
  ipv6: { test: "isIpv6", name: "IPv6 address" },
  hostname: { test: "isHostname", name: "host name" },
  "json-pointer": { test: "isJsonPointer", name: "JSON pointer" },
  regex: { test: "isRegex", name: "regular expression" },
};

function testNumber({ says }: SchemaNode, value: Piece): readonly Test[] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = says;
  const bounds = [
    [minimum, "<", "at least"],
    [exclusiveMinimum, "<=", "more than"],
    [maximum, ">", "at most"],
    [exclusiveMaximum, ">=", "less than"],
  ] as const;
  const tests = bounds.flatMap(([bound, sign, words]): readonly Test[] => {
    if (bound === undefined) return [];
    return [
      {
        fails: code`${value} ${sign} ${String(bound)}`,
        refusal: "outOfRange",
        expected: quote(`${words} ${bound}`),
      },
    ];
  });
  if (multipleOf === undefined) return tests;
  const fails = code`!${helper("isMultipleOf")}(${value}, ${String(multipleOf)})`;
  return [...tests, { fails, refusal: "outOfRange", expected: quote(`a multiple of ${multipleOf}`) }];
}

/** A pattern as a literal; control characters have a meaning to the printer. */
export function printPattern(pattern: string): string {
  const literal = String(new RegExp(pattern, "u"));
  const spell = (char: string): string => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return Array.from(literal, (char) => (char < " " || char === "\x7f" ? spell(char) : char)).join("");
}

export function quote(text: string): string {
  return JSON.stringify(text);
}

export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
