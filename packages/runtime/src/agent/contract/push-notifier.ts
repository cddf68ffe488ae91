import type { Observer, ServiceDefinition } from "../../service/index.ts";
import type { StreamResponse, Task, TaskPushNotificationConfig } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { StoredPushConfig, WebhookRoom, WebhookStore } from "./webhook-store.ts";

/** An update of a task, with the version that it makes. */
export interface TaskUpdate {
  readonly event: StreamResponse;
  readonly version: number;
  /** Whether the next update is available. */
  readonly more?: boolean;
}

/** How an older version calls the agent's service: a `ServiceTranslation` of `@a2agen/translate`. */
export interface PushTranslation {
  readonly older: ServiceDefinition;
  readonly newer: ServiceDefinition;
  readonly methods: readonly {
    /** Members of the services' interfaces. */
    readonly older: string;
    readonly newer: string;
    /** Of the answer, or of each event. */
    readonly response: { downgrade(value: unknown): { readonly value: unknown } };
  }[];
}

/** The agent's side of push notifications, which it gives to the notifier. */
export interface PushSource {
  /** The service whose events the updates are. */
  readonly service: ServiceDefinition;
  /** To the versions that the agent itself is written in, besides those that the notifier is given. */
  readonly older?: readonly PushTranslation[] | undefined;
  /** The updates of a task after a version; ends when the task is terminal. */
  follow(taskId: string, after: number, signal: AbortSignal): AsyncIterable<TaskUpdate>;
  /** The whole task as it is now, for clients that receive whole tasks; undefined if there is none. */
  read(taskId: string): Promise<{ readonly task: Task; readonly version: number } | undefined>;
  /** Where the store keeps webhooks, if it does. */
  readonly webhooks?: WebhookStore | undefined;
  /** Called with each delivery of a notification; the promise does not reject. */
  readonly background?: ((work: Promise<void>) => void) | undefined;
  /** Is told of every attempt. */
  readonly observer?: Observer | undefined;
  /** Called with the errors of deliveries that were given up. */
  onError(error: unknown, taskId: string | undefined): void;
}

/**
 * Keeps the push notification configurations of tasks, and delivers the notifications. The agent has already
 * checked that the caller may see the task.
 */
export interface PushNotifier {
  /** Called once, when the agent is made. */
  start(source: PushSource): void;
  /**
   * Adds or replaces a configuration, to which the updates after `version` are delivered. Fails with
   * INVALID_ARGUMENT if its URL may not be called.
   */
  set(config: StoredPushConfig): Promise<void>;
  /**
   * For a configuration that the store adds together with its task: fails as `set` does if its URL may not be
   * called, and returns how many there may be. Undefined if the notifier does not take it from the store, so
   * that it is set once the task exists; a process that dies in between loses it.
   */
  admit?(config: StoredPushConfig): WebhookRoom | undefined;
  /** The store has added a configuration that was admitted. */
  added?(): void;
  /** A configuration of a task; undefined if there is none. */
  get(taskId: string, id: string): Promise<TaskPushNotificationConfig | undefined>;
  /** All configurations of a task. */
  list(taskId: string): Promise<readonly TaskPushNotificationConfig[]>;
  /** Nothing more is sent once it has resolved. Does nothing for an unknown configuration. */
  delete(taskId: string, id: string): Promise<void>;
  /** Ends the deliveries; resolves when those in flight are done, or after `graceMs`. */
  close(graceMs: number): Promise<void>;
}
