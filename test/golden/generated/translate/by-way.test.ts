import { compose, type Translator } from "@a2agen/runtime/versions";
import { a2a03ToA2a10Types, a2a03ToDraftTypes, draftToA2a10Types } from "@a2agen/translate";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";
import { canonical, differences } from "./compare.ts";
import { codecOf, valuesOf } from "./values.ts";

const seed = Number(chooseSeed());
afterAll(() => console.log(`seed ${seed}`));

const direct = Object.values<Translator>(a2a03ToA2a10Types);
const second = Object.values<Translator>(draftToA2a10Types);

/** The ways from 0.3 to 1.0 by the draft, with the direct one. */
const ways = Object.entries<Translator>(a2a03ToDraftTypes).flatMap(([name, first]) =>
  second
    .filter(({ older }) => older === first.newer)
    .flatMap((next) => {
      const straight = direct.find(({ older, newer }) => older === first.older && newer === next.newer);
      return straight === undefined ? [] : [{ name, straight, by: compose(first, next) }];
    }),
);

/** Fields that 0.3 and 1.0 have, and the draft has not. */
const missing: Readonly<Record<string, readonly string[]>> = { CancelTaskRequest: ["metadata"] };

test("every type of 0.3 goes to 1.0 by the draft as well", () => {
  const covered = new Set(ways.map(({ straight }) => `${straight.older} ${straight.newer}`));
  expect(direct.map(({ older, newer }) => `${older} ${newer}`).filter((pair) => !covered.has(pair))).toEqual(
    [],
  );
});

describe("from 0.3 to 1.0", () => {
  test.each(ways)(
    "$name is the same by the draft as directly",
    { tags: "thorough" },
    ({ name, straight, by }) => {
      fc.assert(
        fc.property(valuesOf(straight.older), (value) => {
          const one = attempt(() => straight.upgrade(value));
          const two = attempt(() => by.upgrade(value));
          expect(one === undefined).toBe(two === undefined);
          if (one === undefined || two === undefined) return;
          if (two.losses.length === 0) expect(one.losses).toEqual([]);
          const differing = differences(canonical(one.value), canonical(two.value));
          expect(differing.filter(([field]) => !(missing[name] ?? []).includes(String(field)))).toEqual([]);
          codecOf(straight.newer)?.decode(structuredClone(two.value));
        }),
        { seed, numRuns: runs(40) },
      );
    },
  );

  test.each(ways)(
    "$name by the draft and back is the same, where nothing is lost",
    { tags: "thorough" },
    ({ straight, by }) => {
      fc.assert(
        fc.property(valuesOf(straight.older), (value) => {
          const there = attempt(() => by.upgrade(value));
          if (there === undefined || there.losses.length > 0) return;
          const back = by.downgrade(there.value);
          expect(back.losses).toEqual([]);
          expect(differences(canonical(value), canonical(back.value))).toEqual([]);
        }),
        { seed, numRuns: runs(40) },
      );
    },
  );
});

/** The result, or undefined for a value that nothing can stand for. */
function attempt<T>(translate: () => T): T | undefined {
  try {
    return translate();
  } catch (error) {
    expect((error as { code?: string }).code).toBe("ERR_A2AGEN_DECODE");
    return undefined;
  }
}
