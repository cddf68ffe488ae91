import { A2AService as NextService } from "@a2agen/a2a-1.1-dev";
import { MemoryTaskStore } from "@a2agen/runtime/agent";
import fc from "fast-check";
import { afterAll, test } from "vitest";
import { livesProperty } from "../../../shared/agent/lives-property.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";

const seed = Number(chooseSeed());
afterAll(() => console.log(`seed ${seed}`));

test("random lives of tasks are counted without a gap, and 1.0 sees what it always saw", {
  timeout: 120_000,
  tags: "thorough",
}, async () => {
  const lives = livesProperty(() => {
    const store = new MemoryTaskStore({ service: NextService });
    return [store, store];
  });
  await fc.assert(lives, { seed, numRuns: runs(10) });
});
