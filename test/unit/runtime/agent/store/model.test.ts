import { A2AService } from "@a2agen/a2a-1.0";
import { MemoryTaskStore, type TaskStore } from "@a2agen/runtime/agent";
import fc from "fast-check";
import { test } from "vitest";
import { storeProperty } from "../../../../shared/agent/store/store-property.ts";
import { runs } from "../../../../shared/runs.ts";

test("MemoryTaskStore does what a plain store does", { tags: "thorough" }, async () => {
  const make = async (): Promise<TaskStore> => new MemoryTaskStore({ service: A2AService, maxTasks: 5 });
  await fc.assert(storeProperty(make), { numRuns: runs(200) });
});
