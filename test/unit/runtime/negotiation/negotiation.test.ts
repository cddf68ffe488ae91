import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  acceptExtensions,
  activateExtensions,
  advertiseExtensions,
  applyExtensions,
  type Composition,
  createSchemaSource,
  type KnownExtension,
  parseExtensionName,
} from "../../../../packages/runtime/src/negotiation/index.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";

const seed = Number(chooseSeed());
console.log(`A2AGEN_SEED=${seed}`);

describe("the name of an extension", () => {
  test.each([
    { text: "discount", want: { identifier: "discount", isReverseDomain: false } },
    {
      text: "discount@2026-01-27",
      want: { identifier: "discount", version: "2026-01-27", isReverseDomain: false },
    },
    {
      text: "com.example.custom-extension",
      want: { identifier: "com.example.custom-extension", isReverseDomain: true },
    },
    {
      text: "com.example.gifts@2024-02-29",
      want: { identifier: "com.example.gifts", version: "2024-02-29", isReverseDomain: true },
    },
    { text: "a_b-c9", want: { identifier: "a_b-c9", isReverseDomain: false } },
  ])("$text is one", ({ text, want }) => {
    expect(parseExtensionName(text)).toEqual({ text, ...want });
  });

  test.each([
    ["nothing", ""],
    ["capitals", "Discount"],
    ["a day that there is not", "discount@2026-02-30"],
    ["a day in another form", "discount@27-01-2026"],
    ["a version that is no day", "discount@1.0"],
    ["no version behind the sign", "discount@"],
    ["two versions", "discount@2026-01-27@2026-01-28"],
    ["a line end behind it", "discount\n"],
    ["a line end inside", "discount\r\nx-admin: 1"],
    ["a line end behind the day", "discount@2026-01-27\n"],
    ["a space", "dis count"],
    ["an empty part", "com..example"],
    ["a dot at the end", "com.example."],
    ["a digit at the beginning", "9discount"],
    ["letters that only look like others", "diѕcount"],
    ["more than 255 characters", "a".repeat(256)],
    ["a number", 5],
    ["null", null],
    ["an object", { toString: () => "discount" }],
  ])("%s is none", (_, value) => {
    expect(parseExtensionName(value)).toBeUndefined();
  });
});

const known: readonly KnownExtension[] = [
  {
    identifier: "discount",
    version: "2026-01-27",
    state: "stable",
    extends: ["checkout.request", "checkout.response"],
  },
  { identifier: "discount", version: "2026-06-01", state: "stable" },
  { identifier: "discount", version: "2026-09-01", state: "experimental" },
  { identifier: "loyalty", state: "draft" },
  { identifier: "coupon", version: "2025-01-01", state: "deprecated", spec: "https://acp.example/coupon" },
  { identifier: "points", version: "2024-01-01", state: "retired" },
  { identifier: "points", version: "2025-01-01", state: "deprecated" },
];

