import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { seed } from "./seed-faults.ts";
import { seededFaults } from "./seeded-faults.ts";

const repository = join(import.meta.dirname, "../../..");

test("each fault has its place in the code", async () => {
  for (const module of new Set(seededFaults.map((fault) => fault.module))) {
    const text = await readFile(join(repository, module), "utf8");
    const places = seed(text, module, seededFaults).match(/a2agenSeededFault === /g);
    expect(places).toHaveLength(seededFaults.filter((fault) => fault.module === module).length);
  }
});
