import { describe, expect, expectTypeOf, test } from "vitest";
import {
  defined,
  errorCode,
  errorMessage,
  isObject,
  isPromise,
  own,
} from "../../../../packages/runtime/src/core/object.ts";

const bare = (properties: object): object => Object.assign(Object.create(null) as object, properties);

test("an object is neither null, nor an array, nor a primitive", () => {
  const values = [{}, bare({}), new Date(0), [], null, undefined, "text", 1, () => undefined];
  expect(values.map(isObject)).toEqual([true, true, true, false, false, false, false, false, false]);
});

test("only own properties are read", () => {
  const parsed = JSON.parse('{"__proto__":1,"a":2}') as object;
  expect([own(parsed, "__proto__"), own(parsed, "a"), own(parsed, "toString"), own([3], "0")]).toEqual([
    1,
    2,
    undefined,
    3,
  ]);
});

test("a promise is an object with a method then", () => {
  const foreign: unknown = Object.create(Promise.resolve());
  const values = [Promise.resolve(), foreign, JSON.parse('{"then":1}'), null, () => undefined];
  expect(values.map(isPromise)).toEqual([true, true, false, false, false]);
});

test("errors have a message and perhaps a code, whatever was thrown", () => {
  const coded = Object.assign(new Error("no such file"), { code: "ENOENT" });
  const numbered = Object.assign(new Error("refused"), { code: 14 });
  const thrown = [coded, numbered, new TypeError("wrong"), "text", undefined, { code: "ENOENT" }];
  expect(thrown.map((error) => [errorMessage(error), errorCode(error)])).toEqual([
    ["no such file", "ENOENT"],
    ["refused", undefined],
    ["wrong", undefined],
    ["text", undefined],
    ["undefined", undefined],
    ["[object Object]", undefined],
  ]);
});

describe("defined", () => {
  test("leaves out undefined properties and keeps the order of the others", () => {
    expect(JSON.stringify(defined({ b: 1, a: undefined, c: null, d: "", e: false, f: 0 }))).toBe(
      '{"b":1,"c":null,"d":"","e":false,"f":0}',
    );
  });

  test("keeps a key __proto__ a property", () => {
    expect(JSON.stringify(defined(JSON.parse('{"__proto__":1}') as object))).toBe('{"__proto__":1}');
  });

  test("makes optional what may be undefined", () => {
    const find = (): number | undefined => undefined;
    const result = defined({ kind: "line", width: find(), tags: [] as string[] });
    expectTypeOf(result).branded.toEqualTypeOf<{
      readonly kind: "line";
      readonly width?: number;
      readonly tags: string[];
    }>();
    const wanted: { kind: "line" | "point"; width?: number; tags: string[] } = result;
    expect(wanted).toStrictEqual({ kind: "line", tags: [] });
  });
});
