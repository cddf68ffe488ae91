import type { CallCounter } from "@a2agen/runtime/host";
import { toHashed } from "./list-statements.ts";
import { type SchemaOptions, sayWhenOld } from "./migrate.ts";
import type { Sql } from "./sql.ts";
import { hashOf } from "./statements.ts";
import { tablesIn } from "./tables.ts";

export interface CallCounterOptions extends SchemaOptions {
  /** Milliseconds between two deletions of rows whose callers have all their calls again. Default: 60,000. */
  readonly sweepMs?: number;
}

/** The most rows that one statement deletes. */
const sweptRows = 10_000;

/**
 * Counts the calls of `limitCalls` for all processes over one database, by its clock:
 * `limitCalls({ calls: 600, counter: callCounter(poolSql(pool)) })`. `migrate` makes its table.
 */
export function callCounter(
  sql: Sql,
  { sweepMs = 60_000, ...options }: CallCounterOptions = {},
): CallCounter {
  const statements = callStatements(tablesIn(options.schema)("rate"));
  const { query } = sayWhenOld(sql, options);
  let swept = performance.now();
  return {
    async take(key, { calls, perSeconds }) {
      const values = [toHashed(key), perSeconds / calls, perSeconds];
      const [row] = await query<{ wait: number }>(statements.take, values);
      if (performance.now() - swept >= sweepMs) {
        swept = performance.now();
        await query(statements.sweep, [sweptRows]);
      }
      return (row?.wait ?? 0) * 1000;
    },
  };
}

function callStatements(rate: string): { readonly take: string; readonly sweep: string } {
  const step = "$2::float8 * interval '1 second'";
  // Sums of fractions are not exact.
  const room = "($3::float8 - $2::float8 + least(0.001, $2::float8 / 100)) * interval '1 second'";
  return {
    // A refused call changes nothing. It reads the row of before the statement: where others were counted
    // meanwhile, the caller waits for one call, which is the longest that it may have to.
    take: `
      with taken as (
        insert into ${rate} as counted (key_hash, full_at)
        values (${hashOf("$1::text")}, clock_timestamp() + ${step})
        on conflict (key_hash) do update
          set full_at = greatest(counted.full_at, clock_timestamp()) + ${step}
          where counted.full_at <= clock_timestamp() + ${room}
        returning 1
      )
      select case when exists (select from taken) then 0 else coalesce(
        (select nullif(greatest(0, extract(epoch from full_at - clock_timestamp()) + $2::float8 - $3::float8), 0)
          from ${rate} where key_hash = ${hashOf("$1::text")}),
        $2::float8) end::float8 as wait`,
    sweep: `
      delete from ${rate} where key_hash in (
        select key_hash from ${rate} where full_at < clock_timestamp() limit $1::integer for update skip locked
      )`,
  };
}
