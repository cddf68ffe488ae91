import type { TaskPushNotificationConfig } from "@a2agen/a2a-1.0";
import type { PushNotifier, PushSource, StoredPushConfig } from "@a2agen/runtime/agent";
import { CallError } from "@a2agen/runtime/service";
import { outline } from "../../../shared/agent/start-agent.ts";

/** A notifier that keeps what it would deliver. */
export class PushRecorder implements PushNotifier {
  readonly configs = new Map<string, StoredPushConfig>();
  /** By task: versions and events in short. */
  readonly delivered = new Map<string, string[]>();
  readonly closed: number[] = [];
  /** Resolves when every task that was followed has ended. */
  readonly followed: Promise<void>[] = [];
  readonly #controller = new AbortController();
  #source: PushSource | undefined;

  start(source: PushSource): void {
    this.#source = source;
  }

  async set(config: StoredPushConfig): Promise<void> {
    const { id, taskId, url } = config.config;
    if (url.startsWith("http://10.")) throw new CallError("INVALID_ARGUMENT", "the URL may not be called");
    this.configs.set(`${taskId} ${id}`, config);
    const seen: string[] = [];
    this.delivered.set(`${taskId} ${id}`, seen);
    this.followed.push(this.#follow(taskId, config.version, seen));
  }

  async get(taskId: string, id: string): Promise<TaskPushNotificationConfig | undefined> {
    return this.configs.get(`${taskId} ${id}`)?.config;
  }

  async list(taskId: string): Promise<readonly TaskPushNotificationConfig[]> {
    return [...this.configs.values()]
      .map(({ config }) => config)
      .filter((config) => config.taskId === taskId);
  }

  async delete(taskId: string, id: string): Promise<void> {
    this.configs.delete(`${taskId} ${id}`);
  }

  async close(graceMs: number): Promise<void> {
    this.closed.push(graceMs);
    this.#controller.abort();
    await Promise.all(this.followed);
  }

  async #follow(taskId: string, after: number, seen: string[]): Promise<void> {
    const updates = this.#source?.follow(taskId, after, this.#controller.signal) ?? [];
    for await (const { event, version } of updates) seen.push(`${version} ${outline([event]).join("")}`);
  }
}
