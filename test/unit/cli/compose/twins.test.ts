import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildLargeSchemas } from "../../../../bench/compose/large-schemas.ts";
import { composeAll } from "../../../../packages/cli/src/compose/compose-schemas.ts";
import { emitSchemas } from "../../../../packages/cli/src/compose/emit-files.ts";
import type { SchemaObject } from "../../../../packages/runtime/src/negotiation/schema.ts";
import { compose, type Files, field, overlay } from "../../../shared/cli/compose.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";

const seed = Number(chooseSeed());
console.log(`A2AGEN_SEED=${seed}`);

const money = { type: "object", properties: { amount: { type: "integer" } }, required: ["amount"] };
/** References, alternatives that closing tells apart, parts that are closed elsewhere, and an open object. */
const base = {
  $defs: {
    Session: {
      type: "object",
      properties: {
        id: { type: "string" },
        payment: { $ref: "#/$defs/Payment" },
        rest: { $ref: "#/$defs/Free" },
      },
      required: ["id"],
      additionalProperties: false,
    },
    Payment: { oneOf: [{ $ref: "#/$defs/Card" }, { $ref: "#/$defs/Cash" }] },
    Card: { type: "object", properties: { card: { type: "string" } }, additionalProperties: false },
    Cash: {
      type: "object",
      properties: { cash: { $ref: "#/$defs/Money" } },
      required: ["cash"],
      additionalProperties: false,
    },
    Money: money,
    Price: {
      type: "object",
      allOf: [
        { $ref: "#/$defs/Money" },
        { type: "object", properties: { currency: { $ref: "#/$defs/Currency" } } },
      ],
    },
    Currency: { type: "string", enum: ["eur", "usd"] },
    Free: { type: "object" },
    Bag: { type: "object", properties: { prices: { type: "array", items: { $ref: "#/$defs/Price" } } } },
  },
};
const manifest = { openEnums: ["#/$defs/Currency"] };
const extensions: Files = {
  "gift.json": field("Session", "gift", { type: "boolean" }),
  "loyalty.json": overlay(
    "Session",
    { properties: { points: { $ref: "#/$defs/points" }, payment: { $ref: "base.json#/$defs/Payment" } } },
    { points: { type: "object", properties: { count: { type: "integer" } } } },
  ),
};
const all: Files = {
  ...extensions,
  "yen.json": {
    $defs: {
      price: { allOf: [{ $ref: "base.json#/$defs/Price" }, { properties: { currency: { enum: ["yen"] } } }] },
    },
  },
  "coins.json": overlay(
    "Money",
    { properties: { coins: { type: "array", items: { $ref: "#/$defs/coin" } } } },
    { coin: { type: "integer" } },
  ),
};

function validator(document: SchemaObject): Ajv2020 {
  // What is doubtful in a schema is an error.
  const ajv = new Ajv2020({ strict: true, ownProperties: true });
  ajv.addSchema(document, "https://composed.example/");
  return ajv;
}

const composed = compose({ base, extensions: all, manifest });
const documents = {
  base: validator(composeAll({ ...composed.composition, extensions: [] })),
  composed: validator(composeAll(composed.composition)),
  open: validator(composeAll(composed.open)),
  strict: validator(composeAll(composed.strict)),
};
const names = Object.keys(base.$defs);

function accepts(which: keyof typeof documents, name: string, value: unknown): boolean {
  const validate = documents[which].getSchema(`https://composed.example/#/$defs/${name}`);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  return validate(value) === true;
}

