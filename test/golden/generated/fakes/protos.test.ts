import { arbitraryOf, invalidOf } from "@a2agen/runtime/arbitraries";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listFiles } from "../../../../scripts/list-files.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";
import { findObjection, findWrongReport } from "./judge.ts";
import { type Exports, listSubjects } from "./subjects.ts";

const seed = Number(chooseSeed());
const root = new URL("../../../generated/proto/", import.meta.url);
const paths = (await listFiles(root.pathname)).filter((path) => path.endsWith("_fakes.ts"));

// Maps, oneofs, recursion, enums, well-known types, 64 bits, proto2, editions, and names that are reserved.
describe.each(paths.map((path) => path.replace("_fakes.ts", "")))("fakes of %s.proto", async (path) => {
  const load = (kind: string): Promise<Exports> =>
    import(`${root.href}${path}_${kind}.ts`) as Promise<Exports>;
  const [fakes, json, binary] = await Promise.all(["fakes", "json", "binary"].map(load));
  const subjects = listSubjects(fakes ?? {}, { ...json, ...binary });

  test.each(subjects)("are right, and so are their arbitraries: $name", { tags: "thorough" }, (subject) => {
    for (let index = 0; index < runs(20); index++) {
      expect(findObjection(subject, subject.fake(`${seed}/${index}`))).toBeUndefined();
    }
    const values = fc.property(arbitraryOf(subject.fake), (value) => {
      expect(findObjection(subject, value)).toBeUndefined();
    });
    fc.assert(values, { seed, numRuns: runs(20) });
  });

  test.each(subjects)("have mistakes that are reported: $name", { tags: "thorough" }, (subject) => {
    const mistakes = fc.property(invalidOf(subject.fake), (invalid) => {
      expect(findWrongReport(subject, invalid)).toBeUndefined();
    });
    fc.assert(mistakes, { seed, numRuns: runs(20) });
  });
});
