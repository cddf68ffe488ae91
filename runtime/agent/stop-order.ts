import type { CallError } from "../service/index.ts";
import { unref } from "../service/unref.ts";
import type { TaskState } from "./generated/lf/a2a/v1/a2a_types.ts";

/** Why a turn is to stop, and what becomes of its task then. */
export interface Stop {
  readonly reason: CallError;
  readonly state: TaskState;
  readonly text?: string;
}

/** The order to stop, and the time that is left for it. The first who gives it decides what becomes of the task. */
export class StopOrder {
  #first: Stop | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Undefined as long as nobody has given the order. */
  get first(): Stop | undefined {
    return this.#first;
  }

  /** Gives the order, which is `first` then; `onLate` runs after `graceMs` milliseconds, counted from the last one. */
  give(stop: Stop, { graceMs, onLate }: Grace): Stop {
    this.#first ??= stop;
    const first = this.#first;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => onLate(first), Math.min(graceMs, longestTimer));
    unref(this.#timer);
    return first;
  }

  /** The time does not matter any more. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}

export interface Grace {
  readonly graceMs: number;
  readonly onLate: (first: Stop) => void;
}

/** Milliseconds that a timer can wait. */
const longestTimer = 2 ** 31 - 1;
