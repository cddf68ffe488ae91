import { measure } from "../../core/measure.ts";
import type { StoredValues } from "../contract/state-store.ts";
import { TaskStoreError } from "../contract/task-store.ts";

/** The contexts of a scope with tasks, and what agents remember of them. */
export class MemoryContexts {
  readonly #contexts = new Map<string, Context>();

  /** A task of the context is added. */
  add(contextId: string): void {
    const context = this.#contexts.get(contextId);
    if (context === undefined) this.#contexts.set(contextId, { tasks: 1, memory: undefined, size: 0 });
    else context.tasks++;
  }

  /** Removes a task of the context; the last one takes the memory with it. Returns the size released. */
  remove(contextId: string): number {
    const context = this.#contexts.get(contextId);
    if (context === undefined || --context.tasks > 0) return 0;
    this.#contexts.delete(contextId);
    return context.size;
  }

  memoryOf(contextId: string): StoredValues | undefined {
    return this.#contexts.get(contextId)?.memory;
  }

  /** Fails with "outdated" if the memory of a context is at another version. */
  check(contextId: string, { version }: StoredValues): void {
    const found = this.memoryOf(contextId)?.version ?? 0;
    if (found === version) return;
    throw new TaskStoreError(
      "outdated",
      `the memory of the context ${contextId} is at version ${found}, expected ${version}`,
    );
  }

  /** Writes the memory of a context with tasks; returns how much larger it is now. */
  write(contextId: string, { version, values }: StoredValues): number {
    const context = this.#contexts.get(contextId);
    if (context === undefined) return 0;
    const before = context.size;
    context.memory = { version: version + 1, values };
    context.size = measure(values);
    return context.size - before;
  }
}

interface Context {
  tasks: number;
  memory: StoredValues | undefined;
  /** UTF-16 code units of the memory, roughly. */
  size: number;
}
