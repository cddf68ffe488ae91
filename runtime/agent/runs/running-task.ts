import type { Message, Task } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { TaskLog } from "../log/task-log.ts";
import type { TurnRequest } from "./turn.ts";

/** A task that is at work in this process, as the others see it. */
export interface RunningTask {
  readonly id: string;
  /** Resolves when it is known whether the first message is worked on; there is a log then, or it is over. */
  readonly begun: Promise<void>;
  /** Undefined until the task exists. */
  readonly log: TaskLog | undefined;
  /**
   * Keeps a message for the next turn. False when there will be none: the task is at rest. Fails with
   * what its client is told.
   */
  enqueue(request: TurnRequest, size: number): Promise<boolean>;
  /** Asks the author to stop, and resolves when the task is terminal. */
  cancel(): Promise<void>;
  /** Asks the author to stop because the agent does, and resolves when nothing is at work any more. */
  shutDown(graceMs: number): Promise<void>;
  /** Looks at the time, and whether somebody else has written to the log. */
  sweep(now: number): void;
}

/** What came of a message. */
export type Outcome =
  | { readonly kind: "message"; readonly message: Message }
  | {
      readonly kind: "task";
      readonly taskId: string;
      /** The task before anything came of the message; undefined where that is over. */
      readonly beginning: { readonly task: Task; readonly version: number } | undefined;
      /** Where this process works on it; undefined where that is over, or elsewhere. */
      readonly log?: TaskLog | undefined;
    };
