import type { NewTask } from "../contract/task-store.ts";
import type { Message, Task } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { TaskLog } from "../log/task-log.ts";

export interface StartOptions {
  readonly repeat: NewTask["repeat"];
  /** Lets the task wait. */
  readonly queue?: NewTask["queue"];
  /** Runs once the task exists and before it is worked on; if it fails there is no task. */
  readonly prepare: ((taskId: string, version: number) => Promise<void>) | undefined;
}

/** The result of a message. */
export type Outcome =
  | { readonly kind: "message"; readonly message: Message }
  | {
      readonly kind: "task";
      readonly taskId: string;
      /** The task before the first event of this run; undefined if it has to be read. */
      readonly before: { readonly task: Task; readonly version: number } | undefined;
      /** The log in this process; undefined if the run is over, or in another process. */
      readonly log?: TaskLog | undefined;
    };

export type TaskOutcome = Extract<Outcome, { readonly kind: "task" }>;
