import { type Signal, signal } from "@preact/signals";

/** A signal that changes at most once per frame, however often its value is set. */
export class ThrottledSignal<T> {
  readonly #shown: Signal<T>;
  #latest: T;
  #isWaiting = false;

  constructor(value: T) {
    this.#shown = signal(value);
    this.#latest = value;
  }

  /** The value of the latest frame; readers render again when it changes. */
  get value(): T {
    return this.#shown.value;
  }

  /** The value set last. */
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