describe("a merchant", () => {
  test.each([
    {
      name: "takes the latest stable version where none is named",
      requested: ["discount"],
      active: ["discount@2026-06-01"],
      codes: [],
    },
    {
      name: "takes the version that is named",
      requested: ["discount@2026-01-27"],
      active: ["discount@2026-01-27"],
      codes: [],
    },
    {
      name: "takes no other version",
      requested: ["discount@2026-01-28"],
      active: [],
      codes: ["unknown-version"],
    },
    {
      name: "takes no experimental version",
      requested: ["discount@2026-09-01"],
      active: [],
      codes: ["unstable"],
    },
    { name: "takes no draft", requested: ["loyalty"], active: [], codes: ["unstable"] },
    {
      name: "warns of a deprecated one",
      requested: ["coupon"],
      active: ["coupon@2025-01-01"],
      codes: ["deprecated"],
    },
    { name: "refuses a retired one", requested: ["points@2024-01-01"], active: [], codes: ["retired"] },
    {
      name: "takes the deprecated version rather than the retired",
      requested: ["points"],
      active: ["points@2025-01-01"],
      codes: ["deprecated"],
    },
    { name: "ignores what nobody knows", requested: ["com.example.gifts"], active: [], codes: ["unknown"] },
    {
      name: "takes the first of two versions",
      requested: ["discount@2026-01-27", "discount"],
      active: ["discount@2026-01-27"],
      codes: [],
    },
    {
      name: "takes the second of two versions where it does not know the first",
      requested: ["discount@2027-06-01", "discount@2026-01-27"],
      active: ["discount@2026-01-27"],
      codes: ["unknown-version"],
    },
    {
      name: "takes the second where the first is retired",
      requested: ["points@2024-01-01", "coupon", "points@2025-01-01"],
      active: ["coupon@2025-01-01", "points@2025-01-01"],
      codes: ["retired", "deprecated", "deprecated"],
    },
    {
      name: "takes a name once",
      requested: ["discount", "discount"],
      active: ["discount@2026-06-01"],
      codes: ["duplicate"],
    },
    {
      name: "takes objects too, since both directions use one form",
      requested: [{ name: "discount" }],
      active: ["discount@2026-06-01"],
      codes: [],
    },
    { name: "activates nothing where nothing is asked for", requested: undefined, active: [], codes: [] },
    {
      name: "reads what is not a list as nothing",
      requested: { 0: "discount", length: 1 },
      active: [],
      codes: ["malformed"],
    },
    {
      name: "leaves out what names nothing",
      requested: [null, 7, [], {}, { name: 7 }, "discount"],
      active: ["discount@2026-06-01"],
      codes: ["malformed", "malformed", "malformed", "malformed", "malformed"],
    },
  ])("$name", ({ requested, active, codes }) => {
    const result = activateExtensions(requested, known);
    expect({ active: result.active, codes: result.findings.map(({ code }) => code) }).toEqual({
      active,
      codes,
    });
  });

  test("answers with the objects of the active extensions, by their names with versions", () => {
    expect(activateExtensions(["coupon", "discount@2026-01-27", "none"], known)).toEqual({
      extensions: [
        { name: "coupon@2025-01-01", spec: "https://acp.example/coupon" },
        { name: "discount@2026-01-27", extends: ["checkout.request", "checkout.response"] },
      ],
      active: ["coupon@2025-01-01", "discount@2026-01-27"],
      findings: [
        {
          code: "deprecated",
          severity: "warning",
          index: 0,
          message: "coupon@2025-01-01 is deprecated: it is being phased out",
        },
        {
          code: "unknown",
          severity: "warning",
          index: 2,
          message: '"none" is not known here: its fields are ignored',
        },
      ],
    });
  });

  test("may allow what is not stable yet", () => {
    expect(activateExtensions(["loyalty", "discount@2026-09-01"], known, { unstable: true }).active).toEqual([
      "discount@2026-09-01",
      "loyalty",
    ]);
  });

  test("reads a list of 10,000 to its 100th element", () => {
    const requested = Array.from({ length: 10_000 }, (_, i) => (i === 99 || i > 5000 ? "discount" : `x${i}`));
    const { active, findings } = activateExtensions(requested, known);
    expect(active).toEqual(["discount@2026-06-01"]);
    expect(findings).toHaveLength(100);
    expect(findings.find(({ code }) => code === "too-many")).toEqual({
      code: "too-many",
      severity: "error",
      index: 100,
      message: "expected at most 100 extensions, got 10000: the others are ignored",
    });
  });

  test("echoes nothing that is not escaped and cut", () => {
    const hostile = [
      "a\r\nSet-Cookie: x=1",
      "x".repeat(100_000),
      { name: "\u0000" },
      JSON.parse('{"__proto__":{"name":"discount"}}'),
    ];
    const { active, extensions, findings } = activateExtensions(hostile, known);
    expect({ active, extensions }).toEqual({ active: [], extensions: [] });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that must not be there
    expect(findings.filter(({ message }) => /[\u0000-\u001f]/.test(message) || message.length > 300)).toEqual(
      [],
    );
  });

  test("never throws and never activates what it does not know", { tags: "thorough" }, () => {
    const names = known.map(({ identifier, version }) =>
      version === undefined ? identifier : `${identifier}@${version}`,
    );
    const property = fc.property(
      fc.oneof(fc.anything(), fc.array(fc.oneof(fc.constantFrom(...names), fc.string(), fc.anything()))),
      (requested) => {
        for (const name of activateExtensions(requested, known, { unstable: true }).active)
          expect(names).toContain(name);
      },
    );
    fc.assert(property, { seed, numRuns: runs(100) });
  });
});

