import type { JsonObject, JsonValue } from "../../core/index.ts";
import type { StoredValues } from "../contract/state-store.ts";
import type { TurnState } from "../contract/turn-state.ts";
import { AuthorError } from "../log/task-entries.ts";
import {
  findLog,
  findStateStore,
  type KeptInit,
  type MemoryUpdate,
  readState,
  UpdateError,
} from "./kept-init.ts";
import { KeptValues } from "./kept-values.ts";

/** What tells `turn.state` and `turn.memory` apart. */
export interface KeptKind {
  readonly name: "turn.state" | "turn.memory";
  readonly limit: "stateSize" | "memorySize";
  /** Whether other tasks write it as well, so that each `get` reads it. */
  readonly isShared: boolean;
  /** For errors: who else may change it, and what to do then. */
  readonly changed: string;
  readonly read: (init: KeptInit) => Promise<StoredValues | undefined>;
}

const stateKind: KeptKind = {
  name: "turn.state",
  limit: "stateSize",
  isShared: false,
  changed: "by another process that was at work on the task: read it again before you set it",
  read: ({ core, place }) => findStateStore(core, "turn.state").ofTask(place.taskId),
};

/**
 * `turn.state`. Another process may write it until the task is this one's: each write says which version it
 * has seen.
 */
export class KeptState implements TurnState {
  protected readonly init: KeptInit;
  protected readonly values: KeptValues;
  readonly #kind: KeptKind;
  #version = 0;
  /** How often it was unloaded: what was read before does not count. */
  #unloads = 0;
  /** The key of the update that is being written. */
  #updated: string | undefined;
  /** The values that the turn has read, as texts. */
  readonly #read = new Map<string, string | undefined>();
  /** The keys of values that the turn has read as it had set them, before they were written. */
  readonly #own = new Set<string>();

  constructor(init: KeptInit, kind = stateKind) {
    this.init = init;
    this.#kind = kind;
    const { name, limit } = kind;
    this.values = new KeptValues({ name, size: init.core.limits[limit], limit });
    if (init.isNew && !kind.isShared) this.values.load({});
  }

  get isLoaded(): boolean {
    return this.values.isLoaded;
  }

  get isWaiting(): boolean {
    return this.values.isWaiting;
  }

  /** A turn begins: what earlier ones have read does not count. */
  begin(): void {
    this.#read.clear();
    this.#own.clear();
  }

  readonly get = async <T extends JsonValue>(key: string): Promise<T | undefined> => {
    findStateStore(this.init.core, `${this.#kind.name}.get`);
    if (this.values.hasChange(key)) this.#own.add(key);
    else {
      if (this.#kind.isShared || !this.isLoaded) await readState(() => this.load());
      this.#remember(key);
    }
    // Its author knows what was set.
    return this.values.get(key) as T | undefined;
  };

  readonly set = (key: string, value: JsonValue | undefined): void => {
    findStateStore(this.init.core, `${this.#kind.name}.set`);
    findLog(this.init.log, `${this.#kind.name}.set`);
    this.values.set(key, value);
  };

  /** Reads it as it is now. */
  async load(): Promise<void> {
    let unloads: number;
    let found: StoredValues | undefined;
    do {
      unloads = this.#unloads;
      found = await this.#kind.read(this.init);
    } while (unloads !== this.#unloads);
    const version = found?.version ?? 0;
    // A slow read, of before a write or a faster read.
    if (this.isLoaded && version < this.#version) return;
    this.#version = version;
    this.values.load(found?.values ?? {});
  }

  /** It may have another version in the store. */
  unload(): void {
    this.values.unload();
    this.#unloads++;
  }

  /** Fails for a value that was read, and has changed since. */
  take(update?: MemoryUpdate): StoredValues | undefined {
    const { sealed } = this.values;
    if (sealed.length === 0 && update === undefined) return undefined;
    for (const key of sealed) this.#checkRead(key);
    this.#updated = update?.key;
    const values = this.values.take();
    return { version: this.#version, values: update === undefined ? values : this.#update(update) };
  }

  written({ version, values }: StoredValues): void {
    const known = this.#version;
    this.#version = version + 1;
    for (const key of this.values.written(values)) {
      // The turn knows what it has made of a value.
      if (this.#read.has(key) || this.#own.has(key) || key === this.#updated) this.#remember(key);
    }
    // Another one has written it since, and this turn has read that before it heard of its own write.
    if (known > this.#version) this.unload();
  }

  seal(): void {
    this.values.seal();
  }

  dropUnsealed(): void {
    this.values.dropUnsealed();
  }

  drop(): void {
    this.values.drop();
  }

  /** All values with those that wait, and with an update of one. */
  #update({ key, change }: MemoryUpdate): JsonObject {
    try {
      return this.values.take(this.values.toChange(key, change(this.values.get(key))));
    } catch (cause) {
      throw new UpdateError(cause);
    }
  }

  /** The turn knows a value as it is stored. */
  #remember(key: string): void {
    this.#read.set(key, textOf(this.values.stored(key)));
  }

  #checkRead(key: string): void {
    if (!this.#read.has(key) || this.#read.get(key) === textOf(this.values.stored(key))) return;
    const { name, changed } = this.#kind;
    throw new AuthorError(
      `${name}.set: the value ${JSON.stringify(key)} has changed since it was read, ${changed}`,
    );
  }
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
