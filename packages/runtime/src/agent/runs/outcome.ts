import type { NewTask } from "../contract/task-store.ts";
import type { NewWebhook } from "../contract/webhook-store.ts";
import type { Message, Task } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { TaskLog } from "../log/task-log.ts";

export interface StartOptions {
  readonly idempotency: NewTask["idempotency"];
  /** Lets the task wait. */
  readonly queue?: NewTask["queue"];
  /** The webhook that comes with the message. */
  readonly push: MessagePush | undefined;
}

/** The webhook that comes with a message. */
export interface MessagePush {
  /** The webhook that is stored with a new task; undefined if it is set later. Fails if it is not allowed. */
  admit(taskId: string, version: number): NewWebhook | undefined;
  /** The store has added it. */
  added(): void;
  /** Sets it for a task that exists, before the message is worked on; if it fails the message is refused. */
  set(taskId: string, version: number): Promise<void>;
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
