/**
 * Limits concurrent work, in total and for each key. Work that waits for its key does not block other keys.
 */
export class Slots {
  readonly #maximum: number;
  readonly #perKey: number;
  #active = 0;
  readonly #keys = new Map<string, KeySlots>();
  /** Keys with work that needs only a free slot, the longest waiting first. */
  readonly #ready = new Set<string>();

  constructor(maximum: number, perKey: number) {
    this.#maximum = maximum;
    this.#perKey = perKey;
  }

  /** Resolves with a function that frees the slot; rejects with the signal's reason if that is aborted. */
  acquire(key: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const slots = this.#slotsOf(key);
      const waiter = (): void => {
        signal.removeEventListener("abort", leave);
        resolve(this.#take(key, slots));
      };
      const leave = (): void => {
        slots.waiting.delete(waiter);
        this.#update(key, slots);
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", leave, { once: true });
      slots.waiting.add(waiter);
      this.#update(key, slots);
      this.#admit();
    });
  }

  #take(key: string, slots: KeySlots): () => void {
    this.#active++;
    slots.active++;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#active--;
      slots.active--;
      this.#update(key, slots);
      this.#admit();
    };
  }

  #admit(): void {
    while (this.#active < this.#maximum) {
      const [key] = this.#ready;
      const slots = key === undefined ? undefined : this.#keys.get(key);
      const [waiter] = slots?.waiting ?? [];
      if (key === undefined || slots === undefined || waiter === undefined) return;
      slots.waiting.delete(waiter);
      waiter();
      // To the end, so that keys alternate.
      this.#ready.delete(key);
      this.#update(key, slots);
    }
  }

  #update(key: string, slots: KeySlots): void {
    if (slots.waiting.size > 0 && slots.active < this.#perKey) this.#ready.add(key);
    else this.#ready.delete(key);
    if (slots.active === 0 && slots.waiting.size === 0) this.#keys.delete(key);
  }

  #slotsOf(key: string): KeySlots {
    let slots = this.#keys.get(key);
    if (slots !== undefined) return slots;
    slots = { active: 0, waiting: new Set() };
    this.#keys.set(key, slots);
    return slots;
  }
}

interface KeySlots {
  active: number;
  readonly waiting: Set<() => void>;
}
