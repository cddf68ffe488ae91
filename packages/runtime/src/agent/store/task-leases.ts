import { longestTimer } from "../../core/time.ts";
import type { TaskStore } from "../contract/task-store.ts";

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
