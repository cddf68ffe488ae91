import { observeIterator, type SafeObservation, type SafeObserver } from "../../service/observe.ts";
import type { TurnWork } from "../../service/observer.ts";

/** Shows an observer a turn: how its author's code runs, and what it yields. */
export class ObservedTurn {
  readonly #observer: SafeObserver;
  readonly #work: Omit<TurnWork, "kind" | "waitMs">;
  /** When the message came, by `performance.now`; undefined if another process got it. */
  readonly #since: number | undefined;
  #observed: SafeObservation | undefined;
  #stopped: { readonly error: unknown } | undefined;

  constructor(observer: SafeObserver, work: Omit<TurnWork, "kind" | "waitMs">, since: number | undefined) {
    this.#observer = observer;
    this.#work = work;
    this.#since = since;
  }

  /** Undefined before it begins, and where it is of no interest. */
  get observed(): SafeObservation | undefined {
    return this.#observed;
  }

  begin(): void {
    const waitMs = this.#since === undefined ? undefined : Math.max(0, performance.now() - this.#since);
    this.#observed = this.#observer.begin({ kind: "turn", ...this.#work, waitMs });
  }

  run<T>(work: () => T): T {
    return this.#observed === undefined ? work() : this.#observed.run(work);
  }

  iterate(open: () => AsyncIterator<unknown>): AsyncIterator<unknown> {
    const observed = this.#observed;
    if (observed === undefined) return open();
    return observeIterator(observed, observed.run(open), (event) => observed.answer(event));
  }

  step(name: string): SafeObservation | undefined {
    const { taskId } = this.#work;
    return this.#observer.begin({ kind: "step", name, taskId, within: this.#observed });
  }

  /** The author is asked to stop, which is why the turn ends unless it fails. */
  stop(reason: unknown): void {
    this.#stopped ??= { error: reason };
  }

  end(failure: { readonly error: unknown } | undefined = this.#stopped): void {
    this.#observed?.end(failure);
  }
}
