import type { JsonValue } from "../../core/index.ts";
import type { TurnMemory } from "../contract/turn-state.ts";
import { findLog, findStateStore, type KeptInit, type MemoryUpdate, UpdateError } from "./kept-init.ts";
import { type KeptKind, KeptState } from "./kept-state.ts";

const memoryKind: KeptKind = {
  name: "turn.memory",
  limit: "memorySize",
  isShared: true,
  changed: "by another task of the context: use turn.memory.update",
  read: ({ core, place: { scope, contextId } }) =>
    findStateStore(core, "turn.memory").ofContext({ scope, contextId }),
};

/** `turn.memory`. */
export class KeptMemory extends KeptState implements TurnMemory {
  constructor(init: KeptInit) {
    super(init, memoryKind);
  }

  readonly update = async <T extends JsonValue | undefined>(
    key: string,
    change: (old: T | undefined) => T,
  ): Promise<T> => {
    findStateStore(this.init.core, "turn.memory.update");
    const log = findLog(this.init.log, "turn.memory.update");
    let made: unknown;
    // Its author knows what was set.
    const update: MemoryUpdate = {
      key,
      change(old) {
        made = change(old as T | undefined);
        return made;
      },
    };
    await log.updateMemory(update).catch((error: unknown) => {
      throw error instanceof UpdateError ? error.cause : error;
    });
    return this.values.toChange(key, made).value as T;
  };
}
