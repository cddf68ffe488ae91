import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  copyJson,
  findLoneSurrogates,
  isJsonTree,
  type JsonReport,
  setEntry,
  walkJson,
} from "../../runtime/core/json-tree.ts";

function parse(text: string): unknown {
  return JSON.parse(text);
}

/** The same properties on an object without a prototype. */
function bare(properties: object): object {
  return Object.assign(Object.create(null) as object, properties);
}

type Found = [path: readonly (string | number)[], code: string, detail: string];

function collect(walk: (report: JsonReport) => void): Found[] {
  const found: Found[] = [];
  walk((segments, code, detail) => {
    found.push([segments, code, detail]);
  });
  return found;
}

function walk(value: unknown, options = {}): Found[] {
  return collect((report) => walkJson(value, options, report));
}

function nestArrays(depth: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value;
}

function nestObjects(depth: number): unknown {
  let value: unknown = {};
  for (let level = 1; level < depth; level++) value = { a: value };
  return value;
}

class Money {
  readonly amount = 1;
}

function buildCycle(): unknown {
  const parent: Record<string, unknown> = { name: "parent" };
  parent["children"] = [1, 2, 3].map((id) => ({ id, parent }));
  return parent;
}

const tooDeep = "expected at most 100 levels of objects and arrays, got more";

const values: { name: string; given: unknown; want: Found[] }[] = [
  { name: "null", given: null, want: [] },
  { name: "scalars", given: ["", "text", 0, -0, 1.5, Number.MAX_VALUE, true, false, null], want: [] },
  { name: "objects and arrays", given: { a: { b: [{}, [], { c: 1 }] } }, want: [] },
  { name: "a key __proto__", given: JSON.parse('{"__proto__":{"a":1}}'), want: [] },
  { name: "an object without a prototype", given: bare({ a: 1 }), want: [] },
  { name: "values of another realm", given: runInNewContext('({ a: [{ b: "c" }] })'), want: [] },
  { name: "the same object twice", given: ((shared) => [shared, shared])({ a: 1 }), want: [] },
  { name: "symbols as keys, which JSON leaves out", given: { [Symbol("a")]: 1n }, want: [] },
  {
    name: "numbers that are not finite",
    given: [Number.NaN, { a: Number.POSITIVE_INFINITY, b: parse("-1e999") }],
    want: [
      [[0], "number", "expected a finite number, got NaN"],
      [[1, "a"], "number", "expected a finite number, got Infinity"],
      [[1, "b"], "number", "expected a finite number, got -Infinity"],
    ],
  },
  { name: "a number alone", given: Number.NaN, want: [[[], "number", "expected a finite number, got NaN"]] },
  {
    name: "lone surrogates in strings and keys",
    given: { a: ["ok", "x\ud800"], "\udc00": "\ud83d\ude00", "b\ud800": { c: "\ud800" } },
    want: [
      [["a", 1], "text", "expected a string of valid Unicode, got a lone surrogate at index 1"],
      [["\udc00"], "text", "expected a key of valid Unicode, got a lone surrogate at index 0"],
      [["b\ud800"], "text", "expected a key of valid Unicode, got a lone surrogate at index 1"],
      [["b\ud800", "c"], "text", "expected a string of valid Unicode, got a lone surrogate at index 0"],
    ],
  },
  {
    name: "what JSON has not",
    given: { u: undefined, f: () => 1, b: 1n, s: Symbol("s"), h: Array(1) },
    want: [
      [["u"], "json", "expected a JSON value, got undefined"],
      [["f"], "json", "expected a JSON value, got function"],
      [["b"], "json", "expected a JSON value, got bigint"],
      [["s"], "json", "expected a JSON value, got symbol"],
      [["h", 0], "json", "expected a JSON value, got undefined"],
    ],
  },
  {
    name: "instances of classes",
    given: [new Date(0), new Map([[1, 2]]), new Money(), new Uint8Array(2), Object.create({ a: 1 })],
    want: [
      [[0], "json", "expected a JSON value, got Date"],
      [[1], "json", "expected a JSON value, got Map"],
      [[2], "json", "expected a JSON value, got Money"],
      [[3], "json", "expected a JSON value, got Uint8Array"],
      [[4], "json", "expected a JSON value, got Object"],
    ],
  },
  {
    name: "a method toJSON",
    given: { toJSON: () => "other" },
    want: [[["toJSON"], "json", "expected a JSON value, got function"]],
  },
  { name: "100 arrays in one another", given: nestArrays(100), want: [] },
  { name: "100 objects in one another", given: nestObjects(100), want: [] },
  {
    name: "101 arrays in one another",
    given: nestArrays(101),
    want: [[Array<number>(100).fill(0), "depth", tooDeep]],
  },
  {
    name: "101 objects in one another",
    given: nestObjects(101),
    want: [[Array<string>(100).fill("a"), "depth", tooDeep]],
  },
  { name: "a scalar in 100 arrays", given: JSON.parse(`${"[".repeat(100)}1${"]".repeat(100)}`), want: [] },
  {
    name: "100,000 arrays in one another, once",
    given: nestArrays(100_000),
    want: [[Array<number>(100).fill(0), "depth", tooDeep]],
  },
  {
    name: "a value that contains itself, once per place",
    given: buildCycle(),
    want: [0, 1, 2].map((index) => [
      ["children", index, "parent"],
      "json",
      "expected a tree, got a value that contains itself",
    ]),
  },
];

