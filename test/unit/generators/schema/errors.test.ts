import { formatIssue } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";
import { compileSchema } from "../../../shared/schema/compile-schemas.ts";

function problemsOf(schema: unknown, value: unknown): readonly string[] {
  const result = compileSchema(schema).codec?.tryDecode(value);
  return result?.ok === false ? result.issues.map(formatIssue) : [];
}

describe("problems say where, what was expected, and what came", () => {
  test("of members and elements", () => {
    const schema = {
      type: "object",
      properties: {
        id: { type: "string", minLength: 3, maxLength: 4 },
        at: { type: "string", format: "date-time" },
        count: { type: "integer", minimum: 1, multipleOf: 5 },
        kind: { enum: ["a", "b"] },
        tags: {
          type: "array",
          items: { type: "string", pattern: "^[a-z]+$" },
          minItems: 2,
          uniqueItems: true,
        },
        map: { type: "object", propertyNames: { maxLength: 2 }, additionalProperties: { type: "boolean" } },
        none: false,
      },
      required: ["id", "name"],
      additionalProperties: false,
    };
    const value = { at: "now", count: 3, kind: "c", tags: ["A"], map: { abc: 1 }, none: 1, more: [] };
    expect(problemsOf(schema, value)).toEqual([
      "id: required [required]",
      'at: expected an RFC 3339 date and time, got "now" [format]',
      "count: expected a multiple of 5, got 3 [range]",
      'kind: expected one of "a", "b", got "c" [enum]',
      "tags: expected at least 2 elements, got 1 [range]",
      'tags[0]: expected a string that matches ^[a-z]+$, got "A" [format]',
      'map["abc"]: as a name, expected at most 2 characters, got "abc" [key]',
      'map["abc"]: expected true or false, got 1 [type]',
      "none: expected nothing here, got 1 [unknown]",
      "name: required [required]",
      "more: expected no member but id, at, count, kind, tags, map, none, got an array [unknown]",
    ]);
    expect(problemsOf(schema, null)).toEqual(["expected an object, got null [type]"]);
    expect(problemsOf(schema, { id: "ab" })).toEqual([
      'id: expected at least 3 characters, got "ab" [range]',
      "name: required [required]",
    ]);
  });

  test("of the one arm that a constant chooses", () => {
    const arm = (type: string, more: object): object => ({
      type: "object",
      properties: { type: { const: type }, ...more },
      required: ["type", ...Object.keys(more)],
    });
    const schema = {
      oneOf: [arm("text", { text: { type: "string" } }), arm("image", { url: { type: "string" } })],
    };
    expect(problemsOf(schema, { type: "text", text: 5 })).toEqual(["text: expected a string, got 5 [type]"]);
    expect(problemsOf(schema, { type: "video" })).toEqual([
      'type: expected one of "text", "image", got "video" [enum]',
    ]);
    expect(problemsOf(schema, {})).toEqual(["type: required [required]"]);
    expect(problemsOf(schema, [])).toEqual(["expected an object, got an array [type]"]);
  });

  test("of the one arm that a member chooses", () => {
    const arm = (name: string): object => ({
      type: "object",
      properties: { [name]: { type: "number" } },
      required: [name],
      additionalProperties: false,
    });
    const schema = { anyOf: [arm("a"), arm("b"), { type: "string" }] };
    expect(problemsOf(schema, { a: "x" })).toEqual(['a: expected a number, got "x" [type]']);
    expect(problemsOf(schema, { a: 1, b: 1 })).toEqual(["b: expected no member but a, got 1 [unknown]"]);
    expect(problemsOf(schema, {})).toEqual(["set exactly one of a, b; found none [oneof-none]"]);
    expect(problemsOf(schema, 5)).toEqual(["expected an object or a string, got 5 [type]"]);
  });

  test("of arms that nothing tells apart, in one line", () => {
    const schema = {
      oneOf: [{ $ref: "#/$defs/Order" }, { type: "object", required: ["a", "b"] }],
      $defs: { Order: { type: "object", required: ["order"] } },
    };
    expect(problemsOf(schema, {})).toEqual([
      "expected an Order or an object with a, b, got an object that is none of these [oneof-none]",
    ]);
    expect(problemsOf(schema, { order: 1, a: 1, b: 1 })).toEqual([
      "expected only one of an Order or an object with a, b, got an object that is 2 of these [oneof-many]",
    ]);
  });

  test("of what else a schema can say", () => {
    expect(problemsOf({ not: { type: "string" } }, "a")).toEqual([
      'expected anything but a string, got "a" [enum]',
    ]);
    expect(problemsOf({ dependentRequired: { a: ["b"] } }, { a: 1 })).toEqual([
      "b: required beside a [required]",
    ]);
    expect(problemsOf({ contains: { type: "string" } }, [1])).toEqual([
      "expected at least 1 element of the kind that the array has to contain, got 0 [range]",
    ]);
    expect(problemsOf({ uniqueItems: true }, [1, 2, 1])).toEqual([
      "[2]: expected another value than at 0, got 1 [range]",
    ]);
    expect(problemsOf({ unevaluatedProperties: false, properties: { a: {} } }, { b: 1 })).toEqual([
      "b: expected no member but a, got 1 [unknown]",
    ]);
    expect(problemsOf(false, 1)).toEqual(["expected nothing here, got 1 [unknown]"]);
  });
});
