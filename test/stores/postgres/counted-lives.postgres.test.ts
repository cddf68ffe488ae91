import { migrate, openPool, poolSql } from "@a2agen/postgres";
import fc from "fast-check";
import { afterAll, test } from "vitest";
import { livesProperty } from "../../shared/agent/lives-property.ts";
import { chooseSeed } from "../../shared/random/seed.ts";
import { runs } from "../../shared/runs.ts";
import { startPostgres } from "./postgres-server.ts";

const seed = Number(chooseSeed());
afterAll(() => console.log(`seed ${seed}`));

test("random lives of tasks over PostgreSQL are counted as those in memory are", async () => {
  const postgres = await startPostgres();
  const pool = await postgres.makePool("public");
  await migrate(poolSql(pool));
  // Those of two processes: what one changes the other one learns from the database.
  const stores = [openPool(pool), openPool(pool)] as const;
  try {
    await fc.assert(
      livesProperty(() => stores),
      { seed, numRuns: runs(2) },
    );
  } finally {
    await Promise.all(stores.map((store) => store.close()));
    await pool.end();
    await postgres.stop();
  }
});
