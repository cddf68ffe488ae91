import { type CountRules, compileRules, defined, type ValueRules } from "@a2agen/runtime/internal";
import { type IntegerText, upTo } from "./decimal-pattern.ts";
import type { SchemaObject } from "./schema.ts";

/**
 * The schema of a value with what the rules ask for besides. `text` has the bounds of integers that are texts
 * in JSON, which receivers also take as numbers.
 */
export function ruledSchema(
  schema: SchemaObject,
  rules: ValueRules | undefined,
  text: IntegerText | undefined,
): SchemaObject {
  if (rules === undefined) return schema;
  const { or, ...others } = rules;
  const narrowed = text === undefined ? narrow(schema, others) : narrowInteger(schema, others, text);
  if (or === undefined) return narrowed;
  const zero =
    text !== undefined && Array.isArray(schema["anyOf"]) ? { enum: [or, Number(or)] } : { const: or };
  return { anyOf: [zero, narrowed] };
}

/** Numbers that JSON has no spelling for are texts beside the numbers. */
function narrow(schema: SchemaObject, rules: ValueRules): SchemaObject {
  const arms = armsOf(schema);
  const names = arms?.find(isNames);
  if (arms === undefined || names === undefined) return withKeywords(schema, rules);
  const kept = names.enum.filter(compileRules(rules));
  const numbers = arms.filter((arm) => arm !== names).map((arm) => withKeywords(arm, numbersOnly(rules)));
  return kept.length === 0 && numbers.length === 1
    ? (numbers[0] ?? {})
    : { anyOf: [...numbers, ...(kept.length === 0 ? [] : [{ ...names, enum: kept }])] };
}

function numbersOnly({ in: only, ...rules }: ValueRules): ValueRules {
  return only === undefined ? rules : { ...rules, in: only.filter((value) => typeof value === "number") };
}

function armsOf({ anyOf }: SchemaObject): readonly SchemaObject[] | undefined {
  return Array.isArray(anyOf) ? (anyOf as readonly SchemaObject[]) : undefined;
}

function isNames(schema: SchemaObject): schema is SchemaObject & { readonly enum: readonly unknown[] } {
  return schema["type"] === "string" && Array.isArray(schema["enum"]) && schema["enum"].includes("NaN");
}

function narrowInteger(schema: SchemaObject, rules: ValueRules, text: IntegerText): SchemaObject {
  const arms = armsOf(schema);
  if (arms === undefined) return narrowText(schema, rules, text);
  const narrowed = arms.flatMap((arm) =>
    arm["type"] === "integer" ? narrowNumber(arm, rules) : [narrowText(arm, rules, text)],
  );
  return narrowed.length === 1 ? (narrowed[0] ?? {}) : { anyOf: narrowed };
}

function narrowNumber(schema: SchemaObject, rules: ValueRules): readonly SchemaObject[] {
  const numbers = (values: ValueRules["in"]): readonly number[] | undefined =>
    values?.map(Number).filter(Number.isSafeInteger);
  const least = Math.max(Number(schema["minimum"]), Number(rules.minimum ?? Number.NEGATIVE_INFINITY));
  const most = Math.min(Number(schema["maximum"]), Number(rules.maximum ?? Number.POSITIVE_INFINITY));
  const [only, except] = [numbers(rules.in), numbers(rules.notIn)];
  if (least > most || only?.length === 0) return [];
  const bounded = { ...schema, minimum: least, maximum: most };
  return [withKeywords(bounded, defined({ in: only, notIn: except?.length === 0 ? undefined : except }))];
}

function narrowText(schema: SchemaObject, rules: ValueRules, text: IntegerText): SchemaObject {
  const { minimum, maximum, ...others } = rules;
  const tests = [
    ...(minimum === undefined ? [] : [atLeast(BigInt(minimum), text)]),
    ...(maximum === undefined ? [] : [atMost(BigInt(maximum), text)]),
  ];
  return withTests(withKeywords(schema, others), tests);
}

function atMost(bound: bigint, { above }: IntegerText): SchemaObject {
  if (bound >= 0n) return { pattern: `^(-|${upTo(String(bound))}$)` };
  return { not: { pattern: `^(${upTo(above)}|-${upTo(String(-bound - 1n))})$` } };
}

function atLeast(bound: bigint, text: IntegerText): SchemaObject {
  if (bound > 0n) return { not: atMost(bound - 1n, text) };
  if (bound === 0n) return { pattern: "^[0-9]" };
  return { pattern: `^([0-9]|-${upTo(String(-bound))}$)` };
}

function withKeywords(schema: SchemaObject, rules: ValueRules): SchemaObject {
  const { minLength, maxLength, above, below, in: only, notIn } = rules;
  const [minimum, maximum] = [rules.minimum, rules.maximum];
  const tests = [
    ...(rules.matches ?? []).map(({ pattern }) => ({ pattern })),
    ...(rules.excludes ?? []).map(({ pattern }) => ({ not: { pattern } })),
    ...(notIn === undefined ? [] : [{ not: { enum: notIn } }]),
  ];
  const keywords = defined({
    minLength,
    maxLength,
    minimum,
    maximum,
    exclusiveMinimum: above,
    exclusiveMaximum: below,
    enum: only,
  });
  const isApart = "$ref" in schema || "anyOf" in schema;
  const hasMore = Object.keys(keywords).length > 0 || tests.length > 0;
  return withTests(isApart && hasMore ? { allOf: [schema], ...keywords } : { ...schema, ...keywords }, tests);
}

/** Adds schemas that hold too: as keywords where these are not taken. */
function withTests(schema: SchemaObject, tests: readonly SchemaObject[]): SchemaObject {
  let found = schema;
  for (const test of tests) {
    const isTaken = Object.keys(test).some((key) => Object.hasOwn(found, key));
    const all = (found["allOf"] ?? []) as readonly SchemaObject[];
    found = isTaken ? { ...found, allOf: [...all, test] } : { ...found, ...test };
  }
  return found;
}

/** The schema of a list or a map with the number of its elements or entries. */
export function countedSchema(
  schema: SchemaObject,
  count: CountRules | undefined,
  [minimum, maximum]: readonly [string, string],
): SchemaObject {
  if (count === undefined) return schema;
  const { least, most, unique, orNone } = count;
  const limits = defined({ [minimum]: least, [maximum]: most, uniqueItems: unique });
  return orNone ? { ...schema, anyOf: [{ [maximum]: 0 }, limits] } : { ...schema, ...limits };
}
