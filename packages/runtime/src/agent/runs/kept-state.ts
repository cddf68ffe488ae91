import type { JsonObject, JsonValue } from "../../core/index.ts";
import type { TurnState } from "../contract/turn-state.ts";
import { findLog, findStateStore, type KeptInit, readState } from "./kept-init.ts";
import { KeptValues } from "./kept-values.ts";

/** `turn.state`: only this process writes it while the task is at work. */
export class KeptState implements TurnState {
  readonly #init: KeptInit;
  readonly #values: KeptValues;
  #reading: Promise<void> | undefined;
  /** How often it was unloaded: what was read before does not count. */
  #unloads = 0;

  constructor(init: KeptInit) {
    this.#init = init;
    const size = init.core.limits.stateSize;
    this.#values = new KeptValues({ name: "turn.state", size, limit: "stateSize" });
    if (init.isNew) this.#values.load({});
  }

  get isLoaded(): boolean {
    return this.#values.isLoaded;
  }

  get isWaiting(): boolean {
    return this.#values.isWaiting;
  }

  readonly get = async <T extends JsonValue>(key: string): Promise<T | undefined> => {
    findStateStore(this.#init.core, "turn.state.get");
    await readState(() => this.load());
    // Its author knows what was set.
    return this.#values.get(key) as T | undefined;
  };

  readonly set = (key: string, value: JsonValue | undefined): void => {
    findStateStore(this.#init.core, "turn.state.set");
    findLog(this.#init.log, "turn.state.set");
    this.#values.set(key, value);
  };

  /** Reads it, unless it is there. */
  async load(): Promise<void> {
    while (!this.isLoaded) {
      this.#reading ??= this.#read();
      await this.#reading;
    }
  }

  /** It may be another one in the store. */
  unload(): void {
    this.#values.unload();
    this.#reading = undefined;
    this.#unloads++;
  }

  take(): JsonObject | undefined {
    return this.#values.sealed.length > 0 ? this.#values.take() : undefined;
  }

  written(values: JsonObject): void {
    this.#values.written(values);
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

  async #read(): Promise<void> {
    const { core, place } = this.#init;
    const store = findStateStore(core, "turn.state");
    const unloads = this.#unloads;
    try {
      const values = await store.ofTask(place.taskId);
      if (unloads === this.#unloads) this.#values.load(values ?? {});
    } finally {
      if (unloads === this.#unloads) this.#reading = undefined;
    }
  }
}
