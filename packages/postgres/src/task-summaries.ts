import type { NewTask } from "@a2agen/runtime/agent";
import type { Sql, SqlValue } from "./sql.ts";
import type { Tables } from "./tables.ts";

type TaskState = NewTask["task"]["status"]["state"];

/** A task in a list for those who run the store, of whichever caller. */
export interface TaskSummary {
  readonly id: string;
  /** The callers that may see it. */
  readonly scope: string;
  readonly state: TaskState;
  /** Of the latest status; RFC 3339, UTC. */
  readonly time: string;
  readonly version: number;
  /** The version up to which the log was compacted; 0 if it is whole. */
  readonly compacted: number;
  /**
   * "leased" by the process at work on it, "expired" if that has not renewed its lease, "queued", or "idle".
   */
  readonly work: "leased" | "expired" | "queued" | "idle";
}

/** Which tasks: of one identifier or state, or all. */
export interface SummaryQuery {
  readonly id?: string;
  readonly state?: TaskState;
  readonly limit: number;
}

/** Tasks of all scopes, the latest status first. */
export function readSummaries(
  sql: Sql,
  table: Tables,
  { id, state, limit }: SummaryQuery,
): Promise<readonly TaskSummary[]> {
  const values: SqlValue[] = [id ?? null, state ?? null, limit];
  return sql.query(
    `select id, scope, state, case when time = '' then '' else time || 'Z' end as time, version, compacted,
       case when round is not null then 'queued' when held_until is null then 'idle'
         when held_until > now() then 'leased' else 'expired' end as work
     from ${table("task")}
     where ($1::text is null or id = $1) and ($2::text is null or state = $2)
     order by time desc, id desc limit $3::bigint`,
    values,
  );
}
