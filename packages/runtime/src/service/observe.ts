import { callHook } from "../core/call-hook.ts";
import { isPromise } from "../core/object.ts";
import type { Failure, Gauges, Observation, Observer, Operation } from "./observer.ts";
import { readCarrier, type TraceCarrier } from "./trace-carrier.ts";

/** An observer that never throws. */
export interface SafeObserver extends Required<Observer> {
  begin(operation: Operation): SafeObservation | undefined;
}

/** An observation that never throws, ends once, and has values. */
export interface SafeObservation extends Observation {
  run<T>(work: () => T): T;
}

type Report = (error: unknown) => void;

/** An observer whose errors are reported instead of thrown; undefined if there is none. */
export function guardObserver(observer: Observer | undefined, report: Report): SafeObserver | undefined {
  if (observer === undefined || observer instanceof GuardedObserver) return observer;
  // Where errors go is a hook of the user as well.
  return new GuardedObserver(observer, (error) => callHook("onError", () => report(error)));
}

/** Observes work to its end; the result is that of the work. */
export async function observeWork<T>(
  observed: SafeObservation,
  work: () => T | Promise<T>,
  onResult?: (result: T) => void,
): Promise<T> {
  try {
    const result = await observed.run(work);
    onResult?.(result);
    observed.end();
    return result;
  } catch (error) {
    observed.end({ error });
    throw error;
  }
}

/** An iterator whose steps belong to an observation. */
export function observeIterator<T>(
  observed: SafeObservation,
  iterator: AsyncIterator<T>,
  onValue?: (value: T) => void,
): AsyncIterator<T> {
  const pull = (): Promise<IteratorResult<T>> => iterator.next();
  return {
    next() {
      const pulled = observed.run(pull);
      if (onValue === undefined) return pulled;
      // An author's own iterator may give its results at once.
      return Promise.resolve(pulled).then((result) => {
        if (result.done !== true) onValue(result.value);
        return result;
      });
    },
    ...(iterator.return && {
      return: (value?: unknown) => observed.run(() => iterator.return?.(value)) as Promise<IteratorResult<T>>,
    }),
  };
}

const { timeOrigin } = performance;

/** Now, in milliseconds since 1970 with their fractions. */
export function preciseTime(): number {
  return timeOrigin + performance.now();
}

class GuardedObserver implements SafeObserver {
  readonly #observer: Observer;
  readonly #report: Report;

  constructor(observer: Observer, report: Report) {
    this.#observer = observer;
    this.#report = report;
  }

  begin(operation: Operation): SafeObservation | undefined {
    const given =
      "within" in operation && operation.within instanceof GuardedObservation
        ? { ...operation, within: operation.within.inner }
        : operation;
    const begun = attempt(this.#report, () => this.#observer.begin(given));
    return begun && new GuardedObservation(begun, this.#report);
  }

  carrier(): TraceCarrier | undefined {
    return safeCarrier(this.#report, () => this.#observer.carrier?.());
  }

  watch(gauges: Gauges): () => void {
    const stop = attempt(this.#report, () => this.#observer.watch?.(gauges));
    return () => attempt(this.#report, () => stop?.());
  }
}

class GuardedObservation implements SafeObservation {
  readonly inner: Observation;
  readonly #report: Report;
  #isEnded = false;

  constructor(inner: Observation, report: Report) {
    this.inner = inner;
    this.#report = report;
  }

  run<T>(work: () => T): T {
    let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
    const once = (): void => {
      try {
        outcome ??= { value: work() };
      } catch (error) {
        outcome = { error };
      }
    };
    attempt(this.#report, () => this.inner.run(once));
    // The observer has not called it.
    once();
    const done = outcome as unknown as { readonly value: T } | { readonly error: unknown };
    if ("error" in done) throw done.error;
    return done.value;
  }

  carrier(): TraceCarrier | undefined {
    return safeCarrier(this.#report, () => this.inner.carrier());
  }

  request(value: unknown): void {
    attempt(this.#report, () => this.inner.request(value));
  }

  answer(value: unknown): void {
    if (!this.#isEnded) attempt(this.#report, () => this.inner.answer(value));
  }

  end(failure?: Failure): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    attempt(this.#report, () => this.inner.end(failure));
  }
}

function attempt<T>(report: Report, call: () => T): T | undefined {
  try {
    const result = call();
    // An unhandled rejection would end the process.
    if (isPromise(result)) result.then(undefined, report);
    return result;
  } catch (error) {
    report(error);
    return undefined;
  }
}

/** Observers are user code: what they carry is bounded, too. */
function safeCarrier(report: Report, find: () => TraceCarrier | undefined): TraceCarrier | undefined {
  const carrier = attempt(report, find);
  return carrier && readCarrier((name) => carrier[name as keyof TraceCarrier]);
}
