import type { RequirementId } from "./requirements.ts";
import type { Subject } from "./subject.ts";
import type { Run, Trial } from "./trial.ts";

/** What is sent, and what is found in the answers. */
export interface Check {
  /** Unique; begins with a group of requirements. */
  readonly id: string;
  readonly covers: readonly RequirementId[];
  /** Messages that reach the author of the agent. */
  readonly works?: number;
  /** Belongs to the checks of `--quick`. */
  readonly isQuick?: true;
  /** Made over the first interface of a version alone: it costs messages, and bindings have no part in it. */
  readonly isOnce?: true;
  /** Can be made beside others. */
  readonly isParallel?: true;
  /** Why the check is not for this interface. */
  readonly except?: (subject: Subject) => string | undefined;
  readonly run: (trial: Trial) => Run;
}
