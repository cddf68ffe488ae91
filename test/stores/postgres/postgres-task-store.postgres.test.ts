import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { taskStoreCases } from "@a2agen/agent-conformance";
import { migrate, openPGlite, openPool, type PostgresTaskStore, poolSql } from "@a2agen/postgres";
import pg, { type Pool } from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { listStatements } from "../../../packages/postgres/src/list-statements.ts";
import { taskStatements } from "../../../packages/postgres/src/statements.ts";
import { tablesIn } from "../../../packages/postgres/src/tables.ts";
import { isOutOfReach } from "../../../packages/runtime/src/agent/core/out-of-reach.ts";
import { beginning, statusOf, textOf } from "../../shared/agent/store/samples.ts";
import { createPGlite, type PGlite } from "../../shared/pglite.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

let server: PostgresServer;
let count = 0;

beforeAll(async () => {
  server = await startPostgres();
  return () => server.stop();
});

interface Opened {
  readonly store: PostgresTaskStore;
  readonly replica: PostgresTaskStore;
  readonly pool: Pool;
  /** Two more over the same tables. */
  openStores(notifier?: false): { readonly store: PostgresTaskStore; readonly replica: PostgresTaskStore };
  close(): Promise<void>;
}

/** Two stores over the same new tables, each with connections of its own. */
async function open(): Promise<Opened> {
  const schema = `tasks_${++count}`;
  const pools = [await server.makePool(schema), await server.makePool("public")] as const;
  // One finds its tables by the search path, the other by the name of their schema.
  const [pool, other] = pools;
  const openStores = (notifier?: false) => {
    const options = { ...(notifier === undefined ? {} : { notifier }), schema };
    return { store: openPool(pool, options), replica: openPool(other, options) };
  };
  const { store, replica } = openStores();
  await store.migrate();
  return {
    store,
    replica,
    pool,
    openStores,
    async close() {
      await Promise.all([store.close(), replica.close()]);
      await pool.query(`drop schema ${schema} cascade`);
      await Promise.all(pools.map((each) => each.end()));
    },
  };
}

describe("two stores over one PostgreSQL conform", () => {
  let given: Opened;
  beforeAll(async () => {
    given = await open();
    return () => given.close();
  });

  /** Two new stores over the tables of all cases, which are emptied. */
  async function reopen(notifier?: false) {
    await given.pool.query("truncate a2agen_task, a2agen_memory cascade");
    const { store, replica } = given.openStores(notifier);
    return { store, replica, close: async () => void (await Promise.all([store.close(), replica.close()])) };
  }

  test.each(taskStoreCases(() => reopen()).map(({ name, run }) => [name, run] as const))("%s", (_, run) =>
    run(),
  );

  const waiting = taskStoreCases(() => reopen(false)).filter(({ name }) => /changed/.test(name));
  test.each(waiting.map(({ name, run }) => [name, run] as const))("without a notifier: %s", (_, run) =>
    run(),
  );
});

describe("two stores over one PGlite conform", () => {
  let database: PGlite;
  beforeAll(async () => {
    database = await createPGlite();
    await openPGlite(database).migrate();
    return () => database.close();
  });

  const cases = taskStoreCases(async () => {
    await database.query("truncate a2agen_task, a2agen_memory cascade");
    const [store, replica] = [openPGlite(database), openPGlite(database)];
    return { store, replica, close: async () => void (await Promise.all([store.close(), replica.close()])) };
  });
  test.each(cases.map(({ name, run }) => [name, run] as const))("%s", (_, run) => run());
});

const table = tablesIn(undefined);
const sql = taskStatements(table);

async function opened(use: (given: Opened) => Promise<void>): Promise<void> {
  const given = await open();
  try {
    await use(given);
  } finally {
    await given.close();
  }
}

