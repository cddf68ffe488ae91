import type { JsonValue } from "../../core/index.ts";

/** What an agent keeps by key, as JSON: clients never see it. */
export interface TurnState {
  /** A copy of a value; undefined if there is none. */
  get<T extends JsonValue>(key: string): Promise<T | undefined>;
  /**
   * Sets a value, or removes it by undefined. It is written together with the next event or step of the turn,
   * or at its end; a turn that fails before does not write it. The turn fails if it has read the value before
   * its task was put back to work, and the turn before has changed it since. Throws for a value that is no
   * JSON or too large, when the turn is over, and before there is a task. Needs a store with `state`.
   */
  set(key: string, value: JsonValue | undefined): void;
}

/** What an agent keeps for a context and its caller. Several tasks may write it at the same time. */
export interface TurnMemory extends TurnState {
  /** The value as it is now; see `set`. */
  get<T extends JsonValue>(key: string): Promise<T | undefined>;
  /**
   * As that of `TurnState`. The turn fails, and writes nothing, if it has read the value with `get`, and
   * another task has changed it since.
   */
  set(key: string, value: JsonValue | undefined): void;
  /**
   * Replaces a value by what `change` makes of it, and returns that once it is written, at once and together
   * with all that was set. If another task has written in the meantime, `change` runs again.
   */
  update<T extends JsonValue | undefined>(key: string, change: (old: T | undefined) => T): Promise<T>;
}
