/**
 * Remembers notifications that have been taken, so that duplicates are dropped. Give one over a store that
 * several processes share where they receive the notifications of the same webhook.
 */
export interface SeenNotifications {
  /** Whether a notification was taken. */
  has(key: string): boolean | Promise<boolean>;
  /** A notification was taken; `key` is 64 characters of ASCII. */
  add(key: string): unknown;
}

/** Remembers the latest notifications in memory. */
export class MemorySeen implements SeenNotifications {
  readonly #keys = new Set<string>();
  readonly #limit: number;

  /** `limit` notifications are remembered, about 150 bytes each. */
  constructor(limit = 10_000) {
    if (!(limit >= 1)) throw new RangeError(`limit: expected a number from 1, found ${limit}`);
    this.#limit = limit;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#keys.add(key);
    if (this.#keys.size <= this.#limit) return;
    // The first is the oldest.
    const [oldest] = this.#keys;
    if (oldest !== undefined) this.#keys.delete(oldest);
  }
}
