import type { Sql, SqlValue } from "./sql.ts";
import type { Tables } from "./tables.ts";

interface DeletedTask {
  readonly id: string;
  /** The hashes of its scope and context, in hexadecimal digits. */
  readonly scope: string;
  readonly context: string | null;
}

/** The columns that a statement for `deleteTasks` returns. */
export const deletedColumns =
  "task.id, encode(task.scope_hash, 'hex') as scope, encode(task.context_hash, 'hex') as context";

/**
 * Deletes tasks with a statement, and the memories of contexts whose last tasks they were: in one
 * transaction, in which a look for tasks that are left comes after the memories are locked, so that of two at
 * the same time the later one sees what the other has deleted. Returns the identifiers of the tasks.
 */
export function deleteTasks(
  sql: Sql,
  table: Tables,
  { text, values }: { readonly text: string; readonly values: readonly SqlValue[] },
): Promise<readonly string[]> {
  const given = `unnest($1::text[], $2::text[]) as given (scope, context)
    where memory.scope_hash = decode(given.scope, 'hex') and memory.context_hash = decode(given.context, 'hex')`;
  return sql.transaction(async (within) => {
    const deleted = await within.query<DeletedTask>(text, values);
    const contexts = deleted.flatMap(({ scope, context }) => (context === null ? [] : [{ scope, context }]));
    const hashes = [contexts.map(({ scope }) => scope), contexts.map(({ context }) => context)];
    // After the tasks, as an append does, so that the two do not wait for each other.
    const locked = await within.query(
      `select memory.version from ${table("memory")} memory, ${given}
       order by memory.scope_hash, memory.context_hash for update of memory`,
      hashes,
    );
    if (locked.length > 0) {
      await within.query(
        `delete from ${table("memory")} memory using ${given} and not exists (
           select from ${table("task")} task
           where task.scope_hash = memory.scope_hash and task.context_hash = memory.context_hash)`,
        hashes,
      );
    }
    return deleted.map(({ id }) => id);
  });
}
