// biome-ignore-all lint/suspicious/noThenProperty: schemas have it
/* oxlint-disable unicorn/no-thenable -- schemas have it */
import type { Dialect } from "../../../shared/schema/other-validators.ts";

/** A schema with values that are right and wrong by it. */
export interface Case {
  readonly name: string;
  readonly schema: unknown;
  readonly right: readonly unknown[];
  readonly wrong: readonly unknown[];
  /** Both where it is absent. */
  readonly dialect?: Dialect;
  /** Values that the others judge otherwise, and why. */
  readonly differ?: {
    readonly who: "ajv" | "hyperjump";
    readonly values: readonly unknown[];
    readonly because: string;
  };
}

const anything = [null, true, 0, 1.5, "", "a", [], [1], {}, { a: 1 }];

export const cases: readonly Case[] = [
  { name: "true", schema: true, right: anything, wrong: [] },
  { name: "false", schema: false, right: [], wrong: anything },
  { name: "an empty schema", schema: {}, right: anything, wrong: [] },
  { name: "type string", schema: { type: "string" }, right: ["", "a"], wrong: [1, null, [], {}] },
  { name: "type number", schema: { type: "number" }, right: [0, -1.5, 1e30], wrong: ["1", null, true] },
  { name: "type integer", schema: { type: "integer" }, right: [0, 1.0, 1e30], wrong: [1.5, "1", null] },
  { name: "type object", schema: { type: "object" }, right: [{}, { a: null }], wrong: [[], null, "a"] },
  { name: "type array", schema: { type: "array" }, right: [[], [null]], wrong: [{}, null, "a"] },
  { name: "several types", schema: { type: ["string", "null"] }, right: ["a", null], wrong: [1, {}] },
  {
    name: "types and a bound",
    schema: { type: ["string", "integer"], minimum: 3, minLength: 2 },
    right: ["ab", 3],
    wrong: ["a", 2, 3.5],
  },
  { name: "const", schema: { const: "a" }, right: ["a"], wrong: ["b", ["a"], null] },
  { name: "const null", schema: { const: null }, right: [null], wrong: [0, "", false] },
  {
    name: "const object",
    schema: { const: { a: [1, { b: null }] } },
    right: [{ a: [1, { b: null }] }],
    wrong: [{ a: [1, {}] }, { a: [1, { b: null }], c: 1 }, {}],
  },
  {
    name: "enum",
    schema: { enum: ["a", 1, null, [2], { b: 3 }] },
    right: ["a", 1, null, [2], { b: 3 }],
    wrong: ["1", [3], {}, false],
  },
  {
    name: "large enum",
    schema: { enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, "10"] },
    right: [1, 9, "10"],
    wrong: [10, "1", null],
  },
  { name: "const and enum", schema: { const: 1, enum: [1, 2] }, right: [1], wrong: [2] },
  { name: "const outside of enum", schema: { const: 3, enum: [1, 2] }, right: [], wrong: [1, 2, 3] },
  { name: "enum with a type", schema: { type: "string", enum: ["a", 1] }, right: ["a"], wrong: [1] },
  { name: "enum of floats", schema: { enum: [1.0, 0] }, right: [1, -0], wrong: [true, false] },
  {
    name: "lengths",
    schema: { minLength: 2, maxLength: 3 },
    right: ["ab", "a😀b", "😀😀😀", 1],
    wrong: ["a", "😀", "abcd", "😀😀😀😀"],
  },
  { name: "pattern", schema: { pattern: "^\\p{L}+$" }, right: ["aé", 1], wrong: ["1", ""] },
  {
    name: "pattern with a slash",
    schema: { pattern: "a/b\\/c\u0001" },
    right: ["xa/b/c\u0001"],
    wrong: ["a/b"],
  },
  { name: "pattern of code points", schema: { pattern: "^.$" }, right: ["😀"], wrong: ["ab"] },
  { name: "bounds", schema: { minimum: 1, maximum: 3 }, right: [1, 3, "a"], wrong: [0.9, 3.1] },
  {
    name: "exclusive bounds",
    schema: { exclusiveMinimum: -1, exclusiveMaximum: 3 },
    right: [0, 2.9],
    wrong: [-1, 3],
  },
  { name: "multipleOf", schema: { multipleOf: 5 }, right: [0, 10, -5], wrong: [1, 7.5] },
  {
    name: "multipleOf of decimals",
    schema: { multipleOf: 0.01 },
    right: [4.02, 0.29, 19.99],
    wrong: [4.021],
    differ: { who: "ajv", values: [4.02, 0.29, 19.99], because: "it divides floating point numbers" },
  },
  {
    name: "multipleOf of large numbers",
    schema: { multipleOf: 0.5 },
    right: [1e308],
    wrong: [],
    differ: {
      who: "ajv",
      values: [1e308],
      because: "the quotient has no fraction left to be seen, and it wants an integer",
    },
  },
  {
    name: "properties",
    schema: { properties: { a: { type: "string" }, b: false } },
    right: [{}, { a: "a" }, { c: 1 }, 1],
    wrong: [{ a: null }, { b: 1 }],
  },
  {
    name: "required",
    schema: { required: ["a"], properties: { b: {} } },
    right: [{ a: null }, "a"],
    wrong: [{}, { b: 1 }],
  },
  {
    name: "closed",
    schema: { type: "object", properties: { a: {} }, additionalProperties: false },
    right: [{}, { a: 1 }],
    wrong: [{ b: 1 }, { a: 1, toString: 1 }],
  },
  {
    name: "additional values",
    schema: { properties: { a: {}, b: {}, c: {} }, additionalProperties: { type: "number" } },
    right: [{ a: "a", x: 1 }],
    wrong: [{ x: "a" }],
  },
  {
    name: "patterns of names",
    schema: {
      patternProperties: { "^a": { type: "number" }, z$: { minimum: 2 } },
      properties: { b: {} },
      additionalProperties: false,
    },
    right: [{ a: 1, b: "x", az: 2 }],
    wrong: [{ a: "1" }, { az: 1 }, { c: 1 }],
  },
  {
    name: "one pattern of names",
    schema: { patternProperties: { "^a": { type: "number" } }, additionalProperties: { type: "string" } },
    right: [{ a: 1, b: "x" }],
    wrong: [{ a: "1" }, { b: 1 }],
  },
  { name: "names", schema: { propertyNames: { maxLength: 2 } }, right: [{}, { ab: 1 }], wrong: [{ abc: 1 }] },
  {
    name: "numbers of members",
    schema: { minProperties: 1, maxProperties: 2 },
    right: [{ a: 1 }, { a: 1, b: 2 }, []],
    wrong: [{}, { a: 1, b: 2, c: 3 }],
  },
  {
    name: "inherited names",
    schema: {
      properties: { constructor: { type: "number" }, toString: { type: "string" } },
      required: ["toString"],
    },
    right: [{ toString: "a" }, { toString: "a", constructor: 1 }],
    wrong: [{}, { constructor: 1 }, { toString: 1 }],
  },
  {
    name: "__proto__",
    schema: JSON.parse('{"properties":{"__proto__":{"type":"number"}},"required":["__proto__"]}'),
    right: [JSON.parse('{"__proto__":1}')],
    wrong: [{}, JSON.parse('{"__proto__":"a"}')],
    differ: {
      who: "ajv",
      values: [JSON.parse('{"__proto__":"a"}')],
      because: "it leaves schemas of that name out",
    },
  },
  { name: "items", schema: { items: { type: "number" } }, right: [[], [1, 2], "a"], wrong: [[1, "2"]] },
  {
    name: "counts of elements",
    schema: { minItems: 1, maxItems: 2 },
    right: [[1], [1, 2], {}],
    wrong: [[], [1, 2, 3]],
  },
  {
    name: "uniqueItems",
    schema: { uniqueItems: true },
    right: [
      [1, "1", true, null, [1], { a: 1 }],
      [0, false],
      [[], {}],
      ["[1]", [1]],
    ],
    wrong: [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [
        [1, 2],
        [1, 2],
      ],
      [0, -0],
    ],
  },
  { name: "contains", schema: { contains: { type: "number" } }, right: [["a", 1], "a"], wrong: [[], ["a"]] },
  {
    name: "minContains and maxContains",
    dialect: "2020-12",
    schema: { contains: { type: "number" }, minContains: 2, maxContains: 3 },
    right: [
      [1, 2],
      [1, "a", 2, 3],
    ],
    wrong: [[1], [1, 2, 3, 4]],
  },
  {
    name: "minContains 0",
    dialect: "2020-12",
    schema: { contains: { type: "number" }, minContains: 0 },
    right: [[], ["a"]],
    wrong: [],
  },
  {
    name: "prefixItems",
    dialect: "2020-12",
    schema: { prefixItems: [{ type: "string" }, { type: "number" }], items: false },
    right: [[], ["a"], ["a", 1]],
    wrong: [[1], ["a", 1, 2]],
  },
  {
    name: "prefixItems and items",
    dialect: "2020-12",
    schema: { prefixItems: [{ type: "string" }], items: { type: "number" } },
    right: [["a", 1, 2]],
    wrong: [["a", "b"]],
  },
  {
    name: "items as a list",
    dialect: "7",
    schema: { items: [{ type: "string" }], additionalItems: { type: "number" } },
    right: [["a", 1], []],
    wrong: [[1], ["a", "b"]],
  },
  {
    name: "additionalItems without a list",
    dialect: "7",
    schema: { items: { type: "string" }, additionalItems: false },
    right: [["a", "b"]],
    wrong: [[1]],
  },
  {
    name: "dependencies",
    dialect: "7",
    schema: { dependencies: { a: ["b"], c: { required: ["d"] } } },
    right: [{}, { a: 1, b: 1 }, { c: 1, d: 1 }],
    wrong: [{ a: 1 }, { c: 1 }],
  },
  {
    name: "dependentRequired",
    dialect: "2020-12",
    schema: { dependentRequired: { a: ["b", "c"] } },
    right: [{}, { a: 1, b: 1, c: 1 }],
    wrong: [{ a: 1, b: 1 }],
  },
  {
    name: "dependentSchemas",
    dialect: "2020-12",
    schema: { dependentSchemas: { a: { properties: { b: { type: "number" } } } } },
    right: [{ b: "x" }, { a: 1, b: 1 }],
    wrong: [{ a: 1, b: "x" }],
  },
  {
    name: "allOf",
    schema: { allOf: [{ required: ["a"] }, { properties: { a: { type: "number" } } }] },
    right: [{ a: 1 }, 1],
    wrong: [{}, { a: "x" }],
  },
  {
    name: "anyOf",
    schema: { anyOf: [{ type: "number", minimum: 3 }, { type: "string" }, { type: "number", maximum: 0 }] },
    right: [3, -1, "a"],
    wrong: [1, null, {}],
  },
  {
    name: "oneOf",
    schema: { oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] },
    right: [2, 3],
    wrong: [1, 6, "a"],
  },
  {
    name: "oneOf by a tag",
    schema: {
      oneOf: [
        { type: "object", properties: { t: { const: "a" }, n: { type: "number" } }, required: ["t", "n"] },
        { type: "object", properties: { t: { enum: ["b", "c"] } }, required: ["t"] },
      ],
    },
    right: [{ t: "a", n: 1 }, { t: "c" }],
    wrong: [{ t: "a" }, { t: "d" }, {}, 1, []],
  },
  {
    name: "oneOf by a tag without a type",
    schema: {
      oneOf: [
        { properties: { t: { const: "a" } }, required: ["t"] },
        { properties: { t: { const: "b" } }, required: ["t"] },
      ],
    },
    right: [{ t: "a" }, { t: "b" }],
    wrong: [{ t: "c" }, {}, 1],
  },
  {
    name: "oneOf by a member",
    schema: {
      oneOf: [
        {
          type: "object",
          properties: { a: { type: "number" } },
          required: ["a"],
          additionalProperties: false,
        },
        { type: "object", properties: { b: {} }, required: ["b"], additionalProperties: false },
      ],
    },
    right: [{ a: 1 }, { b: 1 }],
    wrong: [{}, { a: 1, b: 1 }, { a: "x" }, { c: 1 }],
  },
  {
    name: "anyOf of open objects",
    schema: { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    right: [{ a: 1 }, { a: 1, b: 1 }],
    wrong: [{}, "a"],
  },
  {
    name: "oneOf of open objects",
    schema: { type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    right: [{ a: 1 }],
    wrong: [{}, { a: 1, b: 1 }],
  },
  {
    name: "oneOf with integers and numbers",
    schema: { oneOf: [{ type: "integer" }, { type: "number", minimum: 2 }, { type: "string" }] },
    right: [1, 2.5, "a"],
    wrong: [2, 1.5, null],
  },
  { name: "not", schema: { not: { type: "string" } }, right: [1, null], wrong: ["a"] },
  { name: "not anything", schema: { not: {} }, right: [], wrong: anything },
  {
    name: "if, then and else",
    schema: {
      if: { properties: { a: { const: 1 } }, required: ["a"] },
      then: { required: ["b"] },
      else: { required: ["c"] },
    },
    right: [{ a: 1, b: 1 }, { c: 1 }],
    wrong: [{ a: 1 }, {}],
  },
  { name: "then without if", schema: { then: { type: "string" } }, right: anything, wrong: [] },
  {
    name: "references",
    schema: {
      allOf: [{ $ref: "#/definitions/a" }],
      definitions: {
        a: { type: "object", properties: { a: { $ref: "#/definitions/a" } }, additionalProperties: false },
      },
    },
    right: [{}, { a: { a: {} } }],
    wrong: [{ b: 1 }, { a: { a: 1 } }],
  },
  {
    name: "beside a reference in draft 7",
    dialect: "7",
    schema: {
      definitions: { a: { type: "object" } },
      properties: { a: { $ref: "#/definitions/a", required: ["b"] } },
    },
    right: [{ a: {} }],
    wrong: [{ a: 1 }],
  },
  {
    name: "beside a reference in 2020-12",
    dialect: "2020-12",
    schema: { $defs: { a: { type: "object" } }, properties: { a: { $ref: "#/$defs/a", required: ["b"] } } },
    right: [{ a: { b: 1 } }],
    wrong: [{ a: {} }, { a: 1 }],
  },
  {
    name: "anchors",
    dialect: "2020-12",
    schema: { $defs: { a: { $anchor: "x", type: "string" } }, items: { $ref: "#x" } },
    right: [["a"]],
    wrong: [[1]],
  },
  {
    name: "anchors in draft 7",
    dialect: "7",
    schema: { definitions: { a: { $id: "#x", type: "string" } }, items: { $ref: "#x" } },
    right: [["a"]],
    wrong: [[1]],
  },
  {
    name: "a dynamic reference to the one anchor",
    dialect: "2020-12",
    schema: { $dynamicAnchor: "n", properties: { next: { $dynamicRef: "#n" } }, required: ["v"] },
    right: [{ v: 1 }, { v: 1, next: { v: 2 } }],
    wrong: [{}, { v: 1, next: {} }],
  },
  {
    name: "unevaluatedProperties",
    dialect: "2020-12",
    schema: { allOf: [{ properties: { a: {} } }], properties: { b: {} }, unevaluatedProperties: false },
    right: [{ a: 1, b: 2 }, {}],
    wrong: [{ c: 1 }],
  },
  {
    name: "unevaluatedProperties by arms",
    dialect: "2020-12",
    schema: {
      type: "object",
      anyOf: [
        { properties: { a: { const: 1 } }, required: ["a"] },
        { properties: { b: { const: 2 } }, required: ["b"] },
      ],
      unevaluatedProperties: { type: "string" },
    },
    right: [{ a: 1 }, { a: 1, b: 2 }, { a: 1, b: "x" }],
    wrong: [
      { a: 1, b: 3 },
      { a: 1, c: 1 },
    ],
  },
  {
    name: "unevaluatedProperties by if",
    dialect: "2020-12",
    schema: {
      if: { properties: { a: { const: 1 } }, required: ["a"] },
      then: { properties: { b: {} } },
      else: { properties: { c: {} } },
      unevaluatedProperties: false,
    },
    right: [{ a: 1, b: 1 }, { c: 1 }, {}],
    wrong: [{ a: 1, c: 1 }, { b: 1 }, { a: 2 }],
  },
  {
    name: "unevaluatedProperties by dependentSchemas",
    dialect: "2020-12",
    schema: {
      properties: { a: {} },
      dependentSchemas: { a: { properties: { b: {} } } },
      unevaluatedProperties: false,
    },
    right: [{ a: 1, b: 1 }],
    wrong: [{ b: 1 }],
  },
  {
    name: "unevaluatedProperties of a reference",
    dialect: "2020-12",
    schema: {
      $ref: "#/$defs/a",
      $defs: { a: { properties: { a: {} }, patternProperties: { "^x-": {} } } },
      unevaluatedProperties: false,
    },
    right: [{ a: 1, "x-b": 2 }],
    wrong: [{ b: 1 }],
  },
  {
    name: "unevaluatedProperties inside",
    dialect: "2020-12",
    schema: { allOf: [{ unevaluatedProperties: true }], unevaluatedProperties: false },
    right: [{ a: 1 }],
    wrong: [],
  },
  {
    name: "unevaluatedItems",
    dialect: "2020-12",
    schema: { prefixItems: [{ type: "string" }], unevaluatedItems: { type: "number" } },
    right: [["a", 1]],
    wrong: [["a", "b"]],
  },
  {
    name: "unevaluatedItems by arms",
    dialect: "2020-12",
    schema: {
      anyOf: [{ prefixItems: [{ const: 1 }] }, { prefixItems: [true, { const: 2 }] }],
      unevaluatedItems: false,
    },
    right: [[1], [1, 2], [0, 2], []],
    wrong: [
      [1, 3],
      [0, 2, 3],
    ],
  },
  {
    name: "unevaluatedItems and contains",
    dialect: "2020-12",
    schema: { contains: { type: "string" }, unevaluatedItems: { type: "number" } },
    right: [["a", 1]],
    wrong: [["a", null]],
    differ: {
      who: "ajv",
      values: [["a", null]],
      because: "it counts every element of an array with contains",
    },
  },
  {
    name: "unknown keywords",
    schema: { "x-a": 1, ucp_request: "omit", nullable: true, type: "string" },
    right: ["a"],
    wrong: [1],
  },
  { name: "unknown formats", schema: { format: "x-own" }, right: anything, wrong: [] },
  {
    name: "date-time",
    schema: { format: "date-time" },
    right: ["2024-02-29T23:59:60Z", "1985-04-12t23:20:50.52z", "1990-12-31T15:59:60-08:00", 1],
    wrong: ["2023-02-29T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01 00:00:00", "a"],
    differ: {
      who: "hyperjump",
      values: ["2024-02-29T23:59:60Z"],
      because: "it knows which days had a leap second",
    },
  },
  {
    name: "date",
    schema: { format: "date" },
    right: ["2024-02-29"],
    wrong: ["2024-13-01", "2024-1-1", "2024-02-30"],
  },
  {
    name: "time",
    schema: { format: "time" },
    right: ["08:30:06Z", "23:59:60+00:00"],
    wrong: ["24:00:00Z", "08:30:06", "22:59:60Z"],
    differ: {
      who: "hyperjump",
      values: ["23:59:60+00:00"],
      because: "it knows which days had a leap second",
    },
  },
  {
    name: "duration",
    dialect: "2020-12",
    schema: { format: "duration" },
    right: ["P1Y2M3DT4H5M6S", "P4W", "PT1H", "P1D"],
    wrong: ["P", "PT", "1D", "P1W2D", "P1Y2W"],
  },
  {
    name: "email",
    schema: { format: "email" },
    right: ["joe.bloggs@example.com", "te~st@example.com"],
    wrong: ["a", ".a@b.c", "a..b@c.d", "@b.c"],
  },
  {
    name: "uri",
    schema: { format: "uri" },
    right: ["http://foo.bar/?baz=qux#quux", "urn:a:b", "mailto:a@b.c", "ldap://[2001:db8::7]/c=GB?one"],
    wrong: ["//foo.bar/", "/abc", "a b", "http:// a", ":// should fail", "http://a.b/%1"],
  },
  {
    name: "uri-reference",
    schema: { format: "uri-reference" },
    right: ["/abc", "#frag", "", "a/b:c", "http://a.b"],
    wrong: ["\\\\WINDOWS\\fileshare", "#frag\\ment", "::1"],
    differ: {
      who: "ajv",
      values: ["::1"],
      because: "it takes a colon in the first segment, which ends a scheme",
    },
  },
  {
    name: "uuid",
    dialect: "2020-12",
    schema: { format: "uuid" },
    right: ["2EB8AA08-AA98-11EA-B4AA-73B441D16380"],
    wrong: ["2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08aa9811eab4aa73b441d16380"],
  },
  {
    name: "ipv4",
    schema: { format: "ipv4" },
    right: ["192.168.0.1", "0.0.0.0"],
    wrong: ["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4.5"],
  },
  {
    name: "ipv6",
    schema: { format: "ipv6" },
    right: ["::1", "::", "1:2:3:4:5:6:7:8", "::ffff:192.168.0.1", "1::8"],
    wrong: ["1:2:3:4:5:6:7", "1::2::3", ":1", "::12345", "1:2:3:4:5:6:7:8:9", ":::"],
  },
  {
    name: "hostname",
    schema: { format: "hostname" },
    right: ["www.example.com", "a", "1host"],
    wrong: ["-a", "a_b", "a-", "", `${"a".repeat(64)}.b`],
  },
  {
    name: "json-pointer",
    schema: { format: "json-pointer" },
    right: ["", "/a/b~0c~1d", "/"],
    wrong: ["a", "/~2", "/~"],
  },
  { name: "regex", schema: { format: "regex" }, right: ["^a+$"], wrong: ["^(a"] },
];
