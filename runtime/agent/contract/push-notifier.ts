import type { ServiceDefinition } from "../../service/index.ts";
import type { StreamResponse, Task, TaskPushNotificationConfig } from "../generated/lf/a2a/v1/a2a_types.ts";

/** A configuration as it is kept: complete, and with what its deliveries have to know. */
export interface StoredPushConfig {
  /** With `id` and `taskId`. */
  readonly config: TaskPushNotificationConfig & { readonly id: string; readonly taskId: string };
  /** Name of the profile that the client speaks, in whose form it is notified. */
  readonly profile: string;
  /** Version of the task up to which the webhook was told everything. */
  readonly version: number;
}

/** The task's side of push notifications, which the agent gives to the notifier. */
export interface PushSource {
  /** The service whose events the updates are. */
  readonly service: ServiceDefinition;
  /** The updates of a task after a version, each with the version that it makes; ends when the task is terminal. */
  follow(
    taskId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncIterable<{ readonly event: StreamResponse; readonly version: number }>;
  /** The whole task as it is now, for clients that are told of nothing less; undefined when there is none. */
  read(taskId: string): Promise<{ readonly task: Task; readonly version: number } | undefined>;
  /** Told of deliveries that were given up. */
  onError(error: unknown, taskId: string): void;
}

/**
 * Keeps the push notification configurations of tasks and delivers. The agent has checked already that
 * the caller may see the task.
 */
export interface PushNotifier {
  /** Called once, when the agent is made. */
  start(source: PushSource): void;
  /**
   * Adds or replaces a configuration; the updates after `version` are delivered to it. Fails with
   * INVALID_ARGUMENT when its URL may not be called.
   */
  set(config: StoredPushConfig): Promise<void>;
  get(taskId: string, id: string): Promise<TaskPushNotificationConfig | undefined>;
  list(taskId: string): Promise<readonly TaskPushNotificationConfig[]>;
  /** Nothing is sent any more once it has resolved. Nothing happens when there is no such configuration. */
  delete(taskId: string, id: string): Promise<void>;
  /** Ends deliveries; resolves when those under way are done, or after `graceMs`. */
  close(graceMs: number): Promise<void>;
}
