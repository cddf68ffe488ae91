import { describe, expect, test } from "vitest";
import { composeAll } from "../../../../packages/cli/src/compose/compose-schemas.ts";
import { base, compose, field, type Given, overlay, problemsOf } from "../../../shared/cli/compose.ts";

const gift = { type: "boolean" };

function extension(reference: string): object {
  return overlay("Session", { properties: { gift: { $ref: reference } } }, { own: gift });
}

const place = "gift.json#/$defs/overlay/allOf/1/properties/gift/$ref: error:";
const refused: readonly { readonly name: string; readonly reference: string; readonly want: string }[] = [
  {
    name: "a URL: nothing is fetched",
    reference: "https://elsewhere.example/a.json#/$defs/A",
    want: 'expected a reference to a file that was given, base.json, gift.json; found the URL "https://elsewhere.example/a.json#/$defs/A", and nothing is ever fetched; download it and give it with --reference or --answer [reference-url]',
  },
  {
    name: "file URLs neither",
    reference: "file:///etc/passwd",
    want: 'expected a reference to a file that was given, base.json, gift.json; found the URL "file:///etc/passwd", and nothing is ever fetched; download it and give it with --reference or --answer [reference-url]',
  },
  ...["../../etc/passwd", "../secret/base.json", "/etc/passwd", "..\\\\base.json", "%2e%2e/base.json"].map(
    (reference) => ({
      name: `a file that was not given, ${reference}`,
      reference,
      want: `expected a reference to a file that was given, base.json, gift.json; found ${JSON.stringify(reference)}, and no other file is ever read; give it with --reference [reference-file]`,
    }),
  ),
  {
    name: "a definition that is not there",
    reference: "base.json#/$defs/None",
    want: 'expected a reference to a schema; found "base.json#/$defs/None", and in base.json nothing there; correct the pointer [reference]',
  },
  {
    name: "what every object inherits",
    reference: "base.json#/$defs/constructor",
    want: 'expected a reference to a schema; found "base.json#/$defs/constructor", and in base.json nothing there; correct the pointer [reference]',
  },
  {
    name: "a value that is no schema",
    reference: "base.json#/$defs/Session/required",
    want: 'expected a reference to a schema; found "base.json#/$defs/Session/required", and in base.json a value that is not a schema; correct the pointer [reference]',
  },
  {
    name: "an anchor",
    reference: "base.json#Session",
    want: 'expected a reference with a JSON pointer behind "#"; found "base.json#Session" [reference]',
  },
  {
    name: "an escape that is none",
    reference: "base.json#/%zz",
    want: 'expected a reference with a JSON pointer behind "#"; found "base.json#/%zz" [reference]',
  },
];

describe("a reference may not lead to", () => {
  test.each(refused)("$name", ({ reference, want }) => {
    expect(problemsOf({ extensions: { "gift.json": extension(reference) } })).toEqual([`${place} ${want}`]);
  });

  test("an extension, from the base", () => {
    const given = { $defs: { ...base.$defs, Gift: { $ref: "gift.json#/$defs/own" } } };
    expect(problemsOf({ base: given, extensions: { "gift.json": extension("#/$defs/own") } })).toEqual([
      "base.json#/$defs/Gift/$ref: error: expected a reference to the base or to a file of --reference; found one to the extension gift.json, without which the base has to be whole [reference-direction]",
    ]);
  });

  test("itself, without going into the value", () => {
    const cycle = { a: { $ref: "#/$defs/b" }, b: { anyOf: [{ type: "string" }, { $ref: "#/$defs/a" }] } };
    const given = overlay("Session", { properties: { gift: { $ref: "#/$defs/a" } } }, cycle);
    expect(problemsOf({ extensions: { "gift.json": given } })).toEqual(
      [
        "gift.json#/$defs/overlay/allOf/1/properties/gift: error: expected a schema that ends; found references that lead back here and never into the value; break the cycle [reference-cycle]",
      ].map((line) => line.replace("overlay/allOf/1/properties/gift:", "a:")),
    );
  });
});

