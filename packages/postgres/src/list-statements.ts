import { type TaskQuery, taskTimeKey } from "@a2agen/runtime/agent";
import type { SqlValue } from "./sql.ts";
import { hashOf } from "./statements.ts";
import type { Tables } from "./tables.ts";

export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/**
 * The statement for a page, with one task more than wanted, and the one for the total. They have the
 * conditions that the query has and no others, so that each is answered along an index.
 */
export function listStatements(
  table: Tables,
  { scope, contextId, state, since, after, limit, artifacts }: TaskQuery,
): { readonly page: Statement; readonly count: Statement } {
  const values: SqlValue[] = [];
  const value = (given: SqlValue): string => `$${values.push(given)}`;
  const hash = (text: string): string => hashOf(`${value(toHashed(text))}::text`);
  const conditions = [`scope_hash = ${hash(scope)}`];
  if (contextId !== undefined) conditions.push(`context_hash = ${hash(contextId)}`);
  if (state !== undefined) conditions.push(`state = ${value(state)}`);
  if (since !== undefined) conditions.push(`time >= ${value(taskTimeKey(since))}`);
  const count = {
    text: `select count(*)::integer as total from ${table("task")} where ${conditions.join(" and ")}`,
    values: [...values],
  };
  if (after !== undefined) {
    conditions.push(`(time, id) < (${value(taskTimeKey(after.time))}, ${value(after.id)})`);
  }
  const text = `
    select version, beginning, (
      select json_agg(entry order by log.version) from ${table("entry")} log
      where log.task_id = task.id ${artifacts ? "" : "and not log.is_artifact"}
    ) as entries
    from ${table("task")} task where ${conditions.join(" and ")}
    order by time desc, id desc limit ${value(limit + 1)}`;
  return { page: { text, values }, count };
}

/** As JSON, which takes every character; the same texts divided otherwise have another hash. */
export function toHashed(...texts: readonly string[]): string {
  return JSON.stringify(texts);
}
