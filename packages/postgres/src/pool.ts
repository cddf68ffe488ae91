import type { ChangeNotifier } from "./change-notifier.ts";
import { hasGivenWay, type Sql, type SqlValue } from "./sql.ts";

/** The parts of a `Pool` of `pg` that are used. */
export interface PgPool {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[] }>;
  connect(): Promise<PgClient>;
  on?(event: "connect", listener: (client: Pick<PgClient, "on">) => void): unknown;
}

/** A connection of a pool. */
export interface PgClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[] }>;
  on(event: "notification", listener: (message: { readonly payload?: string | undefined }) => void): unknown;
  on(event: "error" | "end", listener: () => void): unknown;
  release(destroy?: boolean): void;
}

/**
 * Statements over a pool of `pg`. They leave nothing behind in a session, so that the pool may lead through a
 * PgBouncer in transaction mode. What gives way to another transaction is run again: under an isolation level
 * of the role or the database that is stricter than READ COMMITTED, PostgreSQL refuses statements that would
 * wait otherwise.
 */
export function poolSql(pool: PgPool): Sql {
  guard(pool);
  return {
    query: (text, values) => again(() => run(pool, text, values)),
    transaction: (work) => again(() => runTransaction(pool, work)),
  };
}

const guarded = new WeakSet<Pick<PgPool, "connect">>();

/**
 * Keeps the error of a connection in use, which a server may end at any time, from ending the process: what
 * runs on it fails with it. The pool listens only as long as nobody uses the connection.
 */
function guard(pool: Pick<PgPool, "connect" | "on">): void {
  if (guarded.has(pool)) return;
  guarded.add(pool);
  pool.on?.("connect", (client) => client.on("error", () => undefined));
}

async function runTransaction<Result>(
  pool: PgPool,
  work: (sql: Pick<Sql, "query">) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    // Each statement has to see what was committed while the one before waited.
    await client.query("begin isolation level read committed");
    const result = await work({ query: (text, values) => run(client, text, values) });
    await client.query("commit");
    isBroken = false;
    return result;
  } finally {
    // A connection whose transaction failed is closed, which rolls it back.
    client.release(isBroken);
  }
}

/** Runs of what gives way each time, and the longest pause between them in milliseconds. */
const mostRuns = 20;
const longestPauseMs = 100;

/** Runs statements again that gave way to others, after a random pause. */
async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let runs = 1; ; runs++) {
    try {
      return await work();
    } catch (error) {
      if (runs === mostRuns || !hasGivenWay(error)) throw error;
      const ms = Math.random() * Math.min(longestPauseMs, 2 ** runs);
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }
}

async function run<Row>(
  target: Pick<PgPool, "query">,
  text: string,
  values: readonly SqlValue[] = [],
): Promise<readonly Row[]> {
  const { rows } = await target.query(text, [...values]);
  // The statement says which columns there are.
  return rows as Row[];
}

/** NOTIFY, and LISTEN on one connection of `listener`, which must not use PgBouncer's transaction mode. */
export function poolNotifier(
  sql: Sql,
  listener: Pick<PgPool, "connect" | "on">,
  channel: string,
): ChangeNotifier {
  guard(listener);
  return {
    notify: (text) => notify(sql, channel, text),
    async listen(heard, lost) {
      const client = await listener.connect();
      let isOver = false;
      const end = (): void => {
        if (isOver) return;
        isOver = true;
        // Closed and not used again, for it listens.
        client.release(true);
        lost();
      };
      client.on("notification", ({ payload = "" }) => heard(payload));
      client.on("error", end);
      client.on("end", end);
      try {
        await client.query(`listen "${channel}"`);
      } catch (error) {
        end();
        throw error;
      }
      return async () => end();
    },
  };
}

/**
 * Sends a NOTIFY without waiting for the disk, since it may be lost; in one transaction, so that listeners
 * wake once. A longer text becomes several notifications.
 */
export async function notify(sql: Sql, channel: string, text: string): Promise<void> {
  await sql.query(
    "select set_config('synchronous_commit', 'off', true), pg_notify($1, part) from unnest($2::text[]) part",
    [channel, split(text)],
  );
}

/** Splits a text at spaces into parts of at most 7,900 characters; a notification has under 8,000 bytes. */
function split(text: string): readonly string[] {
  return text.match(/\S.{0,7899}(?= |$)/gs) ?? [text];
}
