import type { Loss, Translator } from "@a2agen/runtime/versions";
import { a2a03ToA2a10Types, a2a03ToDraftTypes, draftToA2a10Types } from "@a2agen/translate";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";
import { canonical, differences } from "./compare.ts";
import { codecOf, valuesOf } from "./values.ts";

const seed = Number(chooseSeed());
afterAll(() => console.log(`seed ${seed}`));

const pairs = [
  { title: "0.3 and 1.0", types: a2a03ToA2a10Types },
  { title: "0.3 and the draft", types: a2a03ToDraftTypes },
  { title: "the draft and 1.0", types: draftToA2a10Types },
].map(({ title, types }) => ({
  title,
  translators: Object.entries<unknown>(types) as [string, Translator][],
}));

/** Checks one way and back. */
function checkRoundTrip(
  from: string,
  to: string,
  value: unknown,
  ways: { readonly go: Translator["upgrade"]; readonly back: Translator["upgrade"] },
): void {
  const copy = structuredClone(value);
  let there: ReturnType<Translator["upgrade"]>;
  try {
    there = ways.go(value);
  } catch (error) {
    // A type that nothing can stand for by itself.
    expect((error as { code?: string }).code).toBe("ERR_A2AGEN_DECODE");
    return;
  }
  expect(value).toEqual(copy);
  codecOf(to)?.decode(structuredClone(there.value));
  const again = ways.back(there.value);
  codecOf(from)?.decode(structuredClone(again.value));
  const lost = differences(canonical(value), canonical(again.value)).filter(
    (path) => !isBelow(path, there.losses),
  );
  expect({ lost, value, there, again }).toEqual({ lost: [], value, there, again });
}

/** Whether a loss is at the path, or at something that holds it. */
function isBelow(path: readonly (string | number)[], losses: readonly Loss[]): boolean {
  return losses.some(({ segments }) =>
    coveredBy(segments).every((segment, index) => path[index] === segment),
  );
}

/** What a loss may change beside its own place. */
function coveredBy(segments: readonly (string | number)[]): readonly (string | number)[] {
  // Other addresses take the place of one that is left out.
  if (segments[0] === "supportedInterfaces" && segments.length === 2) return segments.slice(0, 1);
  // A name that is none says nothing of the identifier either.
  if (segments.at(-1) === "name" || segments.at(-1) === "parent") return segments.slice(0, -1);
  const last = segments.at(-1);
  // What has no identifier has that of its task.
  if (last === "taskId") return segments.slice(0, -1);
  // There is no address, so that the list gets the one that stands in.
  if (last === "url" && segments.length === 1) return ["supportedInterfaces"];
  return segments;
}

describe.each(pairs)("between $title", ({ translators }) => {
  test.each(translators)(
    "%s goes up and comes back, apart from losses",
    { tags: "thorough" },
    (_name, translator) => {
      const { older, newer } = translator;
      fc.assert(
        fc.property(valuesOf(older), (value) =>
          checkRoundTrip(older, newer, value, { go: translator.upgrade, back: translator.downgrade }),
        ),
        { seed, numRuns: runs(40) },
      );
    },
  );

  test.each(translators)(
    "%s goes down and comes back, apart from losses",
    { tags: "thorough" },
    (_name, translator) => {
      const { older, newer } = translator;
      fc.assert(
        fc.property(valuesOf(newer), (value) =>
          checkRoundTrip(newer, older, value, { go: translator.downgrade, back: translator.upgrade }),
        ),
        { seed, numRuns: runs(40) },
      );
    },
  );
});