describe("PostgresTaskStore", () => {
  test.each([
    { name: "a scope", query: {}, index: "a2agen_task_by_time" },
    { name: "a scope since a time", query: { since: "2026-01-02T00:00:00Z" }, index: "a2agen_task_by_time" },
    { name: "a state", query: { state: "TASK_STATE_WORKING" as const }, index: "a2agen_task_by_time" },
    { name: "a context", query: { contextId: "c-3" }, index: "a2agen_task_by_context" },
  ])("finds a page of $name along an index, without sorting", ({ query, index }) =>
    opened(async ({ store, pool }) => {
      await store.create({ ...beginning("first"), scope: "s-3" });
      await pool.query(manyTasks);
      const after = { time: "2026-02-01T00:00:00Z", id: "x" };
      const { page } = listStatements(table, { scope: "s-3", limit: 20, artifacts: false, after, ...query });
      const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${page.text}`, [...page.values]);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain(`Index Scan Backward using ${index} on a2agen_task task`);
      expect(plan).toContain("Index Scan using a2agen_entry_pkey on a2agen_entry log");
      expect(plan).not.toContain("Sort  ");
      expect(plan).not.toContain("Seq Scan");
    }),
  );

  test("an entry writes as much to the log of the database after 5,000 others as after 100", () =>
    opened(async ({ store, pool }) => {
      await store.create(beginning("t"));
      let version = 0;
      const append = async (entries: number): Promise<void> => {
        for (let at = 0; at < entries; at++) {
          version = await store.append("t", version, [textOf("t", "a", "text")]);
        }
      };
      const written = async (): Promise<number> => {
        const { rows } = await pool.query<{ bytes: string }>(
          "select pg_current_wal_insert_lsn() - '0/0' as bytes",
        );
        return Number(rows[0]?.bytes);
      };
      const measure = async (): Promise<number> => {
        const before = await written();
        await append(100);
        return (await written()) - before;
      };
      await append(100);
      const early = await measure();
      const all = Array.from({ length: 5000 - version }, () => textOf("t", "a", "text"));
      version = await store.append("t", version, all);
      const late = await measure();
      expect(late).toBeLessThan(early * 3);
    }));

  test("finds expired leases along an index, and renews leases along that of the identifiers", () =>
    opened(async ({ store, pool }) => {
      await pool.query(manyTasks);
      await pool.query(
        "update a2agen_task set held_until = now() + interval '1 hour' where id like 't-1%'; analyze a2agen_task",
      );
      await store.create({ ...beginning("first"), leaseMs: 0 });
      const planOf = async (text: string, values: readonly unknown[]): Promise<string> => {
        const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${text}`, [...values]);
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      };
      const looking = await planOf(sql.expiredLeases, [100]);
      expect(looking).toContain("Index Scan using a2agen_task_by_hold on a2agen_task");
      expect(looking).not.toContain("Sort");
      const renewing = await planOf(sql.renewLeases, [["t-1", "t-2"], 1000]);
      expect(renewing).toContain("a2agen_task_pkey");
      expect(renewing).not.toContain("Seq Scan");
      expect(await store.expiredLeases(100)).toEqual([{ id: "first", version: 0 }]);
    }));

  test("those who wait learn of changes although the connection of the notifier was lost, and it reconnects", () =>
    opened(async ({ store, replica, pool }) => {
      const { signal } = new AbortController();
      await store.create(beginning("t"));
      const waiting = store.changed("t", 0, signal);
      await untilListening(pool);
      await pool.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where query ilike 'listen%' and pid <> pg_backend_pid()`);
      await replica.append("t", 0, [statusOf("t", "TASK_STATE_WORKING")]);
      await waiting;
      const again = store.changed("t", 1, signal);
      await untilListening(pool);
      await replica.append("t", 1, [statusOf("t", "TASK_STATE_WORKING")]);
      await again;
    }));

  test("waiting for many tasks takes one connection, and closing ends it", () =>
    opened(async ({ store, pool }) => {
      const { signal } = new AbortController();
      const waiting: Promise<void>[] = [];
      for (let index = 0; index < 100; index++) {
        await store.create(beginning(`t-${index}`));
        waiting.push(store.changed(`t-${index}`, 0, signal));
      }
      await untilListening(pool);
      expect(await listeners(pool)).toBe(1);
      await store.close();
      await Promise.all(waiting);
      expect((await store.read("t-99"))?.version).toBe(0);
    }));

  test("processes that migrate at the same time make the tables once, and a role that may only use them suffices", async () => {
    const owner = await server.makePool("public");
    await owner.query("create schema fresh");
    const stores = Array.from({ length: 4 }, () => openPool(owner, { schema: "fresh" }));
    await expect(stores[0]?.check()).rejects.toThrow(
      "the tables of @a2agen/postgres are at version 0, expected",
    );
    await expect(stores[0]?.read("t")).rejects.toThrow(
      /^the tables of @a2agen\/postgres are at version 0, expected \d+: call migrate\(\) once, or run a2agen tasks/,
    );
    const results = await Promise.all(stores.map((store) => store.migrate()));
    expect(results.filter(({ statements }) => statements.length > 0)).toHaveLength(1);
    expect((await migrate(poolSql(owner), { schema: "fresh", dryRun: true })).statements).toEqual([]);
    await owner.query(`create role agent login; grant usage on schema fresh to agent;
      grant select, insert, update, delete on all tables in schema fresh to agent`);
    const pool = new pg.Pool({ ...server.connection, user: "agent" });
    const store = openPool(pool, { schema: "fresh" });
    await store.migrate();
    await store.check();
    await store.create({ ...beginning("t"), leaseMs: 0 });
    await store.append("t", 0, [statusOf("t", "TASK_STATE_WORKING")], 0);
    expect(await store.expiredLeases(1)).toEqual([{ id: "t", version: 1 }]);
    await store.delete("t");
    await pool.end();
    await owner.query("drop schema fresh cascade; drop role agent");
    await owner.end();
  });

  test("tables of an older version are told with what to do, and work once they are migrated", async () => {
    const pool = await server.makePool("older");
    const store = openPool(pool);
    await store.migrate();
    const current = await pool.query<{ version: number }>(
      "select max(version) as version from a2agen_migration",
    );
    const version = current.rows[0]?.version ?? 0;
    await pool.query("alter table a2agen_task rename column beginning to of_old");
    await pool.query("delete from a2agen_migration where version = $1", [version]);
    const failed = await store.read("t").catch((error: unknown) => error);
    expect(failed).toMatchObject({
      message: `the tables of @a2agen/postgres are at version ${version - 1}, expected ${version}: call migrate() once, or run a2agen tasks migrate-schema`,
      cause: { code: "42703" },
    });
    expect(isOutOfReach(failed)).toBe(true);
    await pool.query("alter table a2agen_task rename column of_old to beginning");
    expect(await store.read("t")).toBeUndefined();
    await pool.end();
  });

  test("the README describes the tables as they are", async () => {
    const pool = await server.makePool("described");
    await openPool(pool).migrate();
    const { rows } = await pool.query<Described>(described);
    await pool.end();
    const lines: string[] = [];
    for (const { table, column, type, comment } of rows) {
      if (column === null)
        lines.push("", `**\`${table}\`**: ${comment}`, "", "| column | type | holds |", "|---|---|---|");
      else lines.push(`| \`${column}\` | ${type} | ${comment} |`);
    }
    const readme = await readFile(join(import.meta.dirname, "../../../packages/postgres/README.md"), "utf8");
    expect(readme).toContain(lines.join("\n"));
  });

  test("the README shows the example as it is", async () => {
    const read = (path: string) => readFile(join(import.meta.dirname, "../../..", path), "utf8");
    const [, excerpt = ""] =
      /^```ts excerpt=\S+\n([\s\S]*?)^```$/m.exec(await read("packages/postgres/README.md")) ?? [];
    const lines = new Set(
      (await read("examples/postgres-task-store/server.ts")).split("\n").map((line) => line.trim()),
    );
    const missing = excerpt.split("\n").filter((line) => !lines.has(line.trim()));
    expect({ missing, length: excerpt.length > 100 }).toEqual({ missing: [], length: true });
  });
});

