import { arbitraryOf, invalidOf } from "@a2agen/runtime/arbitraries";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";
import { findObjection, findWrongReport } from "./judge.ts";
import { loadVersion, versions } from "./subjects.ts";

const seed = Number(chooseSeed());

/** Of each message; ten times as many in `npm run test:long -- properties`. */
const values = 60;

describe.each(versions)("fakes of $name", async (version) => {
  const subjects = await loadVersion(version);

  test.each(subjects)("are right by codec, schema and wire form: $name", { tags: "thorough" }, (subject) => {
    for (let index = 0; index < runs(values); index++) {
      expect(findObjection(subject, subject.fake(`${seed}/${index}`))).toBeUndefined();
    }
  });

  test.each(subjects)("have arbitraries that are right: $name", { tags: "thorough" }, (subject) => {
    fc.assert(
      fc.property(arbitraryOf(subject.fake), (value) => {
        expect(findObjection(subject, value)).toBeUndefined();
      }),
      { seed, numRuns: runs(values) },
    );
  });

  test.each(subjects)("have mistakes that are reported: $name", { tags: "thorough" }, (subject) => {
    fc.assert(
      fc.property(invalidOf(subject.fake), (invalid) => {
        expect(findWrongReport(subject, invalid)).toBeUndefined();
      }),
      { seed, numRuns: runs(values) },
    );
  });
});
