import { join } from "node:path";
import { A2AService } from "@a2agen/a2a-1.0";
import { callCounter, migrate, pgliteSql, poolSql, type Sql } from "@a2agen/postgres";
import { createHost, type Host, implement, limitCalls, type RateLimitOptions } from "@a2agen/runtime/host";
import { CallError } from "@a2agen/runtime/service";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bindings, type Served } from "../../shared/bindings/bindings.ts";
import { TestAgent } from "../../shared/bindings/test-agent.ts";
import { createPGlite } from "../../shared/pglite.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

interface Database {
  readonly sql: Sql;
  close(): Promise<void>;
}

const rate = { calls: 5, perSeconds: 3600 };
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());

const databases: Readonly<Record<string, () => Promise<Database>>> = {
  async PGlite() {
    const database = await createPGlite();
    return { sql: pgliteSql(database), close: () => database.close() };
  },
  async PostgreSQL() {
    const pool = await server.makePool("rates");
    return { sql: poolSql(pool), close: () => pool.end() };
  },
};

describe.each(Object.keys(databases))("calls counted in %s", (name) => {
  let database: Database;
  beforeAll(async () => {
    database = await (databases[name]?.() ?? Promise.reject(new Error(name)));
    await migrate(database.sql);
  }, 60_000);
  afterAll(() => database.close());

  /** Lets time go by for a key. */
  const wait = (seconds: number): Promise<unknown> =>
    database.sql.query("update a2agen_rate set full_at = full_at - $1::float8 * interval '1 second'", [
      seconds,
    ]);

  test("are as many as the rate says, however many are counted at once", async () => {
    const [counter, ...others] = [
      callCounter(database.sql),
      callCounter(database.sql),
      callCounter(database.sql),
    ];
    const waits = await Promise.all(
      Array.from({ length: 13 }, () => [counter, ...others].map((each) => each.take("at once", rate))).flat(),
    );
    expect(waits.filter((ms) => ms === 0)).toHaveLength(5);
    expect(Math.max(...waits)).toBeLessThanOrEqual(720_000);
    expect(await counter.take("at once", rate)).toBeGreaterThan(700_000);
    await wait(719);
    expect(await counter.take("at once", rate)).toBeGreaterThan(0);
    await wait(1);
    expect(await counter.take("at once", rate)).toBe(0);
    expect(await counter.take("at once", rate)).toBeGreaterThan(700_000);
  });

  test("belong to keys of any length and with any character", async () => {
    const counter = callCounter(database.sql);
    for (const key of ["", "\0", "\ud800", "x".repeat(100_000), "caller:bob", "address:bob"]) {
      const taken = [];
      for (let index = 0; index < 6; index++) taken.push((await counter.take(key, rate)) === 0);
      expect(taken).toEqual([true, true, true, true, true, false]);
    }
  });

  test("are shared by replicas", async () => {
    const [one, other] = [
      await serve({ ...rate, counter: callCounter(database.sql) }),
      await serve({ ...rate, counter: callCounter(database.sql) }),
    ];
    const answers: string[] = [];
    for (let index = 0; index < 4; index++) answers.push(await ask(one), await ask(other));
    expect(answers).toEqual([
      "ok",
      "ok",
      "ok",
      "ok",
      "ok",
      "RESOURCE_EXHAUSTED",
      "RESOURCE_EXHAUSTED",
      "RESOURCE_EXHAUSTED",
    ]);
  });
});

test("rows of callers that have all their calls again are deleted in time", async () => {
  const pool = await server.makePool("swept");
  onTestFinished(() => pool.end());
  const sql = poolSql(pool);
  await migrate(sql);
  const counter = callCounter(sql, { sweepMs: 0 });
  await counter.take("a", rate);
  await sql.query("update a2agen_rate set full_at = full_at - interval '1 hour'");
  await counter.take("b", rate);
  expect(await sql.query("select count(*)::integer as count from a2agen_rate")).toEqual([{ count: 1 }]);
});

test("without its tables the counter says what to do", async () => {
  const pool = await server.makePool("bare");
  onTestFinished(() => pool.end());
  await expect(callCounter(poolSql(pool)).take("a", rate)).rejects.toThrow(
    /^the tables of @a2agen\/postgres are at version 0, expected \d+: call migrate\(\) once, or run a2agen tasks/,
  );
});

test("calls are refused while the database is away, or admitted, and counted when it is back", async () => {
  const pool = await server.makePool("away");
  const nowhere = new pg.Pool({ ...server.connection, host: join(server.connection.host, "nowhere") });
  onTestFinished(() => pool.end());
  await migrate(poolSql(pool));
  let current = poolSql(nowhere);
  const sql: Sql = {
    query: (text, values) => current.query(text, values),
    transaction: (work) => current.transaction(work),
  };
  const reported: unknown[] = [];
  const onError = (error: unknown): unknown => reported.push(error);
  const counter = callCounter(sql);
  const closed = await serve({ ...rate, counter }, onError);
  const open = await serve({ ...rate, calls: 2, counter, withoutCounter: "admit" }, onError);
  expect([await ask(closed), await ask(closed)]).toEqual(["UNAVAILABLE", "UNAVAILABLE"]);
  expect([await ask(open), await ask(open), await ask(open)]).toEqual(["ok", "ok", "RESOURCE_EXHAUSTED"]);
  expect(reported.map((error) => (error as { code: string }).code)).toEqual(Array(4).fill("ENOENT"));
  current = poolSql(pool);
  expect(await ask(closed)).toBe("ok");
});

async function serve(options: RateLimitOptions, onError?: (error: unknown) => void): Promise<Served> {
  const host: Host = createHost({
    services: [implement(A2AService, new TestAgent())],
    authenticate: () => ({ id: "ada" }),
    rateLimit: limitCalls({ counterMs: 10_000, ...options }),
    ...(onError && { onError }),
  });
  const served = await bindings.find((binding) => binding.name === "HTTP+JSON")?.serve(host);
  if (served === undefined) throw new Error("no binding");
  onTestFinished(async () => {
    await host.close({ graceMs: 0 });
    await served.close();
  });
  return served;
}

async function ask(served: Served): Promise<string> {
  try {
    await served.client().getTask({ id: "task-1" });
    return "ok";
  } catch (error) {
    return error instanceof CallError ? error.status : String(error);
  }
}
