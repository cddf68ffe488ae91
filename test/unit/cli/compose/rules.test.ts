import { describe, expect, test } from "vitest";
import {
  base,
  compose,
  field,
  type Given,
  manifest,
  overlay,
  problemsOf,
} from "../../../shared/cli/compose.ts";

const gift = { type: "boolean" };

interface Row {
  readonly name: string;
  readonly given: Given;
  readonly want: readonly string[];
}

const violations: readonly Row[] = [
  {
    name: "another schema for a required field",
    given: { extensions: { "gift.json": field("Session", "status", { type: "integer" }) } },
    want: [
      "gift.json#/$defs/overlay/allOf/1/properties/status: error: expected fields that the base does not have, or the same schema as there; found another schema for the required field of base.json#/$defs/Session/properties/status; give the new field a name of its own [required-field-changed; ACP extensions 5.3]",
    ],
  },
  {
    name: "another schema for an optional field",
    given: { extensions: { "gift.json": field("Session", "note", { type: "string", maxLength: 10 }) } },
    want: [
      "gift.json#/$defs/overlay/allOf/1/properties/note: error: expected fields that the base does not have, or the same schema as there; found another schema for the field of base.json#/$defs/Session/properties/note; give the new field a name of its own [field-changed; ACP extensions 5.3]",
    ],
  },
  {
    name: "a field of the base that is taken away",
    given: { extensions: { "gift.json": field("Session", "note", false) } },
    want: [
      "gift.json#/$defs/overlay/allOf/1/properties/note: error: expected fields that the base does not have, or the same schema as there; found another schema for the field of base.json#/$defs/Session/properties/note; give the new field a name of its own [field-changed; ACP extensions 5.3]",
    ],
  },
  {
    name: "a new field, and an old one, that become required",
    given: {
      extensions: {
        "gift.json": overlay("Session", { properties: { gift }, required: ["id", "gift", "note"] }),
      },
    },
    want: [
      'gift.json#/$defs/overlay/allOf/1/required/1: error: expected optional fields only; found "gift", which base.json#/$defs/Session does not require; take it out of the list [required-added; ACP extensions 5.3]',
      'gift.json#/$defs/overlay/allOf/1/required/2: error: expected optional fields only; found "note", which base.json#/$defs/Session does not require; take it out of the list [required-added; ACP extensions 5.3]',
    ],
  },
  {
    name: "a keyword that restricts the object",
    given: { extensions: { "gift.json": overlay("Session", { properties: { gift }, minProperties: 3 }) } },
    want: [
      "gift.json#/$defs/overlay/allOf/1/minProperties: error: expected only properties beside the reference to the base; found minProperties, which restricts values that base.json allows; leave it out [base-constrained; ACP extensions 5.3]",
    ],
  },
  {
    name: "an extension that closes the object",
    given: {
      extensions: { "gift.json": overlay("Session", { properties: { gift }, additionalProperties: false }) },
    },
    want: [
      "gift.json#/$defs/overlay/allOf/1/additionalProperties: error: expected only properties beside the reference to the base; found additionalProperties, which restricts values that base.json allows; leave it out [base-constrained; ACP extensions 5.3]",
    ],
  },
  {
    name: "values for an enum that is not open",
    given: { extensions: { "gift.json": field("Message", "code", { enum: ["wrapped"] }) } },
    want: [
      'gift.json#/$defs/overlay/allOf/1/properties/code: error: expected an enum that is open; found that at base.json#/$defs/Message/properties/code, to which "wrapped" would be added; the base can say that it is open, by anyOf of the enum and { "type": "string" }, or the manifest, by "#/$defs/Message/properties/code" in openEnums [enum-closed; ACP extensions 5.3]',
    ],
  },
  {
    name: "fewer values for an enum, open or not",
    given: { extensions: { "gift.json": field("Message", "code", { enum: ["missing"] }) }, manifest },
    want: [
      "gift.json#/$defs/overlay/allOf/1/properties/code: error: expected values that the enum at base.json#/$defs/Message/properties/code does not have; found only some of its own, which would take the others away; leave the field out [enum-narrowed; ACP extensions 5.3]",
    ],
  },
  {
    name: "values of another type",
    given: { extensions: { "gift.json": field("Message", "code", { enum: [7] }) }, manifest },
    want: [
      "gift.json#/$defs/overlay/allOf/1/properties/code: error: expected values of the type that those at base.json#/$defs/Message/properties/code have; found 7 [field-changed; ACP extensions 5.3]",
    ],
  },
  {
    name: "a field that no value can have",
    given: { extensions: { "gift.json": field("Session", "gift", false) } },
    want: [
      "gift.json#/$defs/overlay/allOf/1/properties/gift: error: expected a schema that some value meets; found false; leave the field out [field-impossible; ACP extensions 5.3]",
    ],
  },
  ...[
    {
      of: "Labels",
      at: "Labels",
      why: "has additionalProperties with a schema; it is a map, and the name could be taken",
    },
    { of: "Slow", at: "Slow", why: 'has patternProperties for such names, "^(x-|a*)*$"' },
    { of: "Patterned", at: "Patterned", why: 'has patternProperties for such names, "^x-"' },
    { of: "Named", at: "Named", why: "has propertyNames; it is a map, and the name could be taken" },
    { of: "Few", at: "Few", why: "has maxProperties; one field more can be too many" },
    {
      of: "Whole",
      at: "Buyer",
      why: "is closed by additionalProperties; extend that definition, or take additionalProperties out of it",
    },
    { of: "Name", at: "Name", why: 'is no object: its type is "string"' },
  ].map(({ of, at, why }) => ({
    name: `a field of ${of}, which cannot get it`,
    given: { extensions: { "gift.json": field(of, "x-gift", gift) } },
    want: [
      `gift.json#/$defs/overlay/allOf/1/properties/x-gift: error: expected an object that can get the field "x-gift"; found base.json#/$defs/${at}, which ${why} [field-refused; ACP extensions 5.3]`,
    ],
  })),
  {
    name: "two extensions that define a field differently",
    given: {
      extensions: {
        "gift.json": field("Session", "wrap", gift),
        "paper.json": field("Session", "wrap", { type: "string" }),
      },
    },
    want: [
      'paper.json#/$defs/overlay/allOf/1/properties/wrap: error: expected a field that no other extension defines differently; found "wrap" of #/$defs/Session, which gift.json#/$defs/overlay/allOf/1/properties/wrap adds with another schema; rename one of them [collision; ACP extensions 5.3]',
    ],
  },
  {
    name: "an extension that adds nothing",
    given: { extensions: { "gift.json": { $defs: { gift } } } },
    want: [
      "gift.json: error: expected a definition that is allOf of a reference to an object of the base and the properties that are added, or fields in the manifest; found neither, so that the extension adds nothing [nothing-added; ACP extensions 5.1]",
    ],
  },
  {
    name: "a name in capitals",
    given: { extensions: { "Gift.json": field("Session", "gift", gift) } },
    want: [
      'Gift.json: error: expected a name such as "discount", "discount@2026-01-27" or "com.example.gifts"; found "Gift"; rename the file, or give the name in the manifest [extension-name; ACP extensions 3.5]',
    ],
  },
  {
    name: "two versions at once",
    given: {
      extensions: {
        "com.example.gift@2026-01-01.json": field("Session", "gift", gift),
        "com.example.gift@2026-02-01.json": field("Session", "gift", gift),
      },
    },
    want: [
      'com.example.gift@2026-02-01.json: error: expected one extension of each name; found "com.example.gift" in com.example.gift@2026-01-01.json as well; compose each version by itself, since only one is active at a time [extension-twice; ACP extensions 3.3]',
    ],
  },
  {
    name: "a retired extension",
    given: {
      extensions: { "gift.json": field("Session", "gift", gift) },
      manifest: { extensions: [{ file: "gift.json", state: "retired" }] },
    },
    want: [
      'rules.json#/extensions/0/state: error: expected an extension that is supported; found "gift", which is retired; leave it out [extension-state; ACP extensions 6.1]',
    ],
  },
  {
    name: "an extension that adds to more than it declares, and to a target that there is not",
    given: {
      extensions: { "gift.json": field("Session", "gift", gift) },
      manifest: { ...manifest, extensions: [{ file: "gift.json", extends: ["checkout.request", "cart"] }] },
    },
    want: [
      "gift.json#/$defs/overlay/allOf/1/properties/gift: error: expected additions to what the extension extends, checkout.request, cart; found one to #/$defs/Session, which belongs to checkout.response; declare it in extends [extends; ACP extensions 3.4]",
      'rules.json#/extensions/0/extends: warning: "checkout.request" is declared in extends, and the extension adds nothing to it [extends; ACP extensions 3.4]',
      'rules.json#/extensions/0/extends/1: error: expected one of the targets of the manifest, checkout.request, checkout.response; found "cart" [extends; ACP extensions 3.4]',
    ],
  },
];

