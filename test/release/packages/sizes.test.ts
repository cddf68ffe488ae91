import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { sharedPackages } from "../../shared/process/shared-packages.ts";

interface Sizes {
  readonly name: string;
  /** In bytes. */
  readonly packed: number;
  readonly unpacked: number;
}

/** How much room the table may leave: a package that has become much smaller gets a new row. */
const room = 1.5;

let limits: readonly Sizes[];
let found: readonly Sizes[];

beforeAll(async () => {
  found = await sharedPackages();
  const table = await readFile(join(import.meta.dirname, "sizes.md"), "utf8");
  limits = [...table.matchAll(/^\| (\S+) \| (\d+) kB \| (\d+) kB \|$/gm)].map(
    ([, name = "", packed, unpacked]) => ({
      name,
      packed: Number(packed) * 1000,
      unpacked: Number(unpacked) * 1000,
    }),
  );
});

test("the table in sizes.md has what is published, in the order of publishing", () => {
  expect(limits.map(({ name }) => name)).toEqual(found.map(({ name }) => name));
});

test.each(["packed", "unpacked"] as const)("no package is larger, %s, than the table says", (kind) => {
  const larger = found.filter((each, index) => each[kind] > (limits[index]?.[kind] ?? 0));
  expect(larger.map((each) => `${each.name}: ${each[kind]} bytes ${kind}`)).toEqual([]);
});

test.each(["packed", "unpacked"] as const)("the table says no more than half as much again, %s", (kind) => {
  const smaller = found.filter((each, index) => each[kind] * room < (limits[index]?.[kind] ?? 0));
  expect(smaller.map((each) => `${each.name}: ${each[kind]} bytes ${kind}`)).toEqual([]);
});
