import type {
  LeasedWebhook,
  NewWebhook,
  StoredPushConfig,
  WebhookProgress,
  WebhookRoom,
  WebhookStore,
} from "../contract/webhook-store.ts";
import { fullServer, fullTask } from "./webhook-room.ts";

interface Entry {
  webhook: StoredPushConfig;
  owner: string | undefined;
  /** Milliseconds of the clock. */
  leasedUntil: number;
  isOver: boolean;
}

/** Keeps webhooks in the memory of one process. */
export class MemoryWebhooks implements WebhookStore {
  readonly #now: () => number;
  readonly #tasks = new Map<string, Map<string, Entry>>();
  /** Those that are over, the oldest first. */
  readonly #over = new Set<Entry>();
  /** Those that may be claimed. */
  readonly #free = new Set<Entry>();
  readonly #scopes = new Map<string, number>();
  #count = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async set(webhook: StoredPushConfig, room: WebhookRoom): Promise<void> {
    const { id, taskId } = webhook.config;
    const there = this.#tasks.get(taskId)?.get(id);
    if (there === undefined) {
      this.add({ webhook, room });
      return;
    }
    const version = there.isOver ? webhook.version : Math.min(there.webhook.version, webhook.version);
    const { sending } = there.webhook;
    there.webhook = { ...webhook, version, ...(sending !== undefined && { sending }) };
    if (!there.isOver) return;
    there.isOver = false;
    there.owner = undefined;
    this.#over.delete(there);
    this.#free.add(there);
  }

  async list(taskId: string): Promise<readonly StoredPushConfig[]> {
    return Array.from(this.#tasks.get(taskId)?.values() ?? [], ({ webhook }) => webhook);
  }

  async delete(taskId: string, id: string): Promise<void> {
    const entry = this.#tasks.get(taskId)?.get(id);
    if (entry !== undefined) this.#remove(entry);
  }

  /** Whether no webhook of a task is to be told. */
  isToldAll(taskId: string): boolean {
    return [...(this.#tasks.get(taskId)?.values() ?? [])].every(({ isOver }) => isOver);
  }

  /** Deletes the webhooks of a task. */
  deleteTask(taskId: string): void {
    for (const entry of this.#tasks.get(taskId)?.values() ?? []) this.#remove(entry);
  }

  async claim(owner: string, leaseMs: number, limit: number): Promise<readonly StoredPushConfig[]> {
    const now = this.#now();
    const claimed: StoredPushConfig[] = [];
    for (const entry of this.#claimable(now)) {
      if (claimed.length >= limit) break;
      this.#free.delete(entry);
      entry.owner = owner;
      entry.leasedUntil = now + leaseMs;
      claimed.push(entry.webhook);
    }
    return claimed;
  }

  async advance(
    { taskId, id, owner }: LeasedWebhook,
    { version, leaseMs, isOver, sending }: WebhookProgress,
  ): Promise<StoredPushConfig | undefined> {
    const entry = this.#tasks.get(taskId)?.get(id);
    if (entry === undefined || entry.owner !== owner) return undefined;
    entry.webhook = { ...entry.webhook, version, ...(sending !== undefined && { sending }) };
    entry.leasedUntil = this.#now() + leaseMs;
    if (isOver) {
      entry.isOver = true;
      entry.owner = undefined;
      this.#over.add(entry);
    }
    return entry.webhook;
  }

  async renew(owner: string, leaseMs: number): Promise<void> {
    const until = this.#now() + leaseMs;
    for (const entries of this.#tasks.values()) {
      for (const entry of entries.values()) if (entry.owner === owner) entry.leasedUntil = until;
    }
  }

  /** The free ones first, for which nothing else is looked at as long as no lease may have ended. */
  *#claimable(now: number): Iterable<Entry> {
    yield* this.#free;
    for (const entries of this.#tasks.values()) {
      for (const entry of entries.values()) {
        if (!entry.isOver && entry.owner !== undefined && entry.leasedUntil <= now) yield entry;
      }
    }
  }

  /** Adds a webhook that is not there. */
  add({ webhook, room }: NewWebhook): void {
    const { config, scope } = webhook;
    this.#makeRoom(config.taskId, scope, room);
    const entry: Entry = { webhook, owner: undefined, leasedUntil: 0, isOver: false };
    const ofTask = this.#tasks.get(config.taskId) ?? new Map<string, Entry>();
    this.#tasks.set(config.taskId, ofTask.set(config.id, entry));
    this.#free.add(entry);
    this.#count++;
    this.#scopes.set(scope, (this.#scopes.get(scope) ?? 0) + 1);
  }

  #makeRoom(taskId: string, scope: string, { perTask, perScope, total }: WebhookRoom): void {
    if ((this.#tasks.get(taskId)?.size ?? 0) >= perTask) throw fullTask(perTask);
    if ((this.#scopes.get(scope) ?? 0) >= perScope) {
      const fits = ({ webhook }: Entry): boolean => webhook.scope === scope;
      this.#removeOver("further push notification configurations of this caller", fits);
    }
    if (this.#count >= total) this.#removeOver("push notification configurations", () => true);
  }

  /** Removes the one that was over first of those that fit. */
  #removeOver(what: Parameters<typeof fullServer>[0], fits: (entry: Entry) => boolean): void {
    const found = [...this.#over].find(fits);
    if (found === undefined) throw fullServer(what);
    this.#remove(found);
  }

  #remove(entry: Entry): void {
    const { config, scope } = entry.webhook;
    const ofTask = this.#tasks.get(config.taskId);
    ofTask?.delete(config.id);
    if (ofTask?.size === 0) this.#tasks.delete(config.taskId);
    this.#over.delete(entry);
    this.#free.delete(entry);
    this.#count--;
    const left = (this.#scopes.get(scope) ?? 0) - 1;
    if (left > 0) this.#scopes.set(scope, left);
    else this.#scopes.delete(scope);
  }
}
