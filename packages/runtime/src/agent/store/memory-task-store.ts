import { onAbort } from "../../core/on-abort.ts";
import type { ServiceDefinition } from "../../service/index.ts";
import type { CompactionPolicy, RetentionPolicy } from "../contract/retention-policy.ts";
import type { StateStore, StateWrites, StoredValues } from "../contract/state-store.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import {
  type NewTask,
  type StoredTask,
  type TaskPage,
  type TaskQuery,
  type TaskStore,
  TaskStoreError,
} from "../contract/task-store.ts";
import type { Task } from "../generated/lf/a2a/v1/a2a_types.ts";
import { MemoryContexts } from "./memory-contexts.ts";
import { MemoryOrder } from "./memory-order.ts";
import { MemoryQueue } from "./memory-queue.ts";
import { MemoryTask, type Waiter } from "./memory-task.ts";
import { MemoryTaskQueue } from "./memory-task-queue.ts";
import { MemoryWebhooks } from "./memory-webhooks.ts";
import { taskTimeKey } from "./task-time.ts";

/** A day. */
export const defaultMaxAgeMs = 86_400_000;

/** How many tasks are kept, and for how long. */
export interface MemoryTaskStoreOptions {
  /** The service of the agent, whose protocol has the terminal states. */
  readonly service: Pick<ServiceDefinition, "protocol">;
  /**
   * Tasks to keep; beyond that a task is deleted of the scope that has most of them: the one that ended
   * longest ago, or for the sake of a scope with fewer tasks the one that waits longest. 10,000.
   */
  readonly maxTasks?: number;
  /**
   * UTF-16 code units of all tasks to keep, roughly; beyond that tasks are deleted of the scope that takes
   * most, in the same order. The task that grows is kept. 268,435,456.
   */
  readonly maxSize?: number;
  /**
   * Milliseconds after its last status for which a task is kept in any state, since clients may leave tasks
   * interrupted for ever. It should be longer than a turn may take. One day; Infinity for no limit.
   */
  readonly maxAgeMs?: number;
  /** Milliseconds of a clock that only goes forward. `performance.now`. */
  readonly now?: () => number;
}

/**
 * Keeps tasks in the memory of one process, bounded by count, size and age. The scope that takes most makes
 * room, so that a caller with many tasks deletes none of another caller. A new task fails with "full" if the
 * maximum is reached, its own scope takes most, and none of its tasks has ended.
 */
export class MemoryTaskStore implements TaskStore {
  readonly webhooks: MemoryWebhooks;
  readonly queue: MemoryTaskQueue = new MemoryTaskQueue();
  readonly state: StateStore = {
    ofTask: async (taskId) => this.#tasks.get(taskId)?.state,
    ofContext: async ({ scope, contextId }) => this.#scopes.get(scope)?.contexts.memoryOf(contextId),
  };
  readonly #maxTasks: number;
  readonly #maxSize: number;
  readonly #maxAgeMs: number;
  readonly #terminalStates: ReadonlySet<string>;
  readonly #now: () => number;
  readonly #tasks = new Map<string, MemoryTask>();
  readonly #scopes = new Map<string, MemoryScope>();
  #size = 0;
  /** Every task is in one of the two, the one with the oldest status first. */
  readonly #open = new MemoryQueue();
  readonly #ended = new MemoryQueue();

  constructor({
    service,
    maxTasks = 10_000,
    maxSize = 256 * 1024 * 1024,
    maxAgeMs = defaultMaxAgeMs,
    now = () => performance.now(),
  }: MemoryTaskStoreOptions) {
    this.#terminalStates = new Set(service.protocol.tasks?.terminalStates);
    this.#maxTasks = maxTasks;
    this.#maxSize = maxSize;
    this.#maxAgeMs = maxAgeMs;
    this.#now = now;
    this.webhooks = new MemoryWebhooks(now);
  }

  /** How many tasks there are. */
  get size(): number {
    this.#forgetOld();
    return this.#tasks.size;
  }

