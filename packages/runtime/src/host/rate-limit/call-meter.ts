/** So many calls within so many seconds: all at once, or evenly over that time. */
export interface CallRate {
  readonly calls: number;
  readonly perSeconds: number;
}

export interface CallMeterInit extends CallRate {
  /** How many keys are kept. */
  readonly keys: number;
  /** Milliseconds from any time on. */
  readonly now: () => number;
}

/**
 * Counts the calls of each key by the generic cell rate algorithm: a bucket of `calls` tokens that fills up
 * in `perSeconds`, kept as the time when it is full again. Of too many keys it forgets the half that was used
 * least recently; every operation takes constant time.
 */
export class CallMeter {
  readonly #init: CallMeterInit;
  readonly #windowMs: number;
  readonly #intervalMs: number;
  /** When the buckets are full, in milliseconds: those that were used since the last half was forgotten. */
  #recent = new Map<string, number>();
  #older = new Map<string, number>();

  constructor(init: CallMeterInit) {
    this.#init = init;
    this.#windowMs = init.perSeconds * 1000;
    this.#intervalMs = this.#windowMs / init.calls;
  }

  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /** Milliseconds until the key has a call left; 0 if it has one. */
  waitMs(key: string): number {
    const wait = this.#debtMs(key) + this.#intervalMs - this.#windowMs;
    // Sums of fractions are not exact.
    return wait > Math.min(1, this.#intervalMs / 100) ? wait : 0;
  }

  /** Counts a call and returns 0, or returns the milliseconds to wait. */
  take(key: string): number {
    const wait = this.waitMs(key);
    if (wait === 0) this.#owe(key, this.#debtMs(key) + this.#intervalMs);
    return wait;
  }

  /** Undoes `take`. */
  giveBack(key: string): void {
    this.#owe(key, this.#debtMs(key) - this.#intervalMs);
  }

  /** Refuses the key for some milliseconds. */
  block(key: string, ms: number): void {
    this.#owe(key, Math.max(this.#debtMs(key), ms + this.#windowMs - this.#intervalMs));
  }

  /** Milliseconds until the bucket is full. */
  #debtMs(key: string): number {
    const fullAt = this.#recent.get(key) ?? this.#older.get(key) ?? 0;
    return Math.max(0, fullAt - this.#init.now());
  }

  #owe(key: string, ms: number): void {
    this.#older.delete(key);
    if (ms <= 0) {
      this.#recent.delete(key);
      return;
    }
    this.#recent.set(key, this.#init.now() + ms);
    if (this.#recent.size * 2 < this.#init.keys) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}
