import { longestTimer } from "../../core/time.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import type { TaskStore } from "../contract/task-store.ts";
import type { AgentCore } from "../core/agent-core.ts";

/** How tasks that are at work are held in a store. */
export interface Holding {
  readonly hold: NonNullable<TaskStore["hold"]>;
  readonly lapsed: NonNullable<TaskStore["lapsed"]>;
  /** Milliseconds from one write or renewal on. */
  readonly ms: number;
}

/** A hold is renewed three times, by timers of 10 milliseconds at least. */
const shortest = 30;

/** Undefined when the store knows no holds or nobody wants them; throws a TypeError for one of its two methods. */
export function readHolding(store: TaskStore, leaseMs: number): Holding | undefined {
  if ((store.hold === undefined) !== (store.lapsed === undefined)) {
    const [found, missing] = store.hold === undefined ? ["lapsed", "hold"] : ["hold", "lapsed"];
    throw new TypeError(`store: expected both of hold and lapsed or none, found ${found} without ${missing}`);
  }
  if (store.hold === undefined || store.lapsed === undefined || leaseMs === 0) return undefined;
  return {
    hold: store.hold.bind(store),
    lapsed: store.lapsed.bind(store),
    ms: Math.min(Math.max(leaseMs, shortest), longestTimer),
  };
}

/** Milliseconds for which a task is held once entries are written: while they leave it at work. */
export function holdFor(
  { holding, states }: Pick<AgentCore, "holding" | "states">,
  entries: readonly TaskEntry[],
): number | undefined {
  if (holding === undefined) return undefined;
  const last = entries.findLast((entry) => "statusUpdate" in entry);
  return last === undefined || states.isAtRest(last.statusUpdate.status.state) ? undefined : holding.ms;
}