test("one version that cannot be had is no error while another one that was asked for is active", () => {
  const { findings } = activateExtensions(["discount@2027-06-01", "discount@2026-01-27"], known);
  expect(findings.map(({ severity }) => severity)).toEqual(["warning"]);
  const none = activateExtensions(["discount@2027-06-01"], known);
  expect(none.findings.map(({ severity }) => severity)).toEqual(["error"]);
});

test("a merchant may advertise what it supports without being asked, and an agent sees what it may ask for", () => {
  const extensions = advertiseExtensions(known);
  expect(extensions.map(({ name }) => name)).toEqual([
    "discount@2026-01-27",
    "discount@2026-06-01",
    "coupon@2025-01-01",
    "points@2025-01-01",
  ]);
  expect(advertiseExtensions(known, { unstable: true })).toHaveLength(6);
  const [older] = known;
  const accepted = acceptExtensions(extensions, { requested: [], known: older === undefined ? [] : [older] });
  expect(accepted).toMatchObject({ active: [], offered: ["discount@2026-01-27"] });
});

test("a merchant and an agent that know other versions do not take one for the other", () => {
  const [older, newer] = known;
  const { extensions } = activateExtensions(["discount"], newer === undefined ? [] : [newer]);
  const accepted = acceptExtensions(extensions, {
    requested: ["discount"],
    known: older === undefined ? [] : [older],
  });
  expect(accepted.active).toEqual([]);
  expect(accepted.findings.map(({ code }) => code)).toEqual(["unknown-version"]);
});

test("an agent accepts each of the versions that it asked for", () => {
  const requested = ["discount@2026-06-01", "discount@2026-01-27"];
  for (const name of requested) {
    expect(acceptExtensions([{ name }], { requested, known }).active).toEqual([name]);
  }
  const both = acceptExtensions(
    requested.map((name) => ({ name })),
    { requested, known },
  );
  expect(both.active).toEqual(["discount@2026-06-01"]);
  expect(both.findings.map(({ code }) => code)).toEqual(["duplicate"]);
});

describe("an agent", () => {
  const targets = { "checkout.request": [], "checkout.response": [] };
  test.each([
    {
      name: "accepts what it asked for",
      requested: ["discount"],
      answered: [{ name: "discount" }],
      active: ["discount@2026-06-01"],
      codes: [],
    },
    {
      name: "learns the version from the answer",
      requested: ["discount"],
      answered: [{ name: "discount@2026-01-27" }],
      active: ["discount@2026-01-27"],
      codes: [],
    },
    {
      name: "keeps to the version that it asked for",
      requested: ["discount@2026-01-27"],
      answered: [{ name: "discount" }],
      active: ["discount@2026-01-27"],
      codes: [],
    },
    {
      name: "accepts no other version",
      requested: ["discount@2026-01-27"],
      answered: [{ name: "discount@2026-06-01" }],
      active: [],
      codes: ["unknown-version"],
    },
    {
      name: "ignores what it did not ask for",
      requested: ["coupon"],
      answered: [{ name: "discount" }],
      active: [],
      codes: ["not-requested"],
    },
    {
      name: "accepts no retired extension",
      requested: ["points@2024-01-01"],
      answered: [{ name: "points@2024-01-01" }],
      active: [],
      codes: ["retired"],
    },
    { name: "lives without extensions", requested: ["discount"], answered: undefined, active: [], codes: [] },
    {
      name: "takes no bare names",
      requested: ["discount"],
      answered: ["discount"],
      active: [],
      codes: ["malformed"],
    },
    {
      name: "reports targets that it does not know",
      requested: ["discount"],
      answered: [{ name: "discount", extends: ["checkout.request", "cart", 7] }],
      active: ["discount@2026-06-01"],
      codes: ["unknown-target"],
    },
    {
      name: "reports targets that are no list",
      requested: ["discount"],
      answered: [{ name: "discount", extends: "checkout.request" }],
      active: ["discount@2026-06-01"],
      codes: ["unknown-target"],
    },
    {
      name: "reports members of another type",
      requested: ["discount"],
      answered: [{ name: "discount", schema: 7, spec: {}, extends: ["checkout.request"] }],
      active: ["discount@2026-06-01"],
      codes: ["malformed", "malformed"],
    },
  ])("$name", ({ requested, answered, active, codes }) => {
    const result = acceptExtensions(answered, { requested, known, targets });
    expect({ active: result.active, codes: result.findings.map(({ code }) => code) }).toEqual({
      active,
      codes,
    });
  });

  test("says the type of each member, of targets too where none are known", () => {
    const told = [{ schema: 7, spec: {}, extends: "checkout.request" }, { extends: ["a", 7] }].map(
      (members) =>
        acceptExtensions([{ name: "discount", ...members }], { requested: ["discount"], known }).findings.map(
          ({ severity, message }) => `${severity}: ${message}`,
        ),
    );
    expect(told).toEqual([
      [
        "warning: spec: expected a URL; got an object",
        "warning: schema: expected a URL; got number",
        'warning: extends: expected a list of texts; got "checkout.request"',
      ],
      ["warning: extends: expected a list of texts; got a list"],
    ]);
  });

  test("never throws", { tags: "thorough" }, () => {
    const property = fc.property(
      fc.oneof(fc.anything(), fc.array(fc.record({ name: fc.anything(), extends: fc.anything() }))),
      (answered) => {
        expect(
          acceptExtensions(answered, { requested: ["discount"], known, targets }).active.length,
        ).toBeLessThan(2);
      },
    );
    fc.assert(property, { seed, numRuns: runs(100) });
  });
});

