import { describe, expect, test } from "vitest";
import { parseJsonPath } from "../../../../packages/cli/src/compose/json-path.ts";
import { compose, type Given, problemsOf } from "../../../shared/cli/compose.ts";

test.each([
  ["$.CheckoutSession.discounts", ["CheckoutSession", "discounts"]],
  ["$.A", ["A"]],
  ["$['A'][\"b c\"].d_1", ["A", "b c", "d_1"]],
  ["$ .A\n [ 'b' ]", ["A", "b"]],
  [String.raw`$['it\'s "so"']["a\"b'\u00e9\/"]`, ['it\'s "so"', "a\"b'é/"]],
  ["$.Größe", ["Größe"]],
])("%j names one place", (text, names) => {
  expect(parseJsonPath(text)).toEqual({ names });
});

const many = `$${".a".repeat(21)}`;

test.each([
  ["CheckoutSession", 1, 'no "$", with which paths begin'],
  ["$", 2, "no name"],
  ["$..discounts", 2, 'the descendant segment ".."'],
  ["$.A.*", 4, 'the wildcard "*"'],
  ["$.A[*].b", 4, 'the wildcard "*"'],
  ["$.A[0]", 4, "an index"],
  ["$.A[-1]", 4, "an index"],
  ["$.A[1:2]", 4, "a slice"],
  ["$.A[?@.b == 1]", 4, 'the filter "?"'],
  ["$.A['b','c']", 4, "\"['b','c']\", which is no name"],
  ["$.A['b", 4, '"[\'b", which is no name'],
  [String.raw`$['\x']`, 2, String.raw`"['\\x']", which is no name`],
  ["$.line-items", 7, '"-items", which is no name'],
  ["$.A.__proto__", 4, 'the name "__proto__"'],
  ["$['__proto__']", 2, 'the name "__proto__"'],
  [many, 42, "more than 20 names"],
  [`$.${"a".repeat(1000)}`, 1001, "more than 1000 characters"],
  [`$['${"\\'".repeat(490)}`, 2, `${JSON.stringify(`['${"\\'".repeat(9)}`)}, which is no name`],
])("%j is refused with its place", (text, at, found) => {
  expect(parseJsonPath(text)).toEqual({ problem: { at, found } });
});

/** In the shape of the releases: sessions inherit, and what they are made from is closed. */
const shop = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $defs: {
    SessionBase: {
      type: "object",
      properties: {
        id: { type: "string" },
        buyer: { $ref: "#/$defs/Buyer" },
        codes: { $ref: "#/$defs/Codes" },
      },
      required: ["id"],
      additionalProperties: false,
    },
    Session: { description: "A session.", allOf: [{ $ref: "#/$defs/SessionBase" }] },
    SessionWithOrder: {
      allOf: [{ $ref: "#/$defs/SessionBase" }, { properties: { order: { type: "string" } } }],
    },
    CreateRequest: { type: "object", properties: { note: { type: "string" } }, additionalProperties: false },
    Buyer: { type: "object", properties: { name: { type: "string" } }, additionalProperties: false },
    Codes: { type: "array", items: { type: "string" } },
  },
};

function given(definitions: object, entry: object, more: object = {}): Given {
  return {
    base: shop,
    extensions: { "gift.json": { $defs: definitions, ...more } },
    manifest: { extensions: [{ file: "gift.json", name: "gift", ...entry }] },
  };
}

function overlay(definition: string, properties: object): object {
  return { allOf: [{ $ref: `base.json#/$defs/${definition}` }, { properties }] };
}

describe("extends with paths", () => {
  const own = { ribbon: { type: "string" } };

  test("takes the schema of a field from where its file has it, and names the object in the targets", () => {
    const bow = { type: "boolean" };
    const { composition } = compose(
      given(
        { ribbon: own.ribbon, card_object: bow, over: overlay("CreateRequest", { wrap: bow }) },
        {
          extends: [
            "$.Session.ribbon",
            "$.Session.card",
            "$['CreateRequest']['wrap']",
            "$.Session.buyer.title",
            "$.CreateRequest.tag",
          ],
          fields: { "$.Session.buyer": { title: "#/$defs/ribbon" } },
          schema: "https://example.com/gift.json",
          spec: "https://example.com/gift",
        },
        { properties: { tag: { maxLength: 3 } } },
      ),
    );
    const [gift] = composition.extensions;
    expect(gift?.fields).toEqual([
      { object: "/$defs/Buyer", name: "title", schema: { $ref: "#/$defs/ribbon" } },
      { object: "/$defs/CreateRequest", name: "tag", schema: { maxLength: 3 } },
      { object: "/$defs/CreateRequest", name: "wrap", schema: bow },
      { object: "/$defs/SessionBase", name: "card", schema: { $ref: "#/$defs/card_object" } },
      { object: "/$defs/SessionBase", name: "ribbon", schema: { $ref: "#/$defs/ribbon" } },
    ]);
    expect(gift?.extends).toEqual([
      "$.Session.ribbon",
      "$.Session.card",
      "$['CreateRequest']['wrap']",
      "$.Session.buyer.title",
      "$.CreateRequest.tag",
    ]);
    expect(composition.targets).toEqual({
      "$.Session.ribbon": ["/$defs/SessionBase"],
      "$.Session.card": ["/$defs/SessionBase"],
      "$['CreateRequest']['wrap']": ["/$defs/CreateRequest"],
      "$.Session.buyer.title": ["/$defs/Buyer"],
      "$.CreateRequest.tag": ["/$defs/CreateRequest"],
    });
  });

  test("accepts a field that the base has already, and refuses another schema for it", () => {
    const codes = { type: "array", items: { type: "string" } };
    const equal = given({ over: overlay("SessionBase", { codes }) }, { extends: ["$.Session.codes"] });
    expect(problemsOf(equal)).toEqual([]);
    expect(compose(equal).composition.extensions[0]?.fields).toEqual([]);
    const other = given(
      { over: overlay("SessionBase", { codes: { type: "string" } }) },
      { extends: ["$.Session.codes"] },
    );
    expect(problemsOf(other)).toMatchObject([expect.stringContaining("field-changed") as string]);
  });

  test.each<{ name: string; from: Given; want: readonly string[] }>([
    {
      name: "a definition that is in no release",
      from: given({ ribbon: own.ribbon }, { extends: ["$.SessionResponse.ribbon"] }),
      want: [
        'rules.json#/extensions/0/extends/0: error: expected a JSONPath such as "$.CheckoutSession.discounts"; found "SessionResponse", a definition that base.json does not have [extends; ACP extensions 3.4]',
      ],
    },
    {
      name: "a field on the way that is not there",
      from: given({ ribbon: own.ribbon }, { extends: ["$.Session.seller.ribbon"] }),
      want: [
        'rules.json#/extensions/0/extends/0: error: expected a JSONPath such as "$.CheckoutSession.discounts"; found "seller", a field that #/$defs/SessionBase does not have [extends; ACP extensions 3.4]',
      ],
    },
    {
      name: "a wildcard",
      from: given({ ribbon: own.ribbon }, { extends: ["$.Session.*"] }),
      want: [
        'rules.json#/extensions/0/extends/0: error: expected a JSONPath such as "$.CheckoutSession.discounts"; found the wildcard "*", at character 10 of "$.Session.*" [extends; ACP extensions 3.4]',
      ],
    },
    {
      name: "a field that nothing adds",
      from: given({ bow: {} }, { extends: ["$.Session.ribbon"] }),
      want: [
        'rules.json#/extensions/0/extends/0: error: expected the field "ribbon" in #/$defs/SessionBase once the extension is composed; found nothing that adds it: no definition of gift.json that is allOf of a reference to it and the field, none called "ribbon" or "ribbon_object", no property of its root, and none in fields of the manifest [extends; ACP extensions 3.4]',
      ],
    },
    {
      name: "a path twice",
      from: given({ ribbon: own.ribbon }, { extends: ["$.Session.ribbon", "$.Session.ribbon"] }),
      want: [
        'rules.json#/extensions/0/extends/1: error: expected each entry once; found "$.Session.ribbon" [manifest]',
      ],
    },
    {
      name: "an addition that is not declared",
      from: given(
        { over: overlay("SessionBase", { ribbon: own.ribbon, bow: own.ribbon }) },
        { extends: ["$.Session.ribbon"] },
      ),
      want: [
        "gift.json#/$defs/over/allOf/1/properties/bow: error: expected additions to what the extension extends, $.Session.ribbon; found one to #/$defs/SessionBase, which belongs to no target of the manifest; declare it in extends [extends; ACP extensions 3.4]",
      ],
    },
    {
      name: "URLs that are none, and a schema without HTTPS",
      from: given(
        { ribbon: own.ribbon },
        { extends: ["$.Session.ribbon"], schema: "http://example.com/gift.json", spec: "gift.md" },
      ),
      want: [
        'rules.json#/extensions/0/schema: warning: expected an HTTPS URL; found "http://example.com/gift.json" [manifest; ACP extensions 3.3]',
        'rules.json#/extensions/0/spec: error: expected an absolute URL; found "gift.md" [manifest]',
      ],
    },
  ])("reports $name", ({ from, want }) => {
    expect(problemsOf(from)).toEqual(want);
  });

  test("is bounded for definitions that contain themselves", () => {
    const base = {
      $defs: {
        A: { allOf: [{ $ref: "#/$defs/B" }] },
        B: { allOf: [{ $ref: "#/$defs/A" }], properties: { a: { $ref: "#/$defs/A" } } },
      },
    };
    const path = `$.A${".a".repeat(18)}.gift`;
    const problems = problemsOf({
      base,
      extensions: { "gift.json": { $defs: { gift: { type: "string" } } } },
      manifest: { extensions: [{ file: "gift.json", name: "gift", extends: [path] }] },
    });
    expect(problems.join("\n")).toContain("base.json#/$defs/A");
  });
});