  async create(task: NewTask): Promise<{ readonly existing: string | undefined }> {
    this.#forgetOld();
    const { id } = task.task;
    const existing = this.#findExisting(task);
    if (existing !== undefined) return { existing };
    if (this.#tasks.has(id)) throw new TaskStoreError("exists", `the task ${id} exists already`);
    if (task.queue !== undefined) this.queue.checkRoom(task.scope, task.queue);
    const added = new MemoryTask(task, this.#now());
    if (task.webhook !== undefined) this.webhooks.add(task.webhook);
    try {
      if (this.#tasks.size >= this.#maxTasks) this.#makeRoom(added, countOf);
      while (this.#size > 0 && this.#size + added.size > this.#maxSize) this.#makeRoom(added, sizeOf);
    } catch (error) {
      this.webhooks.deleteTask(id);
      throw error;
    }
    this.#add(added);
    if (task.queue !== undefined) this.queue.add(added);
    return { existing: undefined };
  }

  async append(
    id: string,
    version: number,
    entries: readonly TaskEntry[],
    _leaseMs?: number,
    { state, memory }: StateWrites = {},
  ): Promise<number> {
    const task = this.#get(id);
    if (task.version !== version) {
      throw new TaskStoreError(
        "conflict",
        `the task ${id} is at version ${task.version}, expected ${version}`,
      );
    }
    task.check(state);
    if (memory !== undefined) this.#writeMemory(task, memory);
    const { status } = task.fold;
    const queue = this.#queueOf(task);
    const before = task.size;
    if (state !== undefined) task.keep(state);
    for (const entry of entries) task.add(entry);
    this.#grow(task.scope, task.size - before);
    if (task.fold.status !== status) {
      this.#move(task, queue);
      this.queue.remove(task);
    }
    while (this.#size > this.#maxSize && this.#tasks.size > 1) this.#shrink(task);
    task.wake(false);
    return task.version;
  }

  async read(id: string): Promise<StoredTask | undefined> {
    this.#forgetOld();
    const task = this.#tasks.get(id);
    if (task === undefined) return undefined;
    const { version, scope, compacted } = task;
    return { task: task.fold.toTask(), version, scope, ...(compacted && { compacted }) };
  }

  async entries(id: string, after: number, limit?: number): Promise<readonly TaskEntry[]> {
    const { log, compacted } = this.#get(id);
    const first = compacted?.version ?? 0;
    if (after < first) {
      throw new TaskStoreError("compacted", `the entries of the task ${id} begin after version ${first}`);
    }
    const start = after - first;
    return log.slice(start, limit === undefined ? undefined : start + limit);
  }

  changed(id: string, version: number, signal: AbortSignal): Promise<void> {
    this.#forgetOld();
    const task = this.#tasks.get(id);
    if (task === undefined || task.version > version || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter: Waiter = {
        version,
        wake() {
          task.waiters?.delete(waiter);
          stopListening();
          resolve();
        },
      };
      task.waiters ??= new Set();
      task.waiters.add(waiter);
      const stopListening = onAbort(signal, waiter.wake);
    });
  }

  async list({ scope, contextId, state, since, after, limit, artifacts }: TaskQuery): Promise<TaskPage> {
    this.#forgetOld();
    const order = this.#scopes.get(scope)?.order;
    if (order === undefined) return { tasks: [], versions: [], total: 0, more: false };
    const first = since === undefined ? 0 : order.countBefore({ time: taskTimeKey(since), id: "" });
    const end =
      after === undefined ? order.size : order.countBefore({ ...after, time: taskTimeKey(after.time) });
    const tasks: Task[] = [];
    const versions: number[] = [];
    const isFiltered = contextId !== undefined || state !== undefined;
    let total = isFiltered ? 0 : order.size - first;
    let more = false;
    // Tasks beyond the page are needed for the total only, and only if there are filters.
    for (let index = (isFiltered ? order.size : end) - 1; index >= first; index--) {
      const task = order.at(index);
      if (task === undefined) break;
      const { fold, version } = task;
      if (contextId !== undefined && fold.contextId !== contextId) continue;
      if (state !== undefined && fold.status.state !== state) continue;
      if (isFiltered) total++;
      if (index >= end) continue;
      if (tasks.length < limit) {
        tasks.push(artifacts ? fold.toTask() : fold.toTaskWithoutArtifacts());
        versions.push(version);
      } else more = true;
      if (more && !isFiltered) break;
    }
    return { tasks, versions, total, more };
  }

  async delete(id: string): Promise<void> {
    const task = this.#tasks.get(id);
    if (task !== undefined) this.#remove(task);
  }

  async expire({
    dryRun = false,
    ...old
  }: RetentionPolicy & { readonly dryRun?: boolean }): Promise<readonly string[]> {
    const found = this.#findOld(old, () => true);
    if (!dryRun) for (const task of found) this.#remove(task);
    return found.map(({ id }) => id);
  }

  async compact({ entries, ...old }: CompactionPolicy): Promise<readonly string[]> {
    const isLong = ({ id, log }: MemoryTask): boolean => log.length >= entries && this.webhooks.isToldAll(id);
    const found = this.#findOld(old, isLong);
    for (const task of found) {
      const { size } = task;
      task.compact();
      this.#grow(task.scope, task.size - size);
    }
    return found.map(({ id }) => id);
  }

  #writeMemory({ scope, fold }: MemoryTask, memory: StoredValues): void {
    const { contexts } = this.#scopes.get(scope) ?? {};
    if (contexts === undefined || fold.contextId === undefined) {
      throw new TypeError(`the task ${fold.id} has no context, and so no memory`);
    }
    contexts.check(fold.contextId, memory);
    this.#grow(scope, contexts.write(fold.contextId, memory));
  }

  #findOld(
    { before, states, limit }: RetentionPolicy,
    fits: (task: MemoryTask) => boolean,
  ): readonly MemoryTask[] {
    this.#forgetOld();
    const time = taskTimeKey(before);
    return [...this.#tasks.values()]
      .filter((task) => task.time < time && !this.queue.has(task))
      .filter((task) => states?.includes(task.fold.status.state) !== false && fits(task))
      .toSorted((a, b) => (a.time < b.time || (a.time === b.time && a.id < b.id) ? -1 : 1))
      .slice(0, limit);
  }

  #get(id: string): MemoryTask {
    this.#forgetOld();
    const task = this.#tasks.get(id);
    if (task === undefined) throw new TaskStoreError("missing", `there is no task ${id}`);
    return task;
  }

  #findExisting({ scope, idempotency }: NewTask): string | undefined {
    if (idempotency === undefined) return undefined;
    const found = this.#scopes.get(scope)?.keys.get(idempotency.key);
    return found !== undefined && found.begun >= taskTimeKey(idempotency.since) ? found.id : undefined;
  }

  #add(task: MemoryTask): void {
    let scope = this.#scopes.get(task.scope);
    if (scope === undefined) {
      scope = { order: new MemoryOrder(), keys: new Map(), contexts: new MemoryContexts(), size: 0 };
      this.#scopes.set(task.scope, scope);
    }
    this.#tasks.set(task.id, task);
    this.#grow(task.scope, task.size);
    scope.order.put(task);
    scope.contexts.add(task.fold.contextId ?? "");
    if (task.idempotencyKey !== undefined) scope.keys.set(task.idempotencyKey, task);
    this.#queueOf(task).add(task);
  }