describe("the composed schema and its twins", () => {
  test("are accepted by ajv in strict mode, every definition", () => {
    for (const which of ["composed", "open", "strict"] as const) {
      for (const name of names) expect(accepts(which, name, 5)).toBe(false);
    }
  });

  test.each<{
    readonly name: string;
    readonly type: string;
    readonly value: unknown;
    readonly want: readonly boolean[];
  }>([
    { name: "the base alone", type: "Session", value: { id: "a" }, want: [true, true, true, true] },
    {
      name: "fields of extensions",
      type: "Session",
      value: { id: "a", gift: true, points: { count: 1 } },
      want: [false, true, true, true],
    },
    {
      name: "a field of an extension with a wrong value",
      type: "Session",
      value: { id: "a", gift: 1 },
      want: [false, false, false, false],
    },
    {
      name: "an unknown field",
      type: "Session",
      value: { id: "a", other: 1 },
      want: [false, false, true, false],
    },
    {
      name: "an unknown field of an object of an extension",
      type: "Session",
      value: { id: "a", points: { other: 1 } },
      want: [false, true, true, false],
    },
    {
      name: "one alternative",
      type: "Payment",
      value: { cash: { amount: 1, coins: [1] } },
      want: [true, true, true, true],
    },
    {
      name: "two alternatives at once",
      type: "Payment",
      value: { card: "a", cash: { amount: 1 } },
      want: [false, false, true, false],
    },
    {
      name: "a combined object",
      type: "Price",
      value: { amount: 1, currency: "eur", coins: [2] },
      want: [true, true, true, true],
    },
    {
      name: "an unknown field of a combined object",
      type: "Price",
      value: { amount: 1, other: 2 },
      want: [true, true, true, false],
    },
    {
      name: "the same as part of another",
      type: "Bag",
      value: { prices: [{ amount: 1, other: 2 }] },
      want: [true, true, true, false],
    },
    {
      name: "what is combined, by itself",
      type: "Money",
      value: { amount: 1, currency: "eur" },
      want: [true, true, true, false],
    },
    { name: "a new value of an enum", type: "Currency", value: "yen", want: [false, true, true, true] },
    { name: "another value of an enum", type: "Currency", value: "gold", want: [false, false, false, false] },
    {
      name: "an object without fields of its own",
      type: "Free",
      value: { a: 1 },
      want: [true, true, true, true],
    },
    {
      name: "a name that sets prototypes",
      type: "Session",
      value: JSON.parse('{"id":"a","__proto__":{}}'),
      want: [false, false, true, false],
    },
  ])("agree on $name", ({ type, value, want }) => {
    const which = ["base", "composed", "open", "strict"] as const;
    expect(which.map((name) => accepts(name, type, value))).toEqual(want);
  });

  test("hold for every value: what the base takes, they take; what the strict one takes, the open one takes", {
    tags: "thorough",
  }, () => {
    const scalar = fc.oneof(
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom("eur", "yen", "a"),
      fc.boolean(),
      fc.constant(null),
    );
    const keys = [
      "id",
      "payment",
      "rest",
      "card",
      "cash",
      "amount",
      "currency",
      "prices",
      "gift",
      "points",
      "count",
      "other",
    ];
    const { value } = fc.letrec<{ readonly value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        scalar,
        fc.array(tie("value"), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom(...keys), tie("value"), { maxKeys: 4 }),
      ),
    }));
    const shaped = fc.record(
      {
        id: fc.constant("a"),
        payment: fc.oneof(
          fc.record({ card: fc.constant("a") }, { requiredKeys: [] }),
          fc.record({
            cash: fc.record({ amount: fc.integer(), other: value }, { requiredKeys: ["amount"] }),
          }),
        ),
        rest: fc.dictionary(fc.constantFrom(...keys), value),
        amount: fc.integer(),
        currency: fc.constantFrom("eur", "yen"),
      },
      { requiredKeys: [] },
    );
    let taken = 0;
    const property = fc.property(fc.constantFrom(...names), fc.oneof(value, shaped), (name, given) => {
      if (accepts("base", name, given)) {
        taken += 1;
        expect({
          given,
          composed: accepts("composed", name, given),
          open: accepts("open", name, given),
        }).toEqual({ given, composed: true, open: true });
      }
      if (accepts("composed", name, given)) expect(accepts("open", name, given)).toBe(true);
      if (accepts("strict", name, given)) expect(accepts("composed", name, given)).toBe(true);
    });
    fc.assert(property, { seed, numRuns: runs(600) });
    expect(taken).toBeGreaterThan(runs(20));
  });
});

test("the order of the files does not matter, byte for byte", { tags: "thorough" }, () => {
  const want = emitSchemas(composed);
  const property = fc.property(
    fc.shuffledSubarray(Object.entries(all), { minLength: Object.keys(all).length }),
    (entries) => {
      const again = compose({ base, extensions: Object.fromEntries(entries), manifest });
      expect(emitSchemas(again)).toEqual(want);
      expect(again).toEqual(composed);
    },
  );
  fc.assert(property, { seed, numRuns: runs(4) });
});

test("500 definitions and 20 extensions are composed, to the same bytes in any order", {
  tags: "thorough",
}, () => {
  const large = buildLargeSchemas(500, 20);
  const start = performance.now();
  const want = compose(large);
  console.log(`500 definitions, 20 extensions: ${Math.round(performance.now() - start)} ms`);
  expect(want.composition.extensions.flatMap(({ fields }) => fields)).toHaveLength(20);
  const bytes = JSON.stringify([emitSchemas(want), want]);
  const names = Object.keys(large.extensions);
  const property = fc.property(fc.shuffledSubarray(names, { minLength: names.length }), (order) => {
    const extensions = Object.fromEntries(order.map((name) => [name, large.extensions[name]]));
    const again = compose({ base: large.base, extensions });
    expect(JSON.stringify([emitSchemas(again), again]) === bytes).toBe(true);
  });
  fc.assert(property, { seed, numRuns: runs(1) });
});