describe("an extension may not", () => {
  test.each(violations)("$name", ({ given, want }) => {
    expect(problemsOf(given)).toEqual(want);
  });

  test("do several things at once: all of them are told", () => {
    const extensions = {
      "gift.json": overlay("Session", { properties: { id: { type: "integer" }, gift }, required: ["gift"] }),
      "paper.json": field("Session", "note", { type: "null" }),
    };
    expect(problemsOf({ extensions }).map((line) => line.replace(/:.*\[/, " ["))).toEqual([
      "gift.json#/$defs/overlay/allOf/1/properties/id [required-field-changed; ACP extensions 5.3]",
      "gift.json#/$defs/overlay/allOf/1/required/0 [required-added; ACP extensions 5.3]",
      "paper.json#/$defs/overlay/allOf/1/properties/note [field-changed; ACP extensions 5.3]",
    ]);
  });
});

const allowed: readonly { readonly name: string; readonly given: Given; readonly want: object }[] = [
  {
    name: "add optional fields",
    given: { extensions: { "gift.json": field("Session", "gift", gift) } },
    want: { fields: [{ object: "/$defs/Session", name: "gift", schema: gift }] },
  },
  {
    name: "repeat a field and what is required as they are",
    given: {
      extensions: {
        "gift.json": overlay("Session", {
          properties: { gift, status: { description: "Mine.", enum: ["closed", "open"], type: "string" } },
          required: ["id"],
        }),
      },
    },
    want: { fields: [{ object: "/$defs/Session", name: "gift", schema: gift }], values: [] },
  },
  {
    name: "write the reference and the fields into one object",
    given: {
      extensions: {
        "gift.json": { $defs: { a: { $ref: "base.json#/$defs/Session", properties: { gift } } } },
      },
    },
    want: { fields: [{ object: "/$defs/Session", name: "gift", schema: gift }] },
  },
  {
    name: "be a root that extends",
    given: {
      extensions: {
        "gift.json": { allOf: [{ $ref: "base.json#/$defs/Session" }, { properties: { gift } }] },
      },
    },
    want: { fields: [{ object: "/$defs/Session", name: "gift", schema: gift }] },
  },
  {
    name: "add values to an enum that the manifest names",
    given: {
      extensions: { "gift.json": field("Message", "code", { enum: ["missing", "wrapped"] }) },
      manifest,
    },
    want: { values: [{ schema: "/$defs/Message/properties/code", values: ["wrapped"] }] },
  },
  {
    name: "add values to an enum that the base leaves open",
    given: { extensions: { "gift.json": field("Message", "kind", { type: "string", enum: ["c"] }) } },
    want: { values: [{ schema: "/$defs/Message/properties/kind/anyOf/0", values: ["c"] }] },
  },
  {
    name: "reach through lists and objects",
    given: {
      extensions: {
        "gift.json": overlay("Session", {
          properties: {
            buyer: { properties: { gift } },
            messages: { items: { properties: { code: { enum: ["wrapped"] } } } },
          },
        }),
      },
      manifest,
    },
    want: {
      fields: [{ object: "/$defs/Buyer", name: "gift", schema: gift }],
      values: [{ schema: "/$defs/Message/properties/code", values: ["wrapped"] }],
    },
  },
  {
    name: "be placed by the manifest",
    given: {
      extensions: { "gift.json": { $defs: { wrap: gift, codes: { enum: ["wrapped"] } } } },
      manifest: {
        ...manifest,
        extensions: [
          {
            file: "gift.json",
            name: "com.example.gift@2026-03-01",
            fields: { "checkout.request": { wrap: "#/$defs/wrap" } },
            values: { "#/$defs/Message/properties/code": "#/$defs/codes" },
          },
        ],
      },
    },
    want: {
      identifier: "com.example.gift",
      version: "2026-03-01",
      extends: ["checkout.request", "checkout.response"],
      fields: [{ object: "/$defs/Request", name: "wrap", schema: { $ref: "#/$defs/wrap" } }],
      values: [{ schema: "/$defs/Message/properties/code", values: ["wrapped"] }],
    },
  },
];

describe("an extension may", () => {
  test.each(allowed)("$name", ({ given, want }) => {
    expect(compose(given).composition.extensions).toMatchObject([want]);
  });

  test("add a field whose name no pattern of the object is for", () => {
    const extensions = { "gift.json": field("Patterned", "gift", gift) };
    expect(problemsOf({ extensions })).toEqual([]);
  });

  test("define a field as another extension does, each with definitions of its own", () => {
    const extension = (name: string): object => ({
      $defs: {
        overlay: {
          allOf: [
            { $ref: "base.json#/$defs/Session" },
            { properties: { wrap: { $ref: `#/$defs/${name}` } } },
          ],
        },
        [name]: { type: "object", properties: { next: { $ref: `#/$defs/${name}` } } },
      },
    });
    const given = { extensions: { "gift.json": extension("wrap"), "paper.json": extension("paper") } };
    expect(problemsOf(given)).toEqual([]);
  });
});

test("a manifest is checked whole", () => {
  const rules = {
    target: {},
    targets: { "checkout.request": ["#/$defs/None", 7] },
    openEnums: "all",
    extensions: [{ file: "none.json", state: "new" }, { name: "a" }],
  };
  expect(
    problemsOf({ extensions: { "gift.json": field("Session", "gift", gift) }, manifest: rules }),
  ).toEqual([
    'rules.json#/extensions/0/file: error: expected the name of one of the extensions, gift.json; found "none.json", which is none of them [manifest]',
    'rules.json#/extensions/0/state: error: expected one of draft, experimental, stable, deprecated, retired; found "new" [manifest]',
    "rules.json#/extensions/1/file: error: expected the name of a file; found nothing [manifest]",
    'rules.json#/extensions/1/file: error: expected the name of one of the extensions, gift.json; found "", which is none of them [manifest]',
    'rules.json#/openEnums: error: expected a list; found "all" [manifest]',
    'rules.json#/target: error: expected one of the keys targets, openEnums, extensions; found "target" [manifest]',
    'rules.json#/targets/checkout.request/1: error: expected a JSON pointer that begins with "#"; found 7 [manifest]',
  ]);
  expect(base.$defs.Session.required).toEqual(["id", "status"]);
});