  #remove(task: MemoryTask): void {
    this.#tasks.delete(task.id);
    this.webhooks.deleteTask(task.id);
    this.queue.remove(task);
    this.#queueOf(task).remove(task);
    const scope = this.#scopes.get(task.scope);
    this.#grow(task.scope, -task.size - (scope?.contexts.remove(task.fold.contextId ?? "") ?? 0));
    scope?.order.remove(task);
    if (task.idempotencyKey !== undefined && scope?.keys.get(task.idempotencyKey) === task) {
      scope.keys.delete(task.idempotencyKey);
    }
    if (scope?.order.size === 0) this.#scopes.delete(task.scope);
    task.wake(true);
  }

  /** Moves a task by its new status. */
  #move(task: MemoryTask, queue: MemoryQueue): void {
    queue.remove(task);
    task.time = taskTimeKey(task.fold.status.timestamp);
    task.changedAt = this.#now();
    this.#scopes.get(task.scope)?.order.put(task);
    this.#queueOf(task).add(task);
  }

  #queueOf(task: MemoryTask): MemoryQueue {
    return this.#terminalStates.has(task.fold.status.state) ? this.#ended : this.#open;
  }

  #grow(name: string, size: number): void {
    this.#size += size;
    const scope = this.#scopes.get(name);
    if (scope !== undefined) scope.size += size;
  }

  /** Deletes a task for one that is to be added: an open one only of a scope that takes more than its own. */
  #makeRoom({ scope }: MemoryTask, take: Take): void {
    const most = this.#greediest(take);
    const isLess = this.#taken(scope, take) < this.#taken(most, take);
    const found =
      this.#ended.firstOf(most) ?? (isLess ? this.#open.firstOf(most) : this.#ended.firstOf(scope));
    if (found === undefined) {
      const message = `the store keeps ${this.#tasks.size} tasks, and none of the scope with the new one has ended`;
      throw new TaskStoreError("full", message);
    }
    this.#remove(found);
  }

  /** Deletes a task for one that has grown. */
  #shrink(grown: MemoryTask): void {
    const most = this.#greediest(sizeOf, grown);
    const oldest = this.#ended.firstOf(most, grown) ?? this.#open.firstOf(most, grown);
    if (oldest !== undefined) this.#remove(oldest);
  }

  #taken(name: string, take: Take): number {
    const scope = this.#scopes.get(name);
    return scope === undefined ? 0 : take(scope);
  }

  /** The scope that takes most, without regard to one task. */
  #greediest(take: Take, except?: MemoryTask): string {
    let found = "";
    let most = -1;
    for (const [name, scope] of this.#scopes) {
      if (name === except?.scope && scope.order.size === 1) continue;
      const taken = take(scope);
      if (taken > most) [found, most] = [name, taken];
    }
    return found;
  }

  #forgetOldOf(queue: MemoryQueue, oldest: number): void {
    for (let task = queue.first; task !== undefined && task.changedAt < oldest; task = queue.first) {
      this.#remove(task);
    }
  }

  #forgetOld(): void {
    if (this.#maxAgeMs === Infinity) return;
    const oldest = this.#now() - this.#maxAgeMs;
    this.#forgetOldOf(this.#open, oldest);
    this.#forgetOldOf(this.#ended, oldest);
  }
}

/** A scope is kept as long as it has tasks. */
interface MemoryScope {
  readonly order: MemoryOrder;
  readonly keys: Map<string, MemoryTask>;
  readonly contexts: MemoryContexts;
  /** UTF-16 code units of its tasks and memories. */
  size: number;
}

/** How much of the store a scope takes, in one respect. */
type Take = (scope: MemoryScope) => number;

const countOf: Take = ({ order }) => order.size;
const sizeOf: Take = ({ size }) => size;
