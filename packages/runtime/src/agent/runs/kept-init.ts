import type { JsonValue } from "../../core/index.ts";
import type { StateStore } from "../contract/state-store.ts";
import type { AgentCore } from "../core/agent-core.ts";
import { AuthorError } from "../log/task-entries.ts";
import { StoreFailure } from "../log/task-log.ts";
import type { RunPlace } from "./turn.ts";

/** A change of the memory that is made of its value at the time of the write. */
export interface MemoryUpdate {
  readonly key: string;
  readonly change: (old: JsonValue | undefined) => unknown;
}

/** An update cannot be made: the error is that of its author alone. */
export class UpdateError extends Error {
  override readonly name = "UpdateError";

  constructor(cause: unknown) {
    super("the update of the memory failed", { cause });
  }
}

/** The log of a run, as far as what it keeps needs it. */
export interface KeptLog {
  /** Fails once the turn is over, or goes on in another process. */
  checkOwn(): void;
  /** Writes an update of the memory. */
  updateMemory(update: MemoryUpdate): Promise<void>;
}

export interface KeptInit {
  readonly core: AgentCore;
  readonly place: RunPlace;
  /** Undefined until there is a task. */
  readonly log: () => KeptLog | undefined;
  /** Whether the run begins the task, which then has no state yet. */
  readonly isNew: boolean;
}

/** Where values are kept. Fails for a store that does not keep them. */
export function findStateStore({ store }: AgentCore, name: string): StateStore {
  if (store.state !== undefined) return store.state;
  throw new TypeError(
    `${name}: the store of this agent keeps no state: expected a TaskStore with \`state\`, such as MemoryTaskStore or that of @a2agen/postgres`,
  );
}

/** Reads from a state store; fails with a StoreFailure. */
export async function readState<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new StoreFailure(error);
  }
}

/** The log to which values are written, which has to be that of a task. */
export function findLog(log: () => KeptLog | undefined, name: string): KeptLog {
  const found = log();
  if (found === undefined) {
    throw new AuthorError(`execute: ${name} needs a task: call it in an async iterable, not before`);
  }
  found.checkOwn();
  return found;
}
