import type { TaskStore } from "@a2agen/runtime/agent";

export interface StoreCheck {
  readonly name: string;
  check(given: CheckedStore): Promise<void>;
}

export interface CheckedStore {
  readonly store: TaskStore;
  readonly replica: TaskStore;
  /** Fails when the promise is not settled in time; `what` names what is waited for. */
  within<T>(promise: Promise<T>, what: string): Promise<T>;
}

/** The two instances in turn, for what is done at the same time. */
export function inTurn({ store, replica }: CheckedStore, index: number): TaskStore {
  return index % 2 === 0 ? store : replica;
}
