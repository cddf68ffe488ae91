import { fillLimits } from "../core/limits.ts";
import type { CallError, Observer } from "../service/index.ts";
import type { Notification, NotificationTranslation } from "./notification.ts";
import type { SeenNotifications } from "./seen.ts";

/** How notifications are verified, and who gets them. */
export interface WebhookReceiverOptions<Event> {
  /** Translations for agents that are called in older versions, `[a2a03ToA2a10, draftToA2a10]`. */
  readonly older?: readonly NotificationTranslation[];
  /** The path of notifications; other requests are left to the next handler. Default: every path. */
  readonly path?: string;
  /**
   * Verifies who sends, before the body is read: a signed token in `authorization`, the sender's certificate.
   * `false` refuses. It is asked beside the secrets of a webhook, and suffices for one without secrets.
   */
  readonly authenticate?: (request: ReceiverRequest) => boolean | Promise<boolean>;
  /**
   * What is expected of the notifications of a task that no `open` is for; undefined for a task that you did
   * not begin. Its secrets are compared in constant time, so that only these need to be looked up.
   */
  readonly expected?: (
    taskId: string,
    presented: PresentedSecrets,
  ) => ExpectedWebhook | undefined | Promise<ExpectedWebhook | undefined>;
  /**
   * Takes the notifications that `expected` lets in. The sender is answered when it has resolved, and tries
   * again if it rejects: hand over what takes long.
   */
  readonly onNotification?: (notification: Notification<Event>) => void | Promise<void>;
  /**
   * Where the identifiers of notifications are kept that have come. Default: `MemorySeen`, in this process.
   */
  readonly seen?: SeenNotifications;
  /** Called with every request that was not answered with success. No secret is in the error. */
  readonly onRefused?: (error: CallError, taskId: string | undefined) => void;
  /** Is told of every notification, refused ones too: `otel()` of `@a2agen/otel`. Default: none. */
  readonly observer?: Observer;
  /** Limits other than the defaults. A RangeError for invalid ones. */
  readonly limits?: Partial<ReceiverLimits>;
}

/** The part of a request that is there before its body. */
export interface ReceiverRequest {
  /** A header; names in any case. */
  header(name: string): string | undefined;
  /** The sender's certificate, where the server knows it. */
  readonly peerCertificate: unknown;
}

/** The secrets that a sender presents. */
export interface PresentedSecrets {
  readonly token: string | undefined;
  /** Value of Authorization. */
  readonly authorization: string | undefined;
}

/**
 * The secrets of a webhook, as its configuration named them. A sender presents one of them at least, and no
 * wrong one. None only with `authenticate`.
 */
export interface ExpectedWebhook {
  /** `token` of the configuration. */
  readonly token?: string;
  /** Scheme and credentials of the configuration: "Bearer abc". */
  readonly authorization?: string;
}

/** The limits of a receiver, with their defaults. */
export interface ReceiverLimits {
  /** Bytes of a notification; 413. 10 MiB. */
  readonly bodyBytes: number;
  /** Objects, arrays and elements of a notification; 413. 100,000. */
  readonly bodyValues: number;
  /** Milliseconds in which a body has to be there; 408. 10 s. */
  readonly bodyMs: number;
  /** Requests at the same time whose sender is verified, and as many others; 503. 64. */
  readonly requests: number;
  /** Requests in a second, counted apart in the same way; 429. 1,000. */
  readonly requestsPerSecond: number;
  /** Milliseconds that `onNotification` may take; 503. 10 s. */
  readonly handlerMs: number;
  /** Webhooks that are open at the same time; `open` fails with RESOURCE_EXHAUSTED. 10,000. */
  readonly hooks: number;
  /** Notifications of one webhook that wait to be taken; 503. 1,000. */
  readonly waiting: number;
  /** Bytes of all notifications that wait to be taken; 503. 64 MiB. */
  readonly waitingBytes: number;
}

const defaults: ReceiverLimits = {
  bodyBytes: 10 * 1024 * 1024,
  bodyValues: 100_000,
  bodyMs: 10_000,
  requests: 64,
  requestsPerSecond: 1000,
  handlerMs: 10_000,
  hooks: 10_000,
  waiting: 1000,
  waitingBytes: 64 * 1024 * 1024,
};

export function resolveReceiverLimits(given: Partial<ReceiverLimits> = {}): ReceiverLimits {
  return fillLimits(given, { defaults });
}