describe("a reference leads to", () => {
  const shared = { $id: "https://shop.example/common.json", $defs: { Money: { type: "integer" } } };
  const accepted: readonly { readonly name: string; readonly given: Given }[] = [
    {
      name: "a file beside, by its name",
      given: {
        shared: { "common.json": shared },
        extensions: { "gift.json": extension("common.json#/$defs/Money") },
      },
    },
    {
      name: "a file in another directory, by its path",
      given: {
        shared: { "lib/common.json": shared },
        extensions: { "gift.json": extension("./lib/common.json#/$defs/Money") },
      },
    },
    {
      name: "a file, by its $id",
      given: {
        shared: { "common.json": shared },
        extensions: { "gift.json": extension("https://shop.example/common.json#/$defs/Money") },
      },
    },
    {
      name: "a file, by its $id relative to that of the file",
      given: {
        shared: { "lib/common.json": shared },
        extensions: {
          "gift.json": { $id: "https://shop.example/gift.json", ...extension("common.json#/$defs/Money") },
        },
      },
    },
  ];
  test.each(accepted)("$name", ({ given }) => {
    expect(problemsOf(given)).toEqual([]);
    const document = composeAll(compose(given).composition);
    expect(document["$defs"]).toMatchObject({
      Money: { type: "integer" },
      Session: { properties: { gift: { $ref: "#/$defs/Money" } } },
    });
  });

  test("a file whose $id disagrees with its name, by either, and that is reported", () => {
    const odd = { ...shared, $id: "https://shop.example/money.json" };
    for (const reference of ["common.json#/$defs/Money", "https://shop.example/money.json#/$defs/Money"]) {
      expect(
        problemsOf({ shared: { "common.json": odd }, extensions: { "gift.json": extension(reference) } }),
      ).toEqual([
        'common.json#/$id: warning: expected an $id that ends in the name of the file, "common.json"; found "https://shop.example/money.json"; references by either are followed [id-disagrees]',
      ]);
    }
  });

  test("one of two files with one $id: neither, until they differ", () => {
    const given = {
      shared: { "common.json": shared, "money.json": shared },
      extensions: { "gift.json": extension("#/$defs/own") },
    };
    expect(problemsOf(given).filter((line) => line.includes("error"))).toEqual([
      'money.json#/$id: error: expected an $id that no other file has; found "https://shop.example/common.json", as in common.json; give one of them its own [duplicate-id]',
    ]);
  });

  test("definitions whose names collide, each under a name of its own", () => {
    const own = (type: string): object =>
      overlay(
        "Session",
        { properties: { [`${type}_gift`]: { $ref: "#/$defs/buyer" } } },
        { buyer: { type } },
      );
    const extensions = { "gift.json": own("string"), "paper.json": own("integer") };
    expect(composeAll(compose({ extensions }).composition)["$defs"]).toMatchObject({
      Buyer: { type: "object" },
      gift_buyer: { type: "string" },
      paper_buyer: { type: "integer" },
      Session: {
        properties: {
          string_gift: { $ref: "#/$defs/gift_buyer" },
          integer_gift: { $ref: "#/$defs/paper_buyer" },
        },
      },
    });
  });

  test("the definitions of another extension, which come along without its fields", () => {
    const extensions = {
      "gift.json": overlay(
        "Session",
        { properties: { gift: { $ref: "#/$defs/paper" } } },
        { paper: { type: "string" } },
      ),
      "wrap.json": field("Session", "wrap", { $ref: "gift.json#/$defs/paper" }),
    };
    expect(compose({ extensions }).composition.extensions).toMatchObject([
      { identifier: "gift", uses: [] },
      { identifier: "wrap", uses: ["gift"] },
    ]);
  });
});

