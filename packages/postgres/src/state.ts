import type { ContextOfScope, StateStore, StoredMemory } from "@a2agen/runtime/agent";
import { toHashed } from "./list-statements.ts";
import type { Sql } from "./sql.ts";
import { hashOf } from "./statements.ts";
import type { Tables } from "./tables.ts";

/** Reads what agents keep; `append` writes it. */
export class PostgresState implements StateStore {
  readonly #sql: Sql;
  readonly #ofTask: string;
  readonly #ofContext: string;

  constructor(sql: Sql, table: Tables) {
    this.#sql = sql;
    this.#ofTask = `select agent_state as state from ${table("task")} where id = $1`;
    this.#ofContext = `select version, content as "values" from ${table("memory")}
      where scope_hash = ${hashOf("$1::text")} and context_hash = ${hashOf("$2::text")}`;
  }

  async ofTask(taskId: string): Promise<StoredMemory["values"] | undefined> {
    if (taskId.includes("\0")) return undefined;
    const [row] = await this.#sql.query<{ state: StoredMemory["values"] | null }>(this.#ofTask, [taskId]);
    return row?.state ?? undefined;
  }

  async ofContext({ scope, contextId }: ContextOfScope): Promise<StoredMemory | undefined> {
    const [row] = await this.#sql.query<StoredMemory>(this.#ofContext, [
      toHashed(scope),
      toHashed(contextId),
    ]);
    return row;
  }
}