describe("isJsonTree and walkJson", () => {
  for (const { name, given, want } of values) {
    test(`agree on ${name}`, () => {
      expect(walk(given)).toEqual(want);
      expect(isJsonTree(given)).toBe(want.length === 0);
    });
  }

  test("take a smaller depth, which a scalar does not count for", () => {
    expect(walk({ a: [1, [2]], b: {} }, { maxDepth: 2 })).toEqual([
      [["a", 1], "depth", "expected at most 2 levels of objects and arrays, got more"],
    ]);
    expect(isJsonTree({ a: [1] }, { maxDepth: 2 })).toBe(true);
    expect(isJsonTree(1, { maxDepth: 0 })).toBe(true);
    expect(walk([], { maxDepth: 0 })).toEqual([
      [[], "depth", "expected at most 0 levels of objects and arrays, got more"],
    ]);
  });

  test("leave out lone surrogates when the text is known to have none", () => {
    const value = { a: "\ud800", "\udc00": Number.NaN };
    expect(walk(value, { text: false })).toEqual([
      [["\udc00"], "number", "expected a finite number, got NaN"],
    ]);
    expect(isJsonTree({ "\ud800": ["\ud800"] }, { text: false })).toBe(true);
  });

  test("end when the report returns false", () => {
    const found: unknown[] = [];
    walkJson([Number.NaN, Number.NaN, "\ud800"], {}, (segments) => {
      found.push(segments);
      return found.length < 2;
    });
    expect(found).toEqual([[0], [1]]);
  });

  test("do not read what the prototype has", () => {
    Object.defineProperty(Object.prototype, "polluted", { value: 1n, enumerable: true, configurable: true });
    let isTree = false;
    try {
      isTree = isJsonTree({ a: {} });
    } finally {
      Reflect.deleteProperty(Object.prototype, "polluted");
    }
    expect(isTree).toBe(true);
  });

  test("accept all that JSON.parse gives of valid text", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), (text) => {
        expect(walk(JSON.parse(text))).toEqual([]);
      }),
    );
  });

  test("agree on random values", () => {
    const leaf = fc.oneof(
      fc.constantFrom<unknown>(
        1,
        "a",
        null,
        true,
        Number.NaN,
        undefined,
        1n,
        "\ud800",
        "\ud83d\ude00",
        new Date(0),
      ),
    );
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        leaf,
        fc.array(tie("node"), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom("a", "b", "__proto__", "\ud800"), tie("node"), { maxKeys: 3 }),
      ),
    })).node;
    fc.assert(
      fc.property(tree, (value) => {
        expect(isJsonTree(value, { maxDepth: 3 })).toBe(walk(value, { maxDepth: 3 }).length === 0);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("findLoneSurrogates", () => {
  test("reports strings and keys and nothing else", () => {
    const value = { a: ["\ud800"], "\udc00": { b: Number.NaN, c: undefined }, d: "\ud83d\ude00" };
    expect(collect((report) => findLoneSurrogates(value, report))).toEqual([
      [["a", 0], "text", "expected a string of valid Unicode, got a lone surrogate at index 0"],
      [["\udc00"], "text", "expected a key of valid Unicode, got a lone surrogate at index 0"],
    ]);
  });

  test("looks at a text alone", () => {
    expect(collect((report) => findLoneSurrogates("a\ud800", report))).toEqual([
      [[], "text", "expected a string of valid Unicode, got a lone surrogate at index 1"],
    ]);
  });

  test("reaches any depth", () => {
    const value = parse(`${"[".repeat(100_000)}"\\ud800"${"]".repeat(100_000)}`);
    const found = collect((report) => findLoneSurrogates(value, report));
    expect(found.map(([segments, code]) => [segments.length, code])).toEqual([[100_000, "text"]]);
  });

  test("ends when the report returns false, and on a value that contains itself", () => {
    let count = 0;
    findLoneSurrogates(["\ud800", "\ud800"], () => {
      count++;
      return false;
    });
    expect(count).toBe(1);
    expect(collect((report) => findLoneSurrogates(buildCycle(), report))).toEqual([]);
  });
});

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
