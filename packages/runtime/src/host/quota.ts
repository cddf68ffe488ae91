/** The most bytes buffered at once: in total, and for each caller that `authenticate` names. */
export interface QuotaLimits {
  readonly total: number;
  readonly caller: number;
}

/** Tracks buffered bytes, in total and per caller. Accepts an oversized item only when empty. */
export class Quota {
  readonly #limits: QuotaLimits;
  readonly #byOwner = new Map<string, number>();
  #total = 0;

  constructor(limits: QuotaLimits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  fits(size: number, owner: string | undefined): boolean {
    const { total, caller } = this.#limits;
    if (this.#total > 0 && this.#total + size > total) return false;
    const own = owner === undefined ? 0 : (this.#byOwner.get(owner) ?? 0);
    return own === 0 || own + size <= caller;
  }

  /** Counts a size; a negative one releases it. */
  add(size: number, owner: string | undefined): void {
    this.#total += size;
    if (owner === undefined) return;
    const own = (this.#byOwner.get(owner) ?? 0) + size;
    if (own === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, own);
  }
}
