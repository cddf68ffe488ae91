import type { StateWrites } from "../contract/state-store.ts";
import type { KeptInit, MemoryUpdate } from "./kept-init.ts";
import { KeptMemory } from "./kept-memory.ts";
import { KeptState } from "./kept-state.ts";

/** What a run keeps of its task and context, and has not written yet; made when its author asks for it. */
export class Kept {
  readonly #init: KeptInit;
  #state: KeptState | undefined;
  #memory: KeptMemory | undefined;

  constructor(init: KeptInit) {
    this.#init = init;
  }

  get state(): KeptState {
    this.#state ??= new KeptState(this.#init);
    return this.#state;
  }

  get memory(): KeptMemory {
    this.#memory ??= new KeptMemory(this.#init);
    return this.#memory;
  }

  /** A turn begins: what earlier ones have read does not count. */
  begin(): void {
    this.#state?.begin();
    this.#memory?.begin();
  }

  /** Reads what `take` needs, if that is not there yet. */
  load(update: MemoryUpdate | undefined): Promise<unknown> | undefined {
    const needsState = this.#state?.isWaiting === true && !this.#state.isLoaded;
    const needsMemory = (this.#memory?.isWaiting === true || update !== undefined) && !this.memory.isLoaded;
    if (!needsState && !needsMemory) return undefined;
    return Promise.all([needsState && this.state.load(), needsMemory && this.memory.load()]);
  }

  /** Both may have other versions in the store. */
  unload(): void {
    this.#state?.unload();
    this.#memory?.unload();
  }

  /** The state may be another one in the store. */
  unloadState(): void {
    this.#state?.unload();
  }

  /** An event follows what was set: it is written with that, and not before. */
  seal(): void {
    this.#state?.seal();
    this.#memory?.seal();
  }

  /** What is sealed, for an append. */
  take(update: MemoryUpdate | undefined): StateWrites | undefined {
    const state = this.#state?.take();
    const memory = update === undefined ? this.#memory?.take(undefined) : this.memory.take(update);
    if (state === undefined && memory === undefined) return undefined;
    return { ...(state && { state }), ...(memory && { memory }) };
  }

  /** What was taken is in the store. */
  written({ state, memory }: StateWrites): void {
    if (state !== undefined) this.state.written(state);
    if (memory !== undefined) this.memory.written(memory);
  }

  /** What no event has followed is not written any more. */
  dropUnsealed(): void {
    this.#state?.dropUnsealed();
    this.#memory?.dropUnsealed();
  }

  /** Nothing that waits is written any more. */
  drop(): void {
    this.#state?.drop();
    this.#memory?.drop();
  }
}
