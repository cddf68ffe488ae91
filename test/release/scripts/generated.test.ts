import { join } from "node:path";
import { expect, test } from "vitest";
import { generateAll } from "../../../scripts/generate/generate-all.ts";
import { generateJobs, keptNames } from "../../../scripts/generate/generate-jobs.ts";

const root = join(import.meta.dirname, "../../..");

test("generated output equals what the generators write", async () => {
  const { changes } = await generateAll({ root, jobs: generateJobs, kept: keptNames, check: true });
  expect(changes).toEqual([]);
});
