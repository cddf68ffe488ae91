import { longestTimer } from "../../core/time.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import type { TaskStore } from "../contract/task-store.ts";
import type { TaskStates } from "../core/task-states.ts";

/** A store's leases on tasks: the process at work on a task holds one. */
export interface TaskLeases {
  readonly hold: NonNullable<TaskStore["hold"]>;
  readonly lapsed: NonNullable<TaskStore["lapsed"]>;
  /** Milliseconds that a lease lasts from a write or a renewal on. */
  readonly ms: number;
}

/** A lease is renewed after a third of its time, by timers of at least 10 milliseconds. */
const shortestMs = 30;

/** Undefined if the store has no leases or they are disabled; throws a TypeError for one of its two methods. */
export function findLeases(store: TaskStore, leaseMs: number): TaskLeases | undefined {
  if ((store.hold === undefined) !== (store.lapsed === undefined)) {
    const [found, missing] = store.hold === undefined ? ["lapsed", "hold"] : ["hold", "lapsed"];
    throw new TypeError(`store: expected both of hold and lapsed or none, found ${found} without ${missing}`);
  }
  if (store.hold === undefined || store.lapsed === undefined || leaseMs === 0) return undefined;
  return {
    hold: store.hold.bind(store),
    lapsed: store.lapsed.bind(store),
    ms: Math.min(Math.max(leaseMs, shortestMs), longestTimer),
  };
}

/** Milliseconds of the lease once entries are written; undefined unless they leave the task at work. */
export function leaseFor(
  { leases, states }: { readonly leases: TaskLeases | undefined; readonly states: TaskStates },
  entries: readonly TaskEntry[],
): number | undefined {
  if (leases === undefined) return undefined;
  const last = entries.findLast((entry) => "statusUpdate" in entry);
  return last === undefined || states.isAtRest(last.statusUpdate.status.state) ? undefined : leases.ms;
}
