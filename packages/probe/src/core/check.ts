import type { RequirementId } from "./requirements.ts";
import type { Subject } from "./subject.ts";
import type { Run, Trial } from "./trial.ts";

/**
 * What checks leave to later ones: a task that has ended or waits for its client, another one of its context,
 * one that is open, a text that leads to such a one, the events of a stream, whether webhooks on this machine
 * are taken, a task that was canceled, and whether streams tell the end of their task.
 */
export type Fixture =
  | "task"
  | "context"
  | "open task"
  | "text"
  | "stream"
  | "webhooks"
  | "canceled task"
  | "end of streams";

/** What is sent, and what is found in the answers. */
export interface Check {
  /** Unique; begins with a group of requirements. */
  readonly id: string;
  readonly covers: readonly RequirementId[];
  /** Without these the check is not reached, or finds less. */
  readonly needs?: readonly Fixture[];
  /** What it leaves to others, with an agent that allows it. */
  readonly makes?: readonly Fixture[];
  /** What cannot be used after it. */
  readonly usesUp?: readonly Fixture[];
  /** Messages that reach the author of the agent. */
  readonly works?: number;
  /** Belongs to the checks of `--quick`. */
  readonly isQuick?: true;
  /** Made over the first interface of a version alone: it costs messages, and bindings have no part in it. */
  readonly isOnce?: true;
  /** Needs no credentials that the agent accepts. */
  readonly isOfStrangers?: true;
  /** Can be made beside others. */
  readonly isParallel?: true;
  /** Why the check is not for this interface. */
  readonly except?: (subject: Subject) => string | undefined;
  readonly run: (trial: Trial) => Run;
}
