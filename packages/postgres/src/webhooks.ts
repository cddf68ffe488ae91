import type { JsonValue } from "@a2agen/runtime";
import {
  type LeasedWebhook,
  pushConfigFromJson,
  pushConfigToJson,
  type StoredPushConfig,
  TaskStoreError,
  type WebhookProgress,
  type WebhookRoom,
  type WebhookStore,
} from "@a2agen/runtime/agent";
import { toHashed } from "./list-statements.ts";
import { isOrphan, type Sql, type SqlValue } from "./sql.ts";
import { fromNow, hashOf } from "./statements.ts";
import type { Tables } from "./tables.ts";

/** Webhooks with their cursors and leases. */
export class PostgresWebhooks implements WebhookStore {
  readonly #sql: Sql;
  readonly #statements: ReturnType<typeof webhookStatements>;

  constructor(sql: Sql, table: Tables) {
    this.#sql = sql;
    this.#statements = webhookStatements(table);
  }

  async set(
    { config, profile, scope, version, carrier }: StoredPushConfig,
    { perTask, perScope }: WebhookRoom,
  ): Promise<void> {
    const { taskId, id } = config;
    const values = [taskId, id, profile, pushConfigToJson({ config, carrier }), version];
    for (;;) {
      const replaced = await this.#sql.query(this.#statements.replace, values);
      if (replaced.length > 0) return;
      const own = [JSON.stringify(scope), toHashed(scope), perTask, perScope];
      try {
        const [added] = await this.#sql.query<Added>(this.#statements.add, [...values, ...own]);
        if (added?.added === true) return;
        if (added?.ofTask === true) {
          throw new TaskStoreError(
            "full",
            `the task has ${perTask} push notification configurations, which is the most that it may have`,
          );
        }
        if (added?.ofScope === true) {
          throw new TaskStoreError(
            "full",
            "the server has no room for further push notification configurations of this caller",
          );
        }
        // Another process has added it in between.
      } catch (error) {
        if (isOrphan(error)) throw new TaskStoreError("missing", `there is no task ${taskId}`);
        throw error;
      }
    }
  }

  list(taskId: string): Promise<readonly StoredPushConfig[]> {
    return taskId.includes("\0") ? Promise.resolve([]) : this.#read(this.#statements.list, [taskId]);
  }

  async delete(taskId: string, id: string): Promise<void> {
    if (taskId.includes("\0") || id.includes("\0")) return;
    await this.#sql.query(this.#statements.remove, [taskId, id]);
  }

  claim(owner: string, leaseMs: number, limit: number): Promise<readonly StoredPushConfig[]> {
    return this.#read(this.#statements.claim, [owner, leaseMs, limit]);
  }

  async advance(
    { taskId, id, owner }: LeasedWebhook,
    { version, leaseMs, isOver, sending }: WebhookProgress,
  ): Promise<StoredPushConfig | undefined> {
    const values = [taskId, id, owner, version, leaseMs, isOver, sending ?? null];
    const [webhook] = await this.#read(this.#statements.advance, values);
    return webhook;
  }

  async renew(owner: string, leaseMs: number): Promise<void> {
    await this.#sql.query(this.#statements.renew, [owner, leaseMs]);
  }

  async #read(text: string, values: readonly SqlValue[]): Promise<readonly StoredPushConfig[]> {
    const rows = await this.#sql.query<WebhookRow>(text, values);
    return rows.map(({ sending, config, ...webhook }) => ({
      ...webhook,
      ...pushConfigFromJson(config),
      ...(sending !== null && { sending }),
    }));
  }
}

interface WebhookRow extends Omit<StoredPushConfig, "sending" | "config" | "carrier"> {
  readonly config: JsonValue;
  readonly sending: number | null;
}

interface Added {
  readonly added: boolean;
  /** Whether the task, and the scope, have as many as they may have. */
  readonly ofTask: boolean;
  readonly ofScope: boolean;
}

function webhookStatements(table: Tables) {
  const webhook = table("webhook");
  const columns = "webhook.config, webhook.profile, webhook.scope, webhook.version, webhook.sending";
  return {
    replace: `
      update ${webhook} set profile = $3, config = $4::json,
        version = case when is_over then $5::integer else least(version, $5::integer) end,
        owner = case when is_over then null else owner end,
        leased_until = case when is_over then '-infinity' else leased_until end, is_over = false
      where task_id = $1 and id = $2 returning id`,

    add: `
      with room as (
        select (select count(*) from ${webhook} where task_id = $1) >= $8::integer as of_task,
          (select count(*) from ${webhook} where scope_hash = ${hashOf("$7::text")} and not is_over) >= $9::integer
            as of_scope
      ), added as (
        insert into ${webhook} (task_id, id, profile, config, version, scope, scope_hash)
        select $1, $2, $3, $4::json, $5::integer, $6::json, ${hashOf("$7::text")}
        from room where not of_task and not of_scope
        on conflict do nothing returning id
      )
      select exists (select from added) as added, of_task as "ofTask", of_scope as "ofScope" from room`,

    list: `select ${columns} from ${webhook} webhook where task_id = $1 order by number`,

    remove: `delete from ${webhook} where task_id = $1 and id = $2`,

    claim: `
      with free as (
        select task_id, id from ${webhook} where not is_over and leased_until <= now()
        order by leased_until, number limit $3 for no key update skip locked
      )
      update ${webhook} webhook set owner = $1, leased_until = ${fromNow("$2")}
      from free where webhook.task_id = free.task_id and webhook.id = free.id
      returning ${columns}`,

    advance: `
      update ${webhook} webhook set version = $4::integer, is_over = $6::boolean,
        leased_until = ${fromNow("$5")}, owner = case when $6::boolean then null else owner end,
        sending = coalesce($7::integer, sending)
      where task_id = $1 and id = $2 and owner = $3
      returning ${columns}`,

    renew: `
      update ${webhook} set leased_until = ${fromNow("$2")}, owner = case when $2::float8 > 0 then owner end
      where owner = $1 and not is_over`,
  } as const;
}
