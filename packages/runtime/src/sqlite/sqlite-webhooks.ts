import { TaskStoreError } from "../agent/contract/task-store.ts";
import type {
  LeasedWebhook,
  NewWebhook,
  StoredPushConfig,
  WebhookProgress,
  WebhookRoom,
  WebhookStore,
} from "../agent/contract/webhook-store.ts";
import { pushConfigFromJson, pushConfigToJson } from "../agent/store/push-config-json.ts";
import { fullServer, fullTask } from "../agent/store/webhook-room.ts";
import type { JsonValue } from "../core/index.ts";
import { fromKey, query, type SqliteStorage, type SqliteValue, toKey } from "./sqlite-storage.ts";

const columns = "config, profile, scope, version, sending";

/** Webhooks with their leases. */
export class SqliteWebhooks implements WebhookStore {
  readonly #storage: SqliteStorage;

  constructor(storage: SqliteStorage) {
    this.#storage = storage;
  }

  async set(webhook: StoredPushConfig, room: WebhookRoom): Promise<void> {
    const { config, profile, version, carrier } = webhook;
    const task = toKey(config.taskId);
    this.#storage.transactionSync(() => {
      const replaced = query(
        this.#storage,
        `update a2agen_webhook set profile = ?3, config = ?4,
           version = case when is_over then ?5 else min(version, ?5) end,
           owner = case when is_over then null else owner end,
           leased_until = case when is_over then 0 else leased_until end, is_over = 0
         where task = ?1 and id = ?2 returning number`,
        [task, toKey(config.id), profile, pushConfigToJson({ config, carrier }), version],
      );
      if (replaced.length > 0) return;
      const tasks = query(this.#storage, "select 1 from a2agen_task where id = ?", [task]);
      if (tasks.length === 0) throw new TaskStoreError("missing", `there is no task ${config.taskId}`);
      this.add({ webhook, room });
    });
  }

  /** Adds one that is not there, within a transaction. */
  add({
    webhook: { config, profile, scope, version, carrier },
    room: { perTask, perScope },
  }: NewWebhook): void {
    const task = toKey(config.taskId);
    const [count] = query<{ task: number; scope: number }>(
      this.#storage,
      `select (select count(*) from a2agen_webhook where task = ?1) as task,
         (select count(*) from a2agen_webhook where scope = ?2 and is_over = 0) as scope`,
      [task, toKey(scope)],
    );
    if ((count?.task ?? 0) >= perTask) throw fullTask(perTask);
    if ((count?.scope ?? 0) >= perScope)
      throw fullServer("further push notification configurations of this caller");
    query(
      this.#storage,
      "insert into a2agen_webhook (task, id, scope, profile, config, version) values (?, ?, ?, ?, ?, ?)",
      [task, toKey(config.id), toKey(scope), profile, pushConfigToJson({ config, carrier }), version],
    );
  }

  async list(taskId: string): Promise<readonly StoredPushConfig[]> {
    return this.#read(`select ${columns} from a2agen_webhook where task = ? order by number`, [
      toKey(taskId),
    ]);
  }

  async delete(taskId: string, id: string): Promise<void> {
    query(this.#storage, "delete from a2agen_webhook where task = ? and id = ?", [toKey(taskId), toKey(id)]);
  }

  async claim(owner: string, leaseMs: number, limit: number): Promise<readonly StoredPushConfig[]> {
    const now = performance.now();
    return this.#read(
      `update a2agen_webhook set owner = ?, leased_until = ? where number in (
         select number from a2agen_webhook where is_over = 0 and leased_until <= ?
         order by leased_until, number limit ?)
       returning ${columns}`,
      [owner, now + leaseMs, now, limit],
    );
  }

  async advance(
    { taskId, id, owner }: LeasedWebhook,
    { version, leaseMs, isOver, sending }: WebhookProgress,
  ): Promise<StoredPushConfig | undefined> {
    const [webhook] = this.#read(
      `update a2agen_webhook set version = ?4, is_over = ?5, leased_until = ?6,
         owner = case when ?5 then null else owner end, sending = coalesce(?7, sending)
       where task = ?1 and id = ?2 and owner = ?3 returning ${columns}`,
      [
        toKey(taskId),
        toKey(id),
        owner,
        version,
        isOver ? 1 : 0,
        performance.now() + leaseMs,
        sending ?? null,
      ],
    );
    return webhook;
  }

  async renew(owner: string, leaseMs: number): Promise<void> {
    query(
      this.#storage,
      `update a2agen_webhook set leased_until = ?2, owner = case when ?3 > 0 then owner end
       where owner = ?1 and is_over = 0`,
      [owner, performance.now() + leaseMs, leaseMs],
    );
  }

  #read(text: string, values: readonly SqliteValue[]): readonly StoredPushConfig[] {
    return query<WebhookRow>(this.#storage, text, values).map(({ config, scope, sending, ...rest }) => ({
      ...rest,
      // As `set` has written it.
      ...pushConfigFromJson(JSON.parse(config) as JsonValue),
      scope: fromKey(scope),
      ...(sending !== null && { sending }),
    }));
  }
}

interface WebhookRow {
  readonly config: string;
  readonly profile: string;
  readonly scope: string;
  readonly version: number;
  readonly sending: number | null;
}