const composition: Composition = {
  base: { $defs: { Session: { type: "object", properties: { id: true } }, Code: { enum: ["a"] } } },
  targets: { "checkout.response": ["/$defs/Session"] },
  extensions: [
    {
      identifier: "discount",
      version: "2026-01-27",
      state: "stable",
      uses: [],
      definitions: { codes: { type: "array" } },
      fields: [{ object: "/$defs/Session", name: "discounts", schema: { $ref: "#/$defs/codes" } }],
      values: [{ schema: "/$defs/Code", values: ["a", "b"] }],
    },
    {
      identifier: "gift",
      state: "stable",
      uses: ["discount"],
      definitions: {},
      fields: [{ object: "/$defs/Session", name: "gift", schema: { $ref: "#/$defs/codes" } }],
      values: [],
    },
  ],
};

describe("the schema of the active extensions", () => {
  test("has what these add, and nothing of the others", () => {
    expect(applyExtensions(composition, [])).toEqual(composition.base);
    expect(applyExtensions(composition, ["gift"])).toEqual({
      $defs: {
        Session: { type: "object", properties: { id: true, gift: { $ref: "#/$defs/codes" } } },
        Code: { enum: ["a"] },
        codes: { type: "array" },
      },
    });
    expect(applyExtensions(composition, ["gift", "discount@2026-01-27"])).toEqual({
      $defs: {
        Session: {
          type: "object",
          properties: { id: true, discounts: { $ref: "#/$defs/codes" }, gift: { $ref: "#/$defs/codes" } },
        },
        Code: { enum: ["a", "b"] },
        codes: { type: "array" },
      },
    });
  });

  test("leaves the composition as it was", () => {
    const before = structuredClone(composition);
    applyExtensions(composition, ["gift", "discount@2026-01-27"]);
    expect(composition).toEqual(before);
  });

  test("refuses extensions that it does not have", () => {
    expect(() => applyExtensions(composition, ["discount"])).toThrow(
      'expected names of the composition\'s extensions, discount@2026-01-27, gift; found ["discount"]',
    );
  });

  test("is remembered by the set, and forgotten when there are too many", () => {
    const source = createSchemaSource(composition, { capacity: 2 });
    const both = source.schemaFor(["gift", "discount@2026-01-27"]);
    expect(source.schemaFor(["discount@2026-01-27", "gift", "gift"])).toBe(both);
    const none = source.schemaFor([]);
    expect(source.schemaFor(["discount@2026-01-27", "gift"])).toBe(both);
    source.schemaFor(["gift"]);
    expect(source.schemaFor(["discount@2026-01-27", "gift"])).toBe(both);
    expect(source.schemaFor([])).not.toBe(none);
    expect(source.schemaFor([])).toEqual(none);
  });
});
