import type { TraceCarrier } from "../../service/index.ts";
import type { TaskPushNotificationConfig } from "../generated/lf/a2a/v1/a2a_types.ts";

/** A complete configuration, with what its deliveries need to know. */
export interface StoredPushConfig {
  /** With `id` and `taskId`. */
  readonly config: TaskPushNotificationConfig & { readonly id: string; readonly taskId: string };
  /** Name of the profile that the client uses, which is the form of its notifications. */
  readonly profile: string;
  /** The scope of the task: of its caller and tenant, unless the agent defines its own scopes. */
  readonly scope: string;
  /** Version of the task up to which everything was delivered. */
  readonly version: number;
  /**
   * Version that the notification ends with which may have been sent already, if it is above `version`: sent
   * again, by whichever process, it is the same. Stores that do not keep it get one notification for each
   * update.
   */
  readonly sending?: number;
  /**
   * The trace of the call that has set it, which notifications continue: kept as `config` is. Stores that do
   * not keep it have notifications outside of the trace.
   */
  readonly carrier?: TraceCarrier;
}

/**
 * Keeps webhooks, each with the version up to which it was told, so that notifications go on in another
 * process if one dies. A webhook is delivered to by the process that has leased it; leases are by the clock
 * of the store.
 */
export interface WebhookStore {
  /**
   * Adds a webhook, or replaces its configuration; one that is not over yet continues at its version or the
   * given one, whichever is less. Fails with a TaskStoreError "full" if there is no room, and may fail with
   * "missing" if there is no such task.
   */
  set(webhook: StoredPushConfig, room: WebhookRoom): Promise<void>;
  /** The webhooks of a task, in the order in which they were added, with those that are over. */
  list(taskId: string): Promise<readonly StoredPushConfig[]>;
  /** Deletes a webhook; does nothing if there is none. */
  delete(taskId: string, id: string): Promise<void>;
  /** Leases webhooks that are not over and not leased, at most `limit`. */
  claim(owner: string, leaseMs: number, limit: number): Promise<readonly StoredPushConfig[]>;
  /**
   * Sets the version of a webhook that its owner has leased, and `sending` if that is given, and renews the
   * lease or, with `isOver`, ends it for good. Returns the webhook as it is now; undefined, and changes
   * nothing, if it is deleted or not leased by the owner.
   */
  advance(webhook: LeasedWebhook, progress: WebhookProgress): Promise<StoredPushConfig | undefined>;
  /** Renews all leases of an owner, or with 0 milliseconds ends them. */
  renew(owner: string, leaseMs: number): Promise<void>;
}

/** A webhook that is added together with its task. */
export interface NewWebhook {
  /** Its version is that of the task at its beginning. */
  readonly webhook: StoredPushConfig;
  readonly room: WebhookRoom;
}

/** How many webhooks there may be. */
export interface WebhookRoom {
  /** Of one task. */
  readonly perTask: number;
  /** Of one scope, without those that are over. */
  readonly perScope: number;
  /** In total; for stores in memory, where webhooks that are over make room, the oldest first. */
  readonly total: number;
}

/** A webhook, and the process that has leased it. */
export interface LeasedWebhook {
  readonly taskId: string;
  readonly id: string;
  readonly owner: string;
}

/** How far a webhook was told. */
export interface WebhookProgress {
  readonly version: number;
  readonly leaseMs: number;
  readonly isOver: boolean;
  /** That of the webhook from now on. */
  readonly sending?: number;
}
