import {
  type CompactionPolicy,
  countChanges,
  foldEntries,
  type NewTask,
  type RetentionPolicy,
  type StateStore,
  type StateWrites,
  type StoredValues,
  type TaskEntry,
  type TaskPage,
  type TaskQuery,
  type TaskStore,
  TaskStoreError,
  taskTimeKey,
} from "@a2agen/runtime/agent";

interface PlainTask extends Omit<NewTask, "idempotency"> {
  readonly idempotency?: NewTask["idempotency"] | undefined;
  readonly log: TaskEntry[];
  /** Entries that were dropped. */
  compacted: number;
  state?: StoredValues;
}

type Task = NewTask["task"];

/** What `TaskStore` says in the plainest words, at whatever cost: all stores have to do the same. */
export class PlainStore implements TaskStore {
  readonly state: StateStore = {
    ofTask: async (id) => this.#find(id)?.state,
    ofContext: async ({ scope, contextId }) => this.#memories.get(JSON.stringify([scope, contextId])),
  };
  #tasks: PlainTask[] = [];
  readonly #memories = new Map<string, StoredValues>();

  async create(task: NewTask): Promise<{ readonly existing: string | undefined }> {
    const { idempotency, scope } = task;
    const repeated = this.#tasks.findLast(
      (there) =>
        idempotency !== undefined && there.scope === scope && there.idempotency?.key === idempotency.key,
    );
    if (
      repeated !== undefined &&
      taskTimeKey(repeated.task.status.timestamp) >= taskTimeKey(idempotency?.since)
    ) {
      return { existing: repeated.task.id };
    }
    if (this.#find(task.task.id) !== undefined) throw new TaskStoreError("exists", "exists");
    // `since` never goes back: a task that began before it is not found by its key again.
    if (repeated !== undefined) this.#replace(repeated, { ...repeated, idempotency: undefined });
    this.#tasks.push({ ...task, log: [...(task.entries ?? [])], compacted: 0 });
    return { existing: undefined };
  }

  async append(
    id: string,
    version: number,
    entries: readonly TaskEntry[],
    _leaseMs?: number,
    { state, memory }: StateWrites = {},
  ): Promise<number> {
    const found = this.#get(id);
    if (found.log.length !== version) throw new TaskStoreError("conflict", "conflict");
    if (state !== undefined && state.version !== (found.state?.version ?? 0)) {
      throw new TaskStoreError("outdated", "outdated");
    }
    if (memory !== undefined) {
      const context = contextOf(found);
      if (memory.version !== (this.#memories.get(context)?.version ?? 0)) {
        throw new TaskStoreError("outdated", "outdated");
      }
      this.#memories.set(context, { version: memory.version + 1, values: memory.values });
    }
    if (state !== undefined) found.state = { version: state.version + 1, values: state.values };
    return found.log.push(...entries);
  }

  async read(id: string): Promise<Awaited<ReturnType<TaskStore["read"]>>> {
    const found = this.#find(id);
    if (found === undefined) return undefined;
    const { log, scope, compacted } = found;
    const changes = countChanges(undefined, log.slice(0, compacted));
    const dropped = compacted > 0 && { compacted: { version: compacted, changes } };
    return { task: fold(found), version: log.length, scope, ...dropped };
  }

  async entries(id: string, after: number, limit = Infinity): Promise<readonly TaskEntry[]> {
    const { log, compacted } = this.#get(id);
    if (after < compacted) throw new TaskStoreError("compacted", "compacted");
    return log.slice(after, after + limit);
  }

  async list({ scope, contextId, state, since, after, limit }: TaskQuery): Promise<TaskPage> {
    const fitting = this.#tasks
      .filter((task) => task.scope === scope)
      .map((one) => ({ task: fold(one), version: one.log.length }))
      .filter(({ task }) => contextId === undefined || task.contextId === contextId)
      .filter(({ task }) => state === undefined || task.status.state === state)
      .filter(({ task }) => taskTimeKey(task.status.timestamp) >= taskTimeKey(since))
      .toSorted((a, b) => (isAfter(placeOf(a.task), placeOf(b.task)) ? 1 : -1));
    const following = fitting.filter(({ task }) => after === undefined || isAfter(placeOf(task), after));
    const page = following.slice(0, limit);
    return {
      tasks: page.map(({ task }) => task),
      versions: page.map(({ version }) => version),
      total: fitting.length,
      more: following.length > limit,
    };
  }

  async delete(id: string): Promise<void> {
    this.#keep(({ task }) => task.id !== id);
  }

  async expire({
    dryRun,
    ...old
  }: RetentionPolicy & { readonly dryRun?: boolean }): Promise<readonly string[]> {
    const ids = this.#findOld(old).map(({ task }) => task.id);
    if (dryRun !== true) this.#keep(({ task }) => !ids.includes(task.id));
    return ids;
  }

  async compact({ entries, ...old }: CompactionPolicy): Promise<readonly string[]> {
    const all = this.#findOld({ ...old, limit: Infinity });
    const long = all.filter(({ log, compacted }) => log.length - compacted >= entries).slice(0, old.limit);
    for (const task of long) task.compacted = task.log.length;
    return long.map(({ task }) => task.id);
  }

  #findOld({ before, states, limit }: RetentionPolicy): PlainTask[] {
    return this.#tasks
      .filter((task) => taskTimeKey(fold(task).status.timestamp) < taskTimeKey(before))
      .filter((task) => states === undefined || states.includes(fold(task).status.state))
      .toSorted((a, b) => (isAfter(placeOf(fold(a)), placeOf(fold(b))) ? -1 : 1))
      .slice(0, limit);
  }

  /** Deletes the other tasks, and the memories of contexts that have none. */
  #keep(isKept: (task: PlainTask) => boolean): void {
    this.#tasks = this.#tasks.filter(isKept);
    const contexts = new Set(this.#tasks.map(contextOf));
    for (const context of this.#memories.keys()) if (!contexts.has(context)) this.#memories.delete(context);
  }

  #replace(task: PlainTask, by: PlainTask): void {
    this.#tasks = this.#tasks.map((there) => (there === task ? by : there));
  }

  #find(id: string): PlainTask | undefined {
    return this.#tasks.find(({ task }) => task.id === id);
  }

  #get(id: string): PlainTask {
    const found = this.#find(id);
    if (found === undefined) throw new TaskStoreError("missing", "missing");
    return found;
  }
}

type Place = NonNullable<TaskQuery["after"]>;

function contextOf({ scope, task }: PlainTask): string {
  return JSON.stringify([scope, task.contextId]);
}

function fold({ task, log }: PlainTask): Task {
  return foldEntries(task, log);
}

function placeOf({ id, status }: Task): Place {
  return { id, time: status.timestamp ?? "" };
}

/** In the order of the list. */
function isAfter(a: Place, b: Place): boolean {
  const times = [taskTimeKey(a.time), taskTimeKey(b.time)] as const;
  return times[0] < times[1] || (times[0] === times[1] && a.id < b.id);
}
