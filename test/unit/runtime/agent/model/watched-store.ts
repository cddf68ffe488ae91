import { A2AService, type Task } from "@a2agen/a2a-1.0";
import { MemoryTaskStore, type TaskStore } from "@a2agen/runtime/agent";

/** A store of which a test sees who waits at it. */
export interface WatchedStore extends TaskStore {
  /** How many wait for changes. */
  readonly waiting: number;
  /** The tasks as they began. */
  readonly beginnings: ReadonlyMap<string, Task>;
}

/** A store in memory. `broken` takes the place of some of its methods: to see that a property finds it. */
export function createWatchedStore(
  broken: (store: TaskStore) => Partial<TaskStore> = () => ({}),
): WatchedStore {
  const memory = new MemoryTaskStore({ service: A2AService, maxAgeMs: Infinity });
  let waiting = 0;
  const beginnings = new Map<string, Task>();
  const store: WatchedStore = {
    beginnings,
    create(task) {
      beginnings.set(task.task.id, task.task);
      return memory.create(task);
    },
    append: (id, version, entries) => memory.append(id, version, entries),
    read: (id) => memory.read(id),
    entries: (id, after, limit) => memory.entries(id, after, limit),
    async changed(id, version, signal) {
      waiting++;
      try {
        await memory.changed(id, version, signal);
      } finally {
        waiting--;
      }
    },
    list: (query) => memory.list(query),
    delete: (id) => memory.delete(id),
    get waiting() {
      return waiting;
    },
  };
  return Object.defineProperties(store, Object.getOwnPropertyDescriptors(broken(memory)));
}
