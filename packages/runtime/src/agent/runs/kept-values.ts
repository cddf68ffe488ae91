import { copyJson } from "../../core/copy-json.ts";
import type { JsonObject, JsonValue } from "../../core/index.ts";
import { own } from "../../core/object.ts";
import { LimitError } from "./task-failure.ts";

type Value = JsonValue | undefined;

export interface KeptValuesInit {
  /** For errors: "turn.state". */
  readonly name: string;
  /** UTF-16 code units that all values may have together as JSON, and the limit that says so. */
  readonly size: number;
  readonly limit: string;
}

/** A value that replaces another one; undefined removes it. */
export interface Change {
  readonly key: string;
  readonly value: Value;
  /** UTF-16 code units, with the key. */
  readonly size: number;
}

/** Values by key as they are stored, and changes of them that wait to be written. */
export class KeptValues {
  readonly #init: KeptValuesInit;
  #stored: JsonObject | undefined;
  /** Of what is stored, by key; undefined until somebody asks. */
  #sizes: Map<string, number> | undefined;
  /** Changes that no event has followed. */
  readonly #open = new Map<string, Change>();
  /** Changes that an event has followed, with which they are written. */
  readonly #sealed = new Map<string, Change>();
  /** The changes that are being written, and those of them that were sealed. */
  #taken: readonly Change[] = [];
  #takenSealed: ReadonlySet<Change> = new Set();

  constructor(init: KeptValuesInit) {
    this.#init = init;
  }

  /** Whether what is stored was read. */
  get isLoaded(): boolean {
    return this.#stored !== undefined;
  }

  /** Whether changes wait to be written. */
  get isWaiting(): boolean {
    return this.#open.size > 0 || this.#sealed.size > 0;
  }

  /** The keys of the changes that are sealed. */
  get sealed(): readonly string[] {
    return [...this.#sealed.keys()];
  }

  /** This is stored. */
  load(values: JsonObject): void {
    this.#stored = values;
    this.#sizes = undefined;
  }

  /** What is stored is another one by now. */
  unload(): void {
    this.#stored = undefined;
    this.#sizes = undefined;
  }

  hasChange(key: string): boolean {
    return this.#open.has(key) || this.#sealed.has(key);
  }

  /** A value as it is stored. */
  stored(key: string): Value {
    // Members of JSON are JSON.
    return own(this.#stored ?? {}, key) as Value;
  }

  /** A copy of a value, with the changes that wait. */
  get(key: string): Value {
    const change = this.#open.get(key) ?? this.#sealed.get(key);
    return copyJson(change === undefined ? this.stored(key) : change.value);
  }

  /** Lets a change wait; throws for one that is no JSON, or too large as far as it is known. */
  set(key: string, value: unknown): void {
    const change = this.toChange(key, value);
    this.#checkSize(new Map([...this.#sealed, ...this.#open, [key, change]]));
    this.#open.set(key, change);
  }

  /** A value as the store gives it back. Throws a TypeError for one that JSON does not have. */
  toChange(key: string, value: unknown): Change {
    if (value === undefined) return { key, value, size: 0 };
    if (value instanceof Promise) throw this.#notJson(key, { found: "a promise" });
    let text: unknown;
    try {
      text = JSON.stringify(value);
    } catch (cause) {
      throw this.#notJson(key, { cause });
    }
    if (typeof text !== "string") throw this.#notJson(key);
    return { key, value: JSON.parse(text) as JsonValue, size: sizeOf(key, text) };
  }

  /** An event has followed the changes. */
  seal(): void {
    for (const [key, change] of this.#open) this.#sealed.set(key, change);
    this.#open.clear();
  }

  /** All values, with the changes that are sealed and one more; throws a LimitError if they are too large. */
  take(more?: Change): JsonObject {
    this.#takenSealed = new Set(this.#sealed.values());
    const changes = new Map(this.#sealed);
    if (more !== undefined) changes.set(more.key, more);
    this.#checkSize(changes);
    this.#taken = [...changes.values()];
    const values = new Map(Object.entries(this.#stored ?? {}));
    for (const { key, value } of this.#taken) {
      if (value === undefined) values.delete(key);
      else values.set(key, value);
    }
    // fromEntries makes own properties even of \"__proto__\".
    return Object.fromEntries(values);
  }

  /** What was taken is stored; returns the keys that have changed. */
  written(values: JsonObject): readonly string[] {
    this.#stored = values;
    const taken = this.#taken;
    this.#taken = [];
    for (const change of taken) {
      if (change.value === undefined) this.#sizes?.delete(change.key);
      else this.#sizes?.set(change.key, change.size);
    }
    // What was set again in the meantime goes on waiting.
    for (const [key, change] of this.#sealed) if (this.#takenSealed.has(change)) this.#sealed.delete(key);
    return taken.map(({ key }) => key);
  }

  dropUnsealed(): void {
    this.#open.clear();
  }

  drop(): void {
    this.#open.clear();
    this.#sealed.clear();
  }

  #checkSize(changes: ReadonlyMap<string, Change>): void {
    this.#sizes ??= new Map(
      Object.entries(this.#stored ?? {}).map(([key, value]) => [key, sizeOf(key, JSON.stringify(value))]),
    );
    let total = "{}".length;
    for (const [key, size] of this.#sizes) if (!changes.has(key)) total += size;
    for (const { size } of changes.values()) total += size;
    const { name, size: most, limit } = this.#init;
    if (total <= most) return;
    throw new LimitError(
      `${name}: ${total} UTF-16 code units of JSON, expected at most ${most}, the limit ${limit} of createAgent`,
    );
  }

  #notJson(
    key: string,
    { found = "something else", cause }: { readonly found?: string; readonly cause?: unknown } = {},
  ): TypeError {
    const text = `${this.#init.name}: expected JSON for ${JSON.stringify(key)}, found ${found}`;
    return new TypeError(text, { cause });
  }
}

/** Of a member in a text of JSON. */
function sizeOf(key: string, text: string): number {
  return JSON.stringify(key).length + text.length + ":,".length;
}
