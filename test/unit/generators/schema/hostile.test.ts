import { describe, expect, test } from "vitest";
import { compileSchema, compileSchemas } from "../../../shared/schema/compile-schemas.ts";

/** What is reported for the schemas of one file; where nothing ends, the test does not either. */
function report(json: unknown): readonly string[] {
  return compileSchema(json).diagnostics;
}

function nest(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

const limit = (pointer: string, what: string): string =>
  `schema.json${pointer}: error: expected at most ${what}; there are more; make the schema simpler or divide it [schema-limit]`;

describe("schemas of an enemy are refused with their place", () => {
  test("references in a circle", () => {
    const $defs = { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } };
    expect(report({ $defs, $ref: "#/$defs/a" })).toEqual(
      ["#/$defs/a", "#/$defs/b/allOf/0"].map(
        (place) =>
          `schema.json${place}: error: expected a schema that ends; it applies itself to the same value again; let it refer to itself for a member or an element only [schema-endless]`,
      ),
    );
    expect(report({ not: { $ref: "#" } })).toHaveLength(1);
  });

  test("references to what was not given, which nobody fetches", () => {
    expect(report({ items: { $ref: "https://example.com/a.json#/b" } })).toEqual([
      'schema.json#/items/$ref: error: expected a reference to a schema of the given files; "https://example.com/a.json#/b" is none, and nothing is fetched; give its file too, under that path or with that $id [schema-reference]',
    ]);
    expect(report({ $ref: "#/$defs/a" })).toEqual([
      'schema.json#/$ref: error: expected a reference to a schema of the given files; "#/$defs/a" is a place that schema.json# does not have; correct it [schema-reference]',
    ]);
  });

  test("patterns that explode", () => {
    const exploding = ["^(a+)+$", "(x*)*y", "^(a|a)*$", "^(?=(b+)+c)", "(a)\\1*"];
    expect(report({ allOf: exploding.map((pattern) => ({ pattern })) })).toEqual(
      exploding.map(
        (pattern, at) =>
          `schema.json#/allOf/${at}/pattern: error: expected a regular expression of ECMAScript with the flag u; found ${JSON.stringify(pattern)}, which may take a time that grows without bounds; give repeated parts different first characters [schema-pattern]`,
      ),
    );
    expect(report({ pattern: "^(?!.*secret)[a-z]+(?:-[a-z]+)*$" })).toEqual([]);
  });

  test("patterns that are none", () => {
    expect(report({ patternProperties: { "(": {} } })).toEqual([
      'schema.json#/patternProperties/(: error: expected a regular expression of ECMAScript with the flag u; found "(", which is not one; outside of classes escape ( ) [ ] { } / \\ ^ $ . * + ? | only, as with the flag u [schema-pattern]',
    ]);
  });

  test("a million values of an enum", () => {
    const values = Array.from({ length: 1_000_000 }, (_, at) => at);
    expect(report({ properties: { a: { enum: values } } })).toEqual([
      limit("#", "1000000 JSON values in all files"),
    ]);
    expect(report({ properties: { a: { enum: values.slice(0, 6000) } } })).toEqual([
      limit("#/properties/a/enum", "5000 values of an enum"),
    ]);
  });

  test("depth", () => {
    expect(report(nest(100_000, (items) => ({ items })))).toEqual([
      limit("#/items/items/items/items", "200 objects and arrays inside one another"),
    ]);
  });

  test("a value that contains itself", () => {
    const endless: Record<string, unknown> = {};
    endless["items"] = endless;
    expect(report(endless)).toEqual([
      limit("#/items/items/items/items", "200 objects and arrays inside one another"),
    ]);
  });

  test("too many schemas, and too long chains of references", () => {
    const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`a${at}`, {}]));
    expect(report({ $defs: many })).toEqual([limit("#/$defs/a19999", "20000 schemas")]);
    const chain = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`a${at}`, at === 999 ? {} : { $ref: `#/$defs/a${at + 1}` }]),
    );
    expect(report({ $defs: chain })).toEqual([limit("#/$defs/a499", "500 schemas that apply one another")]);
  });

  test("a schema that doubles with each level takes no time that doubles", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => {
        const next = { $ref: `#/$defs/a${at + 1}` };
        return [`a${at}`, at === 99 ? { type: "object" } : { allOf: [next, next] }];
      }),
    );
    expect(report({ $defs })).toEqual([]);
  });

  test("values of keywords that are none", () => {
    const found = report({
      type: "text",
      minLength: -1,
      required: "a",
      properties: [],
      items: 5,
      enum: 1,
      multipleOf: 0,
    });
    expect(found).toEqual([
      'schema.json#/type: error: expected object, array, string, number, integer, boolean, null, or a list of some of these; found "text" [schema-value]',
      "schema.json#/minLength: error: expected an integer of 0 or more; found -1 [schema-value]",
      'schema.json#/required: error: expected a list of names; found "a" [schema-value]',
      "schema.json#/properties: error: expected an object of schemas; found an array [schema-value]",
      "schema.json#/items: error: expected a schema, which is an object, true or false; found 5 [schema-value]",
      "schema.json#/enum: error: expected a list of values; found 1 [schema-value]",
      "schema.json#/multipleOf: error: expected a number greater than 0; found 0 [schema-value]",
    ]);
  });

  test("other dialects, identifiers that are there twice, and paths that lead out", () => {
    expect(report({ $schema: "https://json-schema.org/draft/2019-09/schema" })).toEqual([
      'schema.json#/$schema: error: expected JSON Schema 2020-12 or draft 7; found "https://json-schema.org/draft/2019-09/schema"; translate the schema to one of them [schema-dialect]',
    ]);
    const $id = "https://example.com/a";
    expect(report({ $defs: { a: { $id }, b: { $id } } })).toEqual([
      'schema.json#/$defs/b: error: expected an identifier that no other schema has; "https://example.com/a" is that of schema.json#/$defs/a too; change one of them [schema-id]',
    ]);
    expect(compileSchemas([{ path: "../a.json", json: {} }], []).diagnostics).toEqual([
      "../a.json#: error: expected a path below the folder of the other files; write it without .. and a beginning / [schema-path]",
    ]);
  });

  test("code in names and texts stays text", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is to stay a text
    const evil = '*/ globalThis.hacked = true; /* ${globalThis.hacked = true} `"\u2028\n\u0001';
    const { codec, diagnostics } = compileSchema({
      title: evil,
      description: evil,
      type: "object",
      properties: { [evil]: { const: evil } },
      patternProperties: { "\\/\\*\u0001\n[/]": { description: evil } },
      required: [evil],
      $defs: { [evil]: { enum: [evil] } },
    });
    expect(diagnostics).toHaveLength(1);
    expect(codec?.is({ [evil]: evil })).toBe(true);
    expect(codec?.is({ [evil]: "" })).toBe(false);
    expect(Object.hasOwn(globalThis, "hacked")).toBe(false);
  });
});

