// biome-ignore-all lint/suspicious/noThenProperty: schemas have it
/* oxlint-disable unicorn/no-thenable -- schemas have it */
import fc from "fast-check";
import type { Dialect } from "./other-validators.ts";

type Json = Readonly<Record<string, unknown>>;

const names = ["a", "b", "c", "constructor", "x-1"] as const;
const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    1,
    2,
    3,
    1.5,
    -1,
    "",
    "a",
    "b",
    "ab",
    "abc",
    "😀",
    "2024-02-30",
  ),
  fc.constantFrom<unknown>("2024-02-29", "a@b.co", "1.2.3.4", "::1", "http://a.b/c"),
);

/** JSON values of the few names, texts and numbers that the schemas are about. */
export const values: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 4 }),
  ),
})).value;

const count = fc.integer({ min: 0, max: 3 });
const name = fc.constantFrom(...names);
const nameList = fc.uniqueArray(name, { minLength: 1, maxLength: 2 });
const pattern = fc.constantFrom("^a", "b$", "^[a-c]+$", "^x-", "^.$", "\\p{L}");
const types = ["object", "array", "string", "number", "integer", "boolean", "null"] as const;
const format = fc.constantFrom("date", "email", "ipv4", "ipv6", "uri", "json-pointer", "x-own");

/** Schemas of a dialect, with all keywords; definitions `a` and `b` may refer to each other below members. */
export function schemas(dialect: Dialect): fc.Arbitrary<Json> {
  const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { depthSize: "small", maxDepth: 3 },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 8, arbitrary: merged(dialect, tie("schema")) },
    ),
  }));
  const deep = (inner: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    fc.oneof(inner, fc.record({ properties: fc.dictionary(name, reference, { maxKeys: 2 }) }));
  return fc.record({
    allOf: fc.tuple(schema, fc.oneof(reference, schema)),
    definitions: fc.record({ a: deep(schema), b: deep(schema) }),
  });
}

const reference = fc.constantFrom({ $ref: "#/definitions/a" }, { $ref: "#/definitions/b" });

/** A few keywords at once. */
function merged(dialect: Dialect, inner: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const some = fc.array(inner, { minLength: 1, maxLength: 3 });
  const map = (keys: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
    fc.dictionary(keys, inner, { maxKeys: 3 });
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    type: fc.oneof(
      fc.constantFrom(...types),
      fc.uniqueArray(fc.constantFrom(...types), { minLength: 1, maxLength: 3 }),
    ),
    const: values,
    enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 10 }),
    minLength: count,
    maxLength: count,
    pattern,
    format,
    minimum: count,
    maximum: count,
    exclusiveMinimum: count,
    exclusiveMaximum: count,
    multipleOf: fc.constantFrom(1, 2, 3, 0.5),
    required: nameList,
    properties: map(name),
    patternProperties: map(pattern),
    additionalProperties: inner,
    propertyNames: inner,
    minProperties: count,
    maxProperties: count,
    items: inner,
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    contains: inner,
    allOf: some,
    anyOf: some,
    oneOf: some,
    not: inner,
    if: inner,
    then: inner,
    else: inner,
    ...(dialect === "7"
      ? {
          additionalItems: inner,
          dependencies: fc.dictionary(name, fc.oneof(nameList, inner), { maxKeys: 2 }),
        }
      : {
          prefixItems: some,
          minContains: count,
          maxContains: count,
          dependentRequired: fc.dictionary(name, nameList, { maxKeys: 2 }),
          dependentSchemas: map(name),
          unevaluatedProperties: inner,
          unevaluatedItems: inner,
        }),
  };
  const entries = Object.entries(keywords).map(([keyword, value]) =>
    value.map((each) => [keyword, each] as const),
  );
  const tagged = fc.uniqueArray(fc.constantFrom("a", "b", 1), { minLength: 2, maxLength: 3 }).map((tags) => ({
    oneOf: tags.map((tag) => ({ type: "object", properties: { a: { const: tag } }, required: ["a"] })),
  }));
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.array(fc.oneof(...entries), { minLength: 1, maxLength: 4 }).map(Object.fromEntries),
    },
    { weight: 1, arbitrary: tagged },
  );
}