describe("a schema may not", () => {
  const deep = "[".repeat(200) + "]".repeat(200);
  const bad: readonly {
    readonly name: string;
    readonly content: unknown;
    readonly want: readonly string[];
  }[] = [
    { name: "be no JSON", content: "{", want: ["gift.json: error: expected JSON; Expec"] },
    {
      name: "be a list",
      content: [],
      want: ["gift.json: error: expected an object; found another JSON value [schema]"],
    },
    {
      name: "be nested too deeply",
      content: `{ "default": ${deep} }`,
      want: [
        "gift.json: error: expected at most 100 values inside one another; found more below #/default/0/0 [too-deep]",
      ],
    },
    {
      name: "have a name that sets prototypes",
      content: '{ "$defs": { "__proto__": { "type": "object" } } }',
      want: [
        'gift.json#/$defs/__proto__: error: expected any other name; found "__proto__"; rename it [name]',
      ],
    },
    {
      name: "be of another dialect",
      content: { $schema: "http://json-schema.org/draft-07/schema#" },
      want: [
        'gift.json#/$schema: error: expected "https://json-schema.org/draft/2020-12/schema"; found "http://json-schema.org/draft-07/schema#"; translate the schema to this dialect [dialect]',
      ],
    },
    {
      name: "be no schema",
      content: { $defs: { A: { type: "text", properties: 5, required: "id" } } },
      want: [
        "gift.json#/$defs/A/properties: error: expected a schema of JSON Schema 2020-12; found a value that should be object [schema]",
        "gift.json#/$defs/A/required: error: expected a schema of JSON Schema 2020-12; found a value that should be array [schema]",
        "gift.json#/$defs/A/type: error: expected a schema of JSON Schema 2020-12; found a value that should be array [schema]",
        "gift.json#/$defs/A/type: error: expected a schema of JSON Schema 2020-12; found a value that should be equal to one of the allowed values array, boolean, integer, null, number, object, string [schema]",
      ],
    },
    {
      name: "have keywords of other dialects, an $id inside, or a pattern that is none",
      content: {
        $defs: { A: { nullable: true, $id: "https://a.example/", pattern: "(", $dynamicRef: "#a" } },
      },
      want: [
        "gift.json#/$defs/A/$dynamicRef: error: found the keyword $dynamicRef; write $ref with a JSON pointer [keyword]",
        "gift.json#/$defs/A/$id: error: expected $id at the root of a file only; give the schema a file of its own [keyword]",
        'gift.json#/$defs/A/nullable: error: found the keyword nullable; write "null" as one of the types [keyword]',
        'gift.json#/$defs/A/pattern: error: expected a regular expression; found "(" [pattern]',
      ],
    },
  ];
  test.each(bad)("$name", ({ content, want }) => {
    const lines = problemsOf({ extensions: { "gift.json": content } });
    expect(
      lines.map((line, i) => (want[i]?.endsWith("]") === true ? line : line.slice(0, want[i]?.length))),
    ).toEqual(want);
  });

  test("pollute prototypes or surprise by names that every object has", () => {
    const names = ["constructor", "toString", "hasOwnProperty", "prototype"];
    const extensions = {
      "gift.json": overlay("Session", { properties: Object.fromEntries(names.map((name) => [name, gift])) }),
    };
    const { composition } = compose({ extensions });
    expect(composition.extensions[0]?.fields.map(({ name }) => name)).toEqual(names.toSorted());
    expect(composeAll(composition)).toMatchObject({
      $defs: { Session: { properties: { constructor: gift } } },
    });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test("lose keywords that JSON Schema does not know without a word", () => {
    const extensions = {
      "gift.json": field("Session", "gift", { type: "boolean", example: true, "x-order": 1 }),
    };
    expect(problemsOf({ extensions })).toEqual([
      'gift.json#/$defs/overlay/allOf/1/properties/gift/example: warning: found the keyword "example" once, here first; JSON Schema does not know it, and it becomes examples [keyword-dropped]',
      'gift.json#/$defs/overlay/allOf/1/properties/gift/x-order: warning: found the keyword "x-order" once, here first; JSON Schema does not know it, and it is left out of the composed schemas [keyword-dropped]',
    ]);
    expect(compose({ extensions }).composition.extensions[0]?.fields).toEqual([
      { object: "/$defs/Session", name: "gift", schema: { type: "boolean", examples: [true] } },
    ]);
  });
});
