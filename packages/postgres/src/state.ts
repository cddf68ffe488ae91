import type { ContextOfScope, StateStore, StoredValues } from "@a2agen/runtime/agent";
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
    this.#ofTask = `select agent_state_version as version, agent_state as "values"
      from ${table("task")} where id = $1 and agent_state is not null`;
    this.#ofContext = `select version, content as "values" from ${table("memory")}
      where scope_hash = ${hashOf("$1::text")} and context_hash = ${hashOf("$2::text")}`;
  }

  async ofTask(taskId: string): Promise<StoredValues | undefined> {
    if (taskId.includes("\0")) return undefined;
    const [row] = await this.#sql.query<StoredValues>(this.#ofTask, [taskId]);
    return row;
  }

  async ofContext({ scope, contextId }: ContextOfScope): Promise<StoredValues | undefined> {
    const [row] = await this.#sql.query<StoredValues>(this.#ofContext, [
      toHashed(scope),
      toHashed(contextId),
    ]);
    return row;
  }
}