/** How many connections of a pool listen: those of others may still be closing. */
async function listeners(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where query ilike 'listen%' and application_name = current_setting('application_name')`,
  );
  return rows[0]?.count ?? 0;
}

async function untilListening(pool: Pool): Promise<void> {
  while ((await listeners(pool)) === 0);
}

/** 20,000 in 20 scopes and 5 contexts of each. */
const manyTasks = `
  insert into a2agen_task (id, scope_hash, context_hash, state, time, scope, beginning)
  select 't-' || n, sha256(convert_to('["s-' || n % 20 || '"]', 'UTF8')),
    sha256(convert_to('["c-' || n / 20 % 5 || '"]', 'UTF8')),
    case when n % 3 = 0 then 'TASK_STATE_WORKING' else 'TASK_STATE_COMPLETED' end,
    '2026-01-01T00:00:' || lpad((n % 60)::text, 2, '0') || '.' || lpad(n::text, 6, '0'), '"s"',
    json_build_object('id', 't-' || n, 'status', json_build_object('state', 'TASK_STATE_WORKING'))
  from generate_series(1, 20000) n;
  insert into a2agen_entry (task_id, version, is_artifact, entry)
  select id, 1, false, '{"cancelRequest":{"at":""}}' from a2agen_task;
  analyze a2agen_task, a2agen_entry`;

interface Described {
  readonly table: string;
  /** Null for the table itself. */
  readonly column: string | null;
  readonly type: string | null;
  readonly comment: string;
}

const described = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    case when a.attnum is null then obj_description(c.oid, 'pg_class') else col_description(c.oid, a.attnum) end as comment
  from pg_class c
  left join (select attrelid, attname, atttypid, atttypmod, attnum from pg_attribute where attnum > 0
    union all select oid, null, null, null, null from pg_class) a on a.attrelid = c.oid
  where c.relnamespace = 'described'::regnamespace and c.relkind = 'r'
  order by c.relname, a.attnum nulls first`;
