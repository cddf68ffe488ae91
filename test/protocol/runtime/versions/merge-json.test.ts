import { expect, test } from "vitest";
import { type MergeConflict, mergeJson } from "../../../../packages/runtime/src/versions/merge-json.ts";

const rows: readonly {
  readonly name: string;
  readonly one: string;
  readonly other: string;
  readonly want: string;
  readonly conflicts?: readonly MergeConflict[];
}[] = [
  {
    name: "objects by their names, and lists of one length by their elements",
    one: '{"a":1,"b":{"c":[{"d":1},2]}}',
    other: '{"b":{"c":[{"e":[]},2],"f":null},"g":true}',
    want: '{"a":1,"b":{"c":[{"d":1,"e":[]},2],"f":null},"g":true}',
  },
  {
    name: "a name that is dangerous in an assignment",
    one: '{"__proto__":{"a":1}}',
    other: '{"__proto__":{"b":2},"constructor":3}',
    want: '{"__proto__":{"a":1,"b":2},"constructor":3}',
  },
  {
    name: "what differs stays as the first has it, and is told",
    one: '{"a":[1,2],"b":{"c":[{"d":1}]},"e":null}',
    other: '{"a":[1],"b":{"c":[{"d":"1"}]},"e":{}}',
    want: '{"a":[1,2],"b":{"c":[{"d":1}]},"e":null}',
    conflicts: [
      { path: "a", one: [1, 2], other: [1] },
      { path: "b.c[0].d", one: 1, other: "1" },
      { path: "e", one: null, other: {} },
    ],
  },
];

test.each(rows)("$name", ({ one, other, want, conflicts = [] }) => {
  const told: MergeConflict[] = [];
  const merged = mergeJson(JSON.parse(one), JSON.parse(other), (conflict) => told.push(conflict));
  expect(JSON.stringify(merged)).toBe(want);
  expect(told).toStrictEqual(conflicts);
  expect(({} as Readonly<Record<string, unknown>>)["b"]).toBeUndefined();
});
