import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownNames } from "../../../packages/otel/src/names.ts";

test("the page has our own names in one table, all of them", async () => {
  const page = await readFile(join(import.meta.dirname, "../../../docs/observing.md"), "utf8");
  const table = page.slice(page.indexOf("## Names of our own"), page.indexOf("## Options"));
  const named = [...table.matchAll(/`(a2agen\.[a-z_.]+)`/g)].map(([, name = ""]) => name);
  const own = Object.values(ownNames).flatMap((names) => Object.values<string>(names));
  expect(named.toSorted()).toEqual(own.toSorted());
});
