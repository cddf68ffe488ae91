import { startTimer } from "../../core/time.ts";
import type { CallError } from "../../service/index.ts";
import type { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";

/** Why a run stops, and the state in which it leaves its task. */
export interface Stop {
  readonly reason: CallError;
  readonly state: TaskState;
  readonly text?: string;
  /** Leaves the task at work, for another process to go on with. */
  readonly handsOver?: boolean;
}

/** The order to stop a run, with its grace period. The first order decides the state of the task. */
export class StopOrder {
  #first: Stop | undefined;
  #stopTimer: (() => void) | undefined;

  /** Undefined until the order is given. */
  get first(): Stop | undefined {
    return this.#first;
  }

  /** Gives the order and returns the first one; `onLate` runs `graceMs` milliseconds after the latest one. */
  give(stop: Stop, { graceMs, onLate }: Grace): Stop {
    this.#first ??= stop;
    const first = this.#first;
    this.clear();
    this.#stopTimer = startTimer(graceMs, () => onLate(first), { unref: true });
    return first;
  }

  /** Ends the grace period without `onLate`. */
  clear(): void {
    this.#stopTimer?.();
  }
}

export interface Grace {
  readonly graceMs: number;
  readonly onLate: (first: Stop) => void;
}
