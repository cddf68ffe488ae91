import { type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0-draft";
import { canonicalize } from "@a2agen/runtime/canonical";
import { describe, expect, test } from "vitest";
import { readFragment } from "../../../shared/vectors/draft-examples.ts";

const wanted =
  '{"capabilities":{"pushNotifications":false,"streaming":false},"description":"","name":"Example Agent","skills":[]}';

describe("the worked example of canonical JSON, 8.4.1", () => {
  test.each(["canonical-in", "canonical-out"])("%s has the exact text", (type) => {
    // A fragment of a card: the fields that the example leaves out are not canonicalized either.
    expect(canonicalize(AgentCardCodec, readFragment(type) as AgentCard)).toBe(wanted);
  });

  test("the published result is the text that is signed", () => {
    expect(JSON.stringify(readFragment("canonical-out"))).toBe(wanted);
  });
});

describe("canonical JSON", () => {
  const card = (changes: object): AgentCard =>
    Object.assign(readFragment("canonical-in") as AgentCard, changes);

  test("does not depend on the order of properties", () => {
    const { name, ...rest } = card({});
    expect(canonicalize(AgentCardCodec, { ...rest, name })).toBe(wanted);
  });

  test("leaves the value alone", () => {
    const given = card({ signatures: [{ protected: "e30", signature: "AA" }], unknown: 1 });
    const before = structuredClone(given);
    canonicalize(AgentCardCodec, given);
    expect(given).toEqual(before);
  });

  test("leaves out fields that the type does not have", () => {
    expect(canonicalize(AgentCardCodec, card({ unknown: { a: 1 } }))).toBe(wanted);
  });

  test("orders the keys of maps and structs by UTF-16 code units, numbers as strings", () => {
    const params = { "10": 1, "9": 2, "\u{1f600}": 3, "\ufb33": 4, "\r": 5, ö: 6, __proto: 7, "": 8 };
    const capabilities = { extensions: [{ params }] };
    expect(canonicalize(AgentCardCodec, card({ capabilities }))).toBe(
      '{"capabilities":{"extensions":[{"params":{"":8,"\\r":5,"10":1,"9":2,"__proto":7,"ö":6,"\u{1f600}":3,"\ufb33":4}}]},' +
        '"description":"","name":"Example Agent","skills":[]}',
    );
  });

  test("writes numbers as ECMAScript does", () => {
    const params = { a: 1e21, b: 1e-7, c: -0, d: 333333333.3333333, e: 5e-324, f: 100 };
    const capabilities = { extensions: [{ params }] };
    expect(canonicalize(AgentCardCodec, card({ capabilities }))).toBe(
      '{"capabilities":{"extensions":[{"params":{"a":1e+21,"b":1e-7,"c":0,"d":333333333.3333333,"e":5e-324,"f":100}}]},' +
        '"description":"","name":"Example Agent","skills":[]}',
    );
  });

  test("escapes what JSON must escape and nothing else", () => {
    expect(
      canonicalize(AgentCardCodec, card({ description: '\u0000\b\t\n\f\r"\\/\u007f\u2028\u20ac' })),
    ).toBe(
      wanted.replace('"description":""', '"description":"\\u0000\\b\\t\\n\\f\\r\\"\\\\/\u007f\u2028\u20ac"'),
    );
  });

  test.each([
    { name: "a string", given: { description: "\ud800" } },
    { name: "a map key", given: { securitySchemes: { "\udc00": { mtlsSecurityScheme: {} } } } },
    { name: "a key of a struct", given: { capabilities: { extensions: [{ params: { "\ud83d": 1 } }] } } },
  ])("refuses half of a surrogate pair in $name", ({ given }) => {
    expect(() => canonicalize(AgentCardCodec, card(given))).toThrow(/surrogate/i);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])("refuses the number %s", (number) => {
    const capabilities = { extensions: [{ params: { number } }] };
    expect(() => canonicalize(AgentCardCodec, card({ capabilities }))).toThrow(Error);
  });

  test("keeps an own property named __proto__ of a struct", () => {
    const params: unknown = JSON.parse('{"__proto__":{"a":1},"b":2}');
    expect(canonicalize(AgentCardCodec, card({ capabilities: { extensions: [{ params }] } }))).toBe(
      '{"capabilities":{"extensions":[{"params":{"__proto__":{"a":1},"b":2}}]},' +
        '"description":"","name":"Example Agent","skills":[]}',
    );
  });
});
