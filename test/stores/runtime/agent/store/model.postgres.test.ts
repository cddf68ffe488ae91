import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TaskStore } from "@a2agen/runtime/agent";
import fc from "fast-check";
import { test } from "vitest";
import { PostgresTaskStore } from "../../../../../examples/postgres-task-store/postgres-task-store.ts";
import { runs } from "../../../../shared/runs.ts";
import { storeProperty } from "../../../../unit/runtime/agent/store/store-property.ts";
import { startPostgres } from "./postgres-server.ts";

test("PostgresTaskStore does what a plain store does", async () => {
  const server = await startPostgres();
  try {
    const pool = await server.makePool("public");
    const schema = join(import.meta.dirname, "../../../../../examples/postgres-task-store/schema.sql");
    await pool.query(await readFile(schema, "utf8"));
    const make = async (): Promise<TaskStore> => {
      await pool.query("truncate task cascade");
      return new PostgresTaskStore(pool);
    };
    await fc.assert(storeProperty(make), { numRuns: runs(13) });
    await pool.end();
  } finally {
    await server.stop();
  }
});
