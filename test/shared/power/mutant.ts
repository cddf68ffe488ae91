import type { Effect, FaultBinding } from "../faults/fault.ts";
import type { KitKind, KitVersion } from "../probe/probe-kit.ts";

/** A right agent with one thing changed, made from the model and the profile. */
export interface Mutant {
  /** "answer of GetTask: status.state: another value, TASK_STATE_FAILED". */
  readonly name: string;
  readonly agent: KitKind;
  readonly binding: FaultBinding;
  readonly version: KitVersion;
  /** Made anew for each run: some remember what came before. */
  readonly effect: () => Effect;
}

/** The rest of a mutant is that of its group. */
export type Row = readonly [name: string, effect: Effect | (() => Effect)];
