import { startTimer } from "../../core/time.ts";
import type { CallError } from "../../service/index.ts";
import type { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";

/** Why a turn is to stop, and what becomes of its task then. */
export interface Stop {
  readonly reason: CallError;
  readonly state: TaskState;
  readonly text?: string;
}

/** The order to stop, and the time that is left for it. The first who gives it decides what becomes of the task. */
export class StopOrder {
  #first: Stop | undefined;
  #stopTimer: (() => void) | undefined;

  /** Undefined as long as nobody has given the order. */
  get first(): Stop | undefined {
    return this.#first;
  }

  /** Gives the order, which is `first` then; `onLate` runs after `graceMs` milliseconds, counted from the last one. */
  give(stop: Stop, { graceMs, onLate }: Grace): Stop {
    this.#first ??= stop;
    const first = this.#first;
    this.clear();
    this.#stopTimer = startTimer(graceMs, () => onLate(first), { unref: true });
    return first;
  }

  /** The time does not matter any more. */
  clear(): void {
    this.#stopTimer?.();
  }
}

export interface Grace {
  readonly graceMs: number;
  readonly onLate: (first: Stop) => void;
}
