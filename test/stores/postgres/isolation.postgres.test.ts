import { taskStoreCases } from "@a2agen/agent-conformance";
import { migrate, openPool, poolSql } from "@a2agen/postgres";
import { beforeAll, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

/** What administrators set for a role or a database; npm run test:long -- isolation has both. */
const levels =
  process.env["A2AGEN_ISOLATION"] === "all" ? ["repeatable read", "serializable"] : ["serializable"];

describe.each(levels)("with %s as the default of the database", (level) => {
  let postgres: PostgresServer;
  let schemas = 0;

  beforeAll(async () => {
    const settings = [`default_transaction_isolation=${level}`, "fsync=off"];
    postgres = await startPostgres({ settings });
    return () => postgres.stop();
  });

  const cases = taskStoreCases(async () => {
    const schema = `s${++schemas}`;
    // The first makes the schema.
    const pools = [await postgres.makePool(schema), await postgres.makePool(schema)];
    const [store, replica] = pools.map((pool) => openPool(pool, { schema }));
    if (store === undefined || replica === undefined) throw new Error("expected two stores");
    await store.migrate();
    return {
      store,
      replica,
      async close() {
        await Promise.all([store.close(), replica.close()]);
        await Promise.all(pools.map((pool) => pool.end()));
      },
    };
  });
  test.each(cases.map(({ name, run }) => [name, run] as const))("%s", (_, run) => run());

  test("of several processes that migrate at once one does", async () => {
    const pool = await postgres.makePool("migrated");
    const results = await Promise.all(
      Array.from({ length: 4 }, () => migrate(poolSql(pool), { schema: "migrated" })),
    );
    expect(results.filter(({ statements }) => statements.length > 0)).toHaveLength(1);
    await pool.end();
  });
});
