import type { Measured } from "../../core/measure.ts";
import type { EventEntry } from "../log/task-entries.ts";

/** Entries that wait at most, beside those of the append in flight, and their UTF-16 code units. */
const mostEntries = 64;
const mostSize = 1024 * 1024;

/** Pieces of artifacts that wait while others are written, so that all of them go in one append. */
export class WaitingEntries {
  #entries: Measured<EventEntry>[] = [];
  #size = 0;
  /** How many of the first are in flight. */
  #taken = 0;
  #takenSize = 0;

  /** Those in flight included. */
  get count(): number {
    return this.#entries.length;
  }

  /** UTF-16 code units, of those in flight too. */
  get size(): number {
    return this.#size;
  }

  /** Whether some are in flight. */
  get isTaken(): boolean {
    return this.#taken > 0;
  }

  get hasRoom(): boolean {
    return this.#entries.length - this.#taken < mostEntries && this.#size - this.#takenSize < mostSize;
  }

  add(entry: Measured<EventEntry>): void {
    this.#entries.push(entry);
    this.#size += entry.size;
  }

  /** All that wait, for an append. */
  take(): readonly EventEntry[] {
    this.#taken = this.#entries.length;
    this.#takenSize = this.#size;
    return this.#entries.map(({ value }) => value);
  }

  /** Nothing of what was taken was written; it waits again. */
  untake(): void {
    this.#taken = 0;
    this.#takenSize = 0;
  }

  /** Nothing waits any more. */
  drop(): void {
    this.#entries = [];
    this.#size = 0;
    this.untake();
  }

  /** What was taken is written: removes it, and returns its size. */
  remove(): number {
    const size = this.#takenSize;
    this.#entries.splice(0, this.#taken);
    this.#size -= size;
    this.untake();
    return size;
  }
}
