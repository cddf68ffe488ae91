import { longestTimer } from "../../core/time.ts";
import type { TaskStore } from "../contract/task-store.ts";

/** A store's leases on tasks: the process at work on a task holds one. */
export interface TaskLeases {
  readonly renew: NonNullable<TaskStore["renewLeases"]>;
  readonly expired: NonNullable<TaskStore["expiredLeases"]>;
  /** Milliseconds that a lease lasts from a write or a renewal on. */
  readonly ms: number;
}

/** A lease is renewed after a third of its time, by timers of at least 10 milliseconds. */
const shortestMs = 30;

/** What the methods were called before the first release: a store with these would run without leases. */
const earlierNames = { hold: "renewLeases", lapsed: "expiredLeases" } as const;

/**
 * Undefined if the store has no leases or they are disabled; throws a TypeError for one of its two methods.
 */
export function findLeases(store: TaskStore, leaseMs: number): TaskLeases | undefined {
  for (const [earlier, name] of Object.entries(earlierNames)) {
    if (earlier in store) throw new TypeError(`store.${earlier}: is named ${name} now; rename it`);
  }
  const { renewLeases, expiredLeases } = store;
  if ((renewLeases === undefined) !== (expiredLeases === undefined)) {
    const [found, missing] =
      renewLeases === undefined ? ["expiredLeases", "renewLeases"] : ["renewLeases", "expiredLeases"];
    throw new TypeError(
      `store: expected both renewLeases and expiredLeases, or neither; found ${found} without ${missing}`,
    );
  }
  if (renewLeases === undefined || expiredLeases === undefined || leaseMs === 0) return undefined;
  return {
    renew: renewLeases.bind(store),
    expired: expiredLeases.bind(store),
    ms: Math.min(Math.max(leaseMs, shortestMs), longestTimer),
  };
}
