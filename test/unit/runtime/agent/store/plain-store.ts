import {
  foldEntries,
  type NewTask,
  type TaskEntry,
  type TaskPage,
  type TaskQuery,
  type TaskStore,
  TaskStoreError,
  taskTimeKey,
} from "@a2agen/runtime/agent";

interface PlainTask extends Omit<NewTask, "repeat"> {
  readonly repeat?: NewTask["repeat"] | undefined;
  readonly log: TaskEntry[];
}

type Task = NewTask["task"];

/** What `TaskStore` says in the plainest words, at whatever cost: all stores have to do the same. */
export class PlainStore implements TaskStore {
  #tasks: PlainTask[] = [];

  async create(task: NewTask): Promise<{ readonly existing: string | undefined }> {
    const { repeat, scope } = task;
    const repeated = this.#tasks.findLast(
      (there) => repeat !== undefined && there.scope === scope && there.repeat?.key === repeat.key,
    );
    if (repeated !== undefined && taskTimeKey(repeated.task.status.timestamp) >= taskTimeKey(repeat?.since)) {
      return { existing: repeated.task.id };
    }
    if (this.#find(task.task.id) !== undefined) throw new TaskStoreError("exists", "exists");
    // `since` never goes back: a task that began before it is not found by its key again.
    if (repeated !== undefined) this.#replace(repeated, { ...repeated, repeat: undefined });
    this.#tasks.push({ ...task, log: [...(task.entries ?? [])] });
    return { existing: undefined };
  }

  async append(id: string, version: number, entries: readonly TaskEntry[]): Promise<number> {
    const { log } = this.#get(id);
    if (log.length !== version) throw new TaskStoreError("conflict", "conflict");
    return log.push(...entries);
  }

  async read(id: string): Promise<Awaited<ReturnType<TaskStore["read"]>>> {
    const found = this.#find(id);
    if (found === undefined) return undefined;
    return { task: fold(found), version: found.log.length, scope: found.scope };
  }

  async entries(id: string, after: number, limit = Infinity): Promise<readonly TaskEntry[]> {
    return this.#get(id).log.slice(after, after + limit);
  }

  async list({ scope, contextId, state, since, after, limit }: TaskQuery): Promise<TaskPage> {
    const fitting = this.#tasks
      .filter((task) => task.scope === scope)
      .map(fold)
      .filter((task) => contextId === undefined || task.contextId === contextId)
      .filter((task) => state === undefined || task.status.state === state)
      .filter((task) => taskTimeKey(task.status.timestamp) >= taskTimeKey(since))
      .toSorted((a, b) => (isAfter(placeOf(a), placeOf(b)) ? 1 : -1));
    const following = fitting.filter((task) => after === undefined || isAfter(placeOf(task), after));
    return {
      tasks: following.slice(0, limit),
      total: fitting.length,
      more: following.length > limit,
    };
  }

  async delete(id: string): Promise<void> {
    this.#tasks = this.#tasks.filter(({ task }) => task.id !== id);
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
