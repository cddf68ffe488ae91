import type { ChangeNotifier } from "./change-notifier.ts";
import { notify } from "./pool.ts";
import type { Sql, SqlValue } from "./sql.ts";

/** The parts of a `PGlite` that are used. */
export interface PGliteDatabase extends PGliteQueries {
  transaction<Result>(work: (transaction: PGliteQueries) => Promise<Result>): Promise<Result | undefined>;
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
}

/** Runs statements of a `PGlite`. */
export interface PGliteQueries {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[] }>;
}

/** Statements over a PGlite, which runs in this process. */
export function pgliteSql(database: PGliteDatabase): Sql {
  return {
    query: (text, values) => run(database, text, values),
    async transaction<Result>(work: (sql: Pick<Sql, "query">) => Promise<Result>) {
      const result = await database.transaction(async (transaction) => {
        await transaction.query("set transaction isolation level read committed");
        return work({ query: (text, values) => run(transaction, text, values) });
      });
      // Undefined only for a transaction that was rolled back without an error, which is not done here.
      return result as Result;
    },
  };
}

async function run<Row>(
  target: PGliteQueries,
  text: string,
  values: readonly SqlValue[] = [],
): Promise<readonly Row[]> {
  const { rows } = await target.query(text, [...values]);
  // The statement says which columns there are.
  return rows as Row[];
}

/** NOTIFY and LISTEN of a PGlite, for several stores in one process. */
export function pgliteNotifier(database: PGliteDatabase, channel: string): ChangeNotifier {
  return {
    notify: (text) => notify(pgliteSql(database), channel, text),
    listen: (heard) => database.listen(channel, heard),
  };
}
