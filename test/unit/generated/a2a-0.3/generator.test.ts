import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emitSchema, problemsOf } from "./emit-schema.ts";

const pets = {
  Pet: {
    description: "A pet; `kind` says which.",
    anyOf: [{ $ref: "#/definitions/Cat" }, { $ref: "#/definitions/Dog" }],
  },
  Cat: {
    type: "object",
    properties: {
      kind: { const: "cat" },
      name: { type: "string", description: "What it is called." },
      kittens: { type: "array", items: { $ref: "#/definitions/Cat" }, minItems: 1 },
    },
    required: ["kind", "name"],
  },
  Dog: {
    type: "object",
    properties: {
      kind: { const: "dog" },
      mood: { $ref: "#/definitions/Mood" },
      "best-friend": { anyOf: [{ $ref: "#/definitions/Cat" }, { type: "null" }] },
      tags: { type: "object", additionalProperties: { type: ["string", "integer"] } },
    },
    required: ["kind", "best-friend"],
  },
  Mood: { type: "string", enum: ["very-good", "bad"] },
};

describe("the code made of a small schema", () => {
  test.each(["pets_types.ts", "pets_json.ts", "index.ts"])("%s is the golden one", async (path) => {
    const text = emitSchema({ definitions: pets }).get(path);
    await expect(text).toMatchFileSnapshot(join(import.meta.dirname, "../../../expected/from-schema", path));
  });
});

const annotations = "$schema, $id, $comment, title, description, deprecated, default, examples";

describe("what a schema has beyond what is supported is an error that says where, what, and what else", () => {
  test.each([
    {
      name: "a keyword",
      given: { A: { type: "object", properties: { b: { type: "string", pattern: "^a$" } } } },
      want: `pets.json#/definitions/A/properties/b/pattern: found the keyword "pattern"; supported here: type, ${annotations} [schema-keyword]`,
    },
    {
      name: "every problem, not the first",
      given: { A: { type: "object", properties: { "a/b": { type: "number", minimum: 1 }, c: { not: {} } } } },
      want: [
        `pets.json#/definitions/A/properties/a~1b/minimum: found the keyword "minimum"; supported here: type, ${annotations} [schema-keyword]`,
        `pets.json#/definitions/A/properties/c/not: found the keyword "not"; supported here: type, const, enum, anyOf, oneOf, $ref, ${annotations} [schema-keyword]`,
      ].join("\n"),
    },
    {
      name: "a closed object",
      given: { A: { type: "object", properties: { b: {} }, additionalProperties: false } },
      want: "pets.json#/definitions/A/additionalProperties: found false beside properties; supported here: true, {} or nothing, since unknown members are ignored [schema-open]",
    },
    {
      name: "an object inside a property",
      given: { A: { type: "object", properties: { b: { type: "object", properties: {} } } } },
      want: "pets.json#/definitions/A/properties/b/properties: found an object with properties inside another schema; give it a name among the definitions and refer to it [schema-inline]",
    },
    {
      name: "a reference to nothing",
      given: { A: { $ref: "#/definitions/B" } },
      want: 'pets.json#/definitions/A/$ref: found "#/definitions/B"; expected "#/definitions/" and the name of a definition [schema-ref]',
    },
    {
      name: "a type that is none",
      given: { A: { type: ["string", "array"] } },
      want: 'pets.json#/definitions/A/type: found ["string","array"]; supported here: array, object, string, integer, number, boolean, null, or a list of the latter five [schema-type]',
    },
    {
      name: "longer minimum lengths",
      given: { A: { type: "array", items: {}, minItems: 2 } },
      want: "pets.json#/definitions/A/minItems: found 2; supported here: 0, 1 [schema-min-items]",
    },
    {
      name: "a required property that is none",
      given: { A: { type: "object", properties: {}, required: ["b"] } },
      want: 'pets.json#/definitions/A/required/0: found "b"; expected one of the properties [schema-required]',
    },
    {
      name: "a name that is no identifier",
      given: { "a-b": { type: "string" } },
      want: 'pets.json#/definitions/a-b: found the name "a-b"; expected an identifier [schema-name]',
    },
    {
      name: "a constant of another type",
      given: { A: { type: "string", const: 5 } },
      want: 'pets.json#/definitions/A/const: expected a value of the type "string"; found 5 [schema-const]',
    },
    {
      name: "objects that nothing tells apart",
      given: {
        A: { anyOf: [{ $ref: "#/definitions/B" }, { $ref: "#/definitions/C" }] },
        B: { type: "object", properties: { b: { type: "string" }, d: {} } },
        C: { type: "object", properties: { c: { type: "string" }, d: {} } },
      },
      want: 'pets.json#/definitions/A: found objects that nothing tells apart: B, C; expected a required property with a different "const" in each, or one that each requires and no other has [schema-union]',
    },
    {
      name: "arms of the same JSON type",
      given: { A: { anyOf: [{ type: "array" }, { type: "array", items: { type: "string" } }] } },
      want: "pets.json#/definitions/A: found arms of the same JSON type; supported: one of strings, numbers, true, false and null, one of arrays, and objects with properties [schema-union]",
    },
    {
      name: "a definition that is itself",
      given: { A: { $ref: "#/definitions/B" }, B: { $ref: "#/definitions/A" } },
      want: ["A", "B"]
        .map(
          (name) =>
            `pets.json#/definitions/${name}: found a definition that is itself; expected an object or an array between [schema-union]`,
        )
        .join("\n"),
    },
  ])("$name", ({ given, want }) => {
    expect(problemsOf({ definitions: given })).toBe(want);
  });

  test("keywords at the root", () => {
    expect(problemsOf({ definitions: {}, type: "object" })).toBe(
      `pets.json#/type: found the keyword "type"; supported here: definitions, ${annotations} [schema-keyword]`,
    );
  });
});
