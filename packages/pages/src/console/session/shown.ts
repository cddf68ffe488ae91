import { type Signal, signal } from "@preact/signals";

/** A value that the page shows as it is at the next picture, however often it changes until then. */
export class Shown<T> {
  readonly #shown: Signal<T>;
  #latest: T;
  #isWaiting = false;

  constructor(value: T) {
    this.#shown = signal(value);
    this.#latest = value;
  }

  /** As it is shown: what reads it is drawn again when it changes. */
  get value(): T {
    return this.#shown.value;
  }

  /** As it is. */
  get latest(): T {
    return this.#latest;
  }

  set(value: T): void {
    this.#latest = value;
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      this.#shown.value = this.#latest;
    });
  }
}