describe("values of an enemy", () => {
  test("are bounded in depth where schemas are recursive", () => {
    const { codec } = compileSchema({ properties: { a: { $ref: "#" } }, additionalProperties: false });
    expect(codec?.is(nest(100, (a) => ({ a })))).toBe(true);
    const result = codec?.tryDecode(nest(100_000, (a) => ({ a })));
    expect(result?.ok === false && result.issues.map(({ code, message }) => ({ code, message }))).toEqual([
      { code: "depth", message: "expected at most 100 values inside one another" },
    ]);
  });

  test("are compared without an end to the stack", () => {
    const { codec } = compileSchema({ uniqueItems: true, not: { const: { a: 1 } } });
    const result = codec?.tryDecode([nest(100_000, (inner) => [inner])]);
    expect(result?.ok === false && result.issues).toEqual([
      {
        code: "depth",
        path: "[0]",
        segments: [0],
        message: "expected at most 1000 values inside one another",
      },
    ]);
  });

  test("are told apart by a hash, and not each from each", () => {
    const { codec } = compileSchema({ uniqueItems: true });
    const list = Array.from({ length: 200_000 }, (_, at) => ({ at }));
    expect(codec?.is(list)).toBe(true);
    expect(codec?.is([...list, { at: 7 }])).toBe(false);
  });

  test("have a bounded number of problems", () => {
    const { codec } = compileSchema({ items: { type: "string" } });
    const result = codec?.tryDecode(Array.from({ length: 100_000 }, () => 1));
    expect(result?.ok === false && result.issues.length).toBe(1001);
  });

  test("are matched for a short time", () => {
    const { codec } = compileSchema({ pattern: "a.*c" });
    expect(codec?.is("a_b_c")).toBe(true);
    expect(codec?.is(`${"ab".repeat(1_000_000)}c`)).toBe(false);
  });
});
