import type { JsonObject } from "../../core/index.ts";

/**
 * Keeps what agents remember: a state for each task, and a memory for each context of a scope. Both are JSON
 * by key, which clients never see, and are written by `append`, together with its entries or not at all.
 */
export interface StateStore {
  /** The state of a task; undefined if there is none. */
  ofTask(taskId: string): Promise<StoredValues | undefined>;
  /** The memory of a context; undefined if there is none. */
  ofContext(context: ContextOfScope): Promise<StoredValues | undefined>;
}

/** A context, of those who see its tasks. */
export interface ContextOfScope {
  readonly scope: string;
  readonly contextId: string;
}

/** The state of a task, or the memory of a context. */
export interface StoredValues {
  /** How often it was written. */
  readonly version: number;
  readonly values: JsonObject;
}

/** What an append writes beside its entries. */
export interface StateWrites {
  /**
   * The whole state of the task from now on, if that is at this version, 0 for none. At another version the
   * append writes nothing, and fails with a TaskStoreError "outdated".
   */
  readonly state?: StoredValues;
  /** The whole memory of the task's context and scope from now on, in the same way. */
  readonly memory?: StoredValues;
}
