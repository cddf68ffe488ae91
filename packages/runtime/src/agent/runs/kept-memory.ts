import type { JsonObject, JsonValue } from "../../core/index.ts";
import type { StoredMemory } from "../contract/state-store.ts";
import type { TurnMemory } from "../contract/turn-state.ts";
import { AuthorError } from "../log/task-entries.ts";
import { findLog, findStateStore, type KeptInit, type MemoryUpdate, readState } from "./kept-init.ts";
import { KeptValues } from "./kept-values.ts";

/** An update cannot be made: the error is that of its author alone. */
export class UpdateError extends Error {
  override readonly name = "UpdateError";

  constructor(cause: unknown) {
    super("the update of the memory failed", { cause });
  }
}

/** `turn.memory`: other tasks write it as well, so that each write says which version it has seen. */
export class KeptMemory implements TurnMemory {
  readonly #init: KeptInit;
  readonly #values: KeptValues;
  #version = 0;
  /** The key of the update that is being written. */
  #updated: string | undefined;
  /** The values that the turn has read, as texts. */
  readonly #read = new Map<string, string | undefined>();
  /** The keys of values that the turn has read as it had set them, before they were written. */
  readonly #own = new Set<string>();

  constructor(init: KeptInit) {
    this.#init = init;
    const size = init.core.limits.memorySize;
    this.#values = new KeptValues({ name: "turn.memory", size, limit: "memorySize" });
  }

  get isLoaded(): boolean {
    return this.#values.isLoaded;
  }

  get isWaiting(): boolean {
    return this.#values.isWaiting;
  }

  begin(): void {
    this.#read.clear();
    this.#own.clear();
  }

  readonly get = async <T extends JsonValue>(key: string): Promise<T | undefined> => {
    findStateStore(this.#init.core, "turn.memory.get");
    if (this.#values.hasChange(key)) this.#own.add(key);
    else {
      await readState(() => this.load());
      this.#remember(key);
    }
    // Its author knows what was set.
    return this.#values.get(key) as T | undefined;
  };

  readonly set = (key: string, value: JsonValue | undefined): void => {
    findStateStore(this.#init.core, "turn.memory.set");
    findLog(this.#init.log, "turn.memory.set");
    this.#values.set(key, value);
  };

  readonly update = async <T extends JsonValue | undefined>(
    key: string,
    change: (old: T | undefined) => T,
  ): Promise<T> => {
    findStateStore(this.#init.core, "turn.memory.update");
    const log = findLog(this.#init.log, "turn.memory.update");
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
    return this.#values.toChange(key, made).value as T;
  };

  /** Reads it as it is now. */
  async load(): Promise<void> {
    const { core, place } = this.#init;
    const { scope, contextId } = place;
    const store = findStateStore(core, "turn.memory");
    const found = await store.ofContext({ scope, contextId });
    const version = found?.version ?? 0;
    // A slow read, of before a write or a faster read.
    if (this.isLoaded && version < this.#version) return;
    this.#version = version;
    this.#values.load(found?.values ?? {});
  }

  /** It has another version in the store. */
  unload(): void {
    this.#values.unload();
  }

  /** Fails for a value that was read, and has changed since. */
  take(update: MemoryUpdate | undefined): StoredMemory | undefined {
    const { sealed } = this.#values;
    if (sealed.length === 0 && update === undefined) return undefined;
    for (const key of sealed) this.#checkRead(key);
    this.#updated = update?.key;
    const values = this.#values.take();
    return { version: this.#version, values: update === undefined ? values : this.#update(update) };
  }

  written({ version, values }: StoredMemory): void {
    const known = this.#version;
    this.#version = version + 1;
    for (const key of this.#values.written(values)) {
      // The turn knows what it has made of a value.
      if (this.#read.has(key) || this.#own.has(key) || key === this.#updated) this.#remember(key);
    }
    // Another task has written it since, and this one has read that before it heard of its own write.
    if (known > this.#version) this.unload();
  }

  seal(): void {
    this.#values.seal();
  }

  dropUnsealed(): void {
    this.#values.dropUnsealed();
  }

  drop(): void {
    this.#values.drop();
  }

  /** All values with those that wait, and with an update of one. */
  #update({ key, change }: MemoryUpdate): JsonObject {
    try {
      return this.#values.take(this.#values.toChange(key, change(this.#values.get(key))));
    } catch (cause) {
      throw new UpdateError(cause);
    }
  }

  /** The turn knows a value as it is stored. */
  #remember(key: string): void {
    this.#read.set(key, textOf(this.#values.stored(key)));
  }

  #checkRead(key: string): void {
    if (!this.#read.has(key) || this.#read.get(key) === textOf(this.#values.stored(key))) return;
    throw new AuthorError(
      `turn.memory.set: the value ${JSON.stringify(key)} has changed since it was read, by another task of the context: use turn.memory.update`,
    );
  }
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
