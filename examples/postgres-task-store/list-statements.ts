import { type TaskQuery, taskTimeKey } from "@a2agen/runtime/agent";
import { hashOf } from "./hash-of.ts";

export interface Statement {
  readonly text: string;
  readonly values: (string | number | Buffer)[];
}

/**
 * The statement for a page, with one task more than wanted, and the one for the total. They have the
 * conditions that the query has and no others, so that each is answered along an index.
 */
export function listStatements({ scope, contextId, state, since, after, limit, artifacts }: TaskQuery): {
  readonly page: Statement;
  readonly count: Statement;
} {
  const values: Statement["values"] = [];
  const value = (given: string | number | Buffer): string => `$${values.push(given)}`;
  const conditions = [`scope_hash = ${value(hashOf(scope))}`];
  if (contextId !== undefined) conditions.push(`context_hash = ${value(hashOf(contextId))}`);
  if (state !== undefined) conditions.push(`state = ${value(state)}`);
  if (since !== undefined) conditions.push(`time >= ${value(taskTimeKey(since))}`);
  const count = {
    text: `select count(*)::integer as total from task where ${conditions.join(" and ")}`,
    values: [...values],
  };
  if (after !== undefined) {
    conditions.push(`(time, id) < (${value(taskTimeKey(after.time))}, ${value(after.id)})`);
  }
  const text = `
    select beginning, (
      select json_agg(entry order by task_entry.version) from task_entry
      where task_id = task.id ${artifacts ? "" : "and not is_artifact"}
    ) as entries
    from task where ${conditions.join(" and ")}
    order by time desc, id desc limit ${value(limit + 1)}`;
  return { page: { text, values }, count };
}
