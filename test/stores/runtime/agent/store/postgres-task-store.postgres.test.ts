import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { taskStoreCases } from "@a2agen/agent-conformance";
import type { Pool } from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { listStatements } from "../../../../../examples/postgres-task-store/list-statements.ts";
import { PostgresTaskStore } from "../../../../../examples/postgres-task-store/postgres-task-store.ts";
import * as sql from "../../../../../examples/postgres-task-store/statements.ts";
import { beginning, statusOf, textOf } from "../../../../unit/runtime/agent/store/samples.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

const example = join(import.meta.dirname, "../../../../../examples/postgres-task-store");
const schema = await readFile(join(example, "schema.sql"), "utf8");
const upgrade = await readFile(join(example, "add-holds.sql"), "utf8");
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
  close(): Promise<void>;
}

/** Two stores over the same new tables, each with connections of its own. */
async function open(): Promise<Opened> {
  const name = `tasks_${++count}`;
  const pools = [await server.makePool(name), await server.makePool(name)] as const;
  const [store, replica] = pools.map((pool) => new PostgresTaskStore(pool, name));
  const [pool] = pools;
  await pool.query(schema);
  if (store === undefined || replica === undefined) throw new Error("two pools make two stores");
  return {
    store,
    replica,
    pool,
    async close() {
      await Promise.all([store.close(), replica.close()]);
      await pool.query(`drop schema ${name} cascade`);
      await Promise.all(pools.map((each) => each.end()));
    },
  };
}

describe("two instances of PostgresTaskStore over one database conform", () => {
  test.each(taskStoreCases(open).map(({ name, run }) => [name, run] as const))("%s", (_, run) => run());
});

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
    { name: "a scope", query: {}, index: "task_by_time" },
    { name: "a scope since a time", query: { since: "2026-01-02T00:00:00Z" }, index: "task_by_time" },
    { name: "a state", query: { state: "TASK_STATE_WORKING" as const }, index: "task_by_time" },
    { name: "a context", query: { contextId: "c-3" }, index: "task_by_context" },
  ])("finds a page of $name along an index, without sorting", ({ query, index }) =>
    opened(async ({ store, pool }) => {
      await store.create({ ...beginning("first"), scope: "s-3" });
      await pool.query(manyTasks);
      const after = { time: "2026-02-01T00:00:00Z", id: "x" };
      const { page } = listStatements({ scope: "s-3", limit: 20, artifacts: false, after, ...query });
      const { rows } = await pool.query<{ "QUERY PLAN": string }>({ ...page, text: `explain ${page.text}` });
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain(`Index Scan Backward using ${index} on task`);
      expect(plan).toContain("Index Scan using task_entry_pkey on task_entry");
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

  test("finds the tasks that lapsed along an index, and renews holds along that of the identifiers", () =>
    opened(async ({ store, pool }) => {
      await pool.query(manyTasks);
      await pool.query(
        "update task set held_until = now() + interval '1 hour' where id like 't-1%'; analyze task",
      );
      await store.create({ ...beginning("first"), holdMs: 0 });
      const planOf = async (text: string, values: readonly unknown[]): Promise<string> => {
        const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${text}`, [...values]);
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      };
      const looking = await planOf(sql.lapsed, [100]);
      expect(looking).toContain("Index Scan using task_by_hold on task");
      expect(looking).not.toContain("Sort");
      const renewing = await planOf(sql.hold, [["t-1", "t-2"], 1000]);
      expect(renewing).toContain("task_pkey");
      expect(renewing).not.toContain("Seq Scan");
      expect(await store.lapsed(100)).toEqual([{ id: "first", version: 0 }]);
    }));

  test("tables of before are brought up to date, and hold what begins from then on", () =>
    opened(async ({ store, replica, pool }) => {
      const columns = async (): Promise<unknown> => {
        const { rows } = await pool.query<{ shape: string }>(
          `select column_name || ' ' || data_type || ' ' || is_nullable as shape from information_schema.columns
           where table_schema = current_schema() and table_name = 'task'
           union select indexdef from pg_indexes where schemaname = current_schema() order by shape`,
        );
        return rows;
      };
      const made = await columns();
      await pool.query("drop index task_by_hold; alter table task drop column held_until");
      await pool.query(
        `insert into task (id, scope_hash, state, time, scope, beginning)
         values ('old', '', 'TASK_STATE_WORKING', '', '"scope"', '{"id":"old","status":{"state":"TASK_STATE_WORKING"}}')`,
      );
      for (let count = 0; count < 2; count++) await pool.query(upgrade);
      expect(await columns()).toEqual(made);
      await store.create({ ...beginning("t"), holdMs: 0 });
      await store.hold(["old", "t"], 0);
      expect(await replica.lapsed(10)).toEqual([{ id: "t", version: 0 }]);
      await store.append("old", 0, [statusOf("old", "TASK_STATE_WORKING")], 0);
      expect((await replica.lapsed(10)).map(({ id }) => id)).toEqual(["t", "old"]);
    }));

  test("those who wait are told when the connection is lost, and can wait again", () =>
    opened(async ({ store, replica, pool }) => {
      const { signal } = new AbortController();
      await store.create(beginning("t"));
      const waiting = store.changed("t", 0, signal);
      await untilListening(pool);
      await pool.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where query ilike 'listen%' and pid <> pg_backend_pid()`);
      await waiting;
      const again = store.changed("t", 0, signal);
      await replica.append("t", 0, [statusOf("t", "TASK_STATE_WORKING")]);
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
});

async function listeners(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::integer as count from pg_stat_activity where query ilike 'listen%'",
  );
  return rows[0]?.count ?? 0;
}

async function untilListening(pool: Pool): Promise<void> {
  while ((await listeners(pool)) === 0);
}

/** 20,000 in 20 scopes and 5 contexts of each. */
const manyTasks = `
  insert into task (id, scope_hash, context_hash, state, time, scope, beginning)
  select 't-' || n, sha256(convert_to('["s-' || n % 20 || '"]', 'UTF8')),
    sha256(convert_to('["c-' || n / 20 % 5 || '"]', 'UTF8')),
    case when n % 3 = 0 then 'TASK_STATE_WORKING' else 'TASK_STATE_COMPLETED' end,
    '2026-01-01T00:00:' || lpad((n % 60)::text, 2, '0') || '.' || lpad(n::text, 6, '0'), '"s"',
    json_build_object('id', 't-' || n, 'status', json_build_object('state', 'TASK_STATE_WORKING'))
  from generate_series(1, 20000) n;
  insert into task_entry (task_id, version, is_artifact, entry)
  select id, 1, false, '{"cancelRequest":{"at":""}}' from task;
  analyze task, task_entry`;
