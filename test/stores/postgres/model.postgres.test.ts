import { openPGlite, openPool } from "@a2agen/postgres";
import type { TaskStore } from "@a2agen/runtime/agent";
import fc from "fast-check";
import { test } from "vitest";
import { storeProperty } from "../../shared/agent/store/store-property.ts";
import { createPGlite } from "../../shared/pglite.ts";
import { runs } from "../../shared/runs.ts";
import { startPostgres } from "./postgres-server.ts";

const empty = "truncate a2agen_task, a2agen_memory cascade";

test("the store over PostgreSQL does what a plain store does", async () => {
  const server = await startPostgres();
  try {
    const pool = await server.makePool("public");
    await openPool(pool).migrate();
    const make = async (): Promise<TaskStore> => {
      await pool.query(empty);
      return openPool(pool);
    };
    await fc.assert(storeProperty(make), { numRuns: runs(13) });
    await pool.end();
  } finally {
    await server.stop();
  }
});

test("the store over PGlite does what a plain store does", async () => {
  const database = await createPGlite();
  await openPGlite(database).migrate();
  const make = async (): Promise<TaskStore> => {
    await database.query(empty);
    return openPGlite(database);
  };
  await fc.assert(storeProperty(make), { numRuns: runs(2) });
  await database.close();
});
