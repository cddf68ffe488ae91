import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { copyJson, setEntry } from "../../../../packages/runtime/src/core/copy-json.ts";

/** The same properties on an object without a prototype. */
function bare(properties: object): object {
  return Object.assign(Object.create(null) as object, properties);
}

function nestObjects(depth: number): unknown {
  let value: unknown = {};
  for (let level = 1; level < depth; level++) value = { a: value };
  return value;
}

describe("copyJson", () => {
  test("copies every object and array", () => {
    const value = { a: [{ b: [1, "c", null] }], d: { e: {} } };
    const copy = copyJson(value);
    expect(copy).toEqual(value);
    expect([copy !== value, copy.a !== value.a, copy.a[0] !== value.a[0], copy.d.e !== value.d.e]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test("keeps a key __proto__ a property, at every level", () => {
    const text = '{"__proto__":{"__proto__":[{"__proto__":1}],"x":1},"a":{"__proto__":null}}';
    const copy: unknown = copyJson(JSON.parse(text));
    expect(JSON.stringify(copy)).toBe(text);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect((copy as { x?: unknown }).x).toBe(undefined);
  });

  test("copies only own properties, into ordinary objects", () => {
    const given: unknown = bare({ a: bare({ b: 1 }) });
    expect(copyJson(given)).toStrictEqual({ a: { b: 1 } });
  });

  test("keeps what is no JSON by reference", () => {
    const date = new Date(0);
    expect(copyJson({ date, nothing: undefined })).toStrictEqual({ date, nothing: undefined });
    expect(copyJson({ date }).date).toBe(date);
    expect(copyJson(date)).toBe(date);
    expect(copyJson("text")).toBe("text");
  });

  test("reaches any depth", () => {
    let level: unknown = copyJson(nestObjects(100_000));
    let depth = 0;
    for (; typeof level === "object" && level !== null; depth++) level = (level as { a?: unknown }).a;
    expect(depth).toBe(100_000);
  });

  test("copies a value that contains itself", () => {
    interface Knot {
      name: string;
      self?: Knot;
      list?: Knot[];
    }
    const knot: Knot = { name: "a" };
    knot.self = knot;
    knot.list = [knot, knot];
    const copy = copyJson(knot);
    expect(copy).not.toBe(knot);
    expect(copy).toEqual(knot);
    expect([copy.self, copy.list?.[0], copy.list?.[1]].every((inner) => inner === copy)).toBe(true);
  });

  test("copies what JSON.parse gives", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), (text) => {
        const value: unknown = JSON.parse(text);
        expect(JSON.stringify(copyJson(value))).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe("setEntry", () => {
  test("sets a property under any key", () => {
    const object: { [key: string]: unknown } = {};
    for (const key of ["a", "__proto__", "constructor", "toString", "10", ""]) setEntry(object, key, { key });
    setEntry(object, "__proto__", { x: 1 });
    expect(JSON.stringify(object)).toBe(
      '{"10":{"key":"10"},"a":{"key":"a"},"__proto__":{"x":1},"constructor":{"key":"constructor"},"toString":{"key":"toString"},"":{"key":""}}',
    );
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    expect(object["x"]).toBe(undefined);
  });
});
