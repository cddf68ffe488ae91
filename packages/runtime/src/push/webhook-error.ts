import { errorCode } from "../core/object.ts";

/**
 * The problem: the URL or its address may not be called ("refused"), the connection failed ("unreachable"),
 * there was no answer in time ("timeout"), the answer was not a success ("status"), or a redirect was not
 * followed ("redirect").
 */
export type WebhookProblem = "refused" | "unreachable" | "timeout" | "status" | "redirect";

/** Facts about the answer of a webhook. */
export interface WebhookErrorInit {
  /** HTTP status of the answer. */
  readonly status?: number;
  /** Retry-After of the answer, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** A failed notification. Names neither token nor credentials, and of the URL only origin and path. */
export class WebhookError extends Error {
  /** Recognise the error by this: two copies of the package may be loaded. */
  readonly code = "ERR_A2AGEN_WEBHOOK";
  override readonly name = "WebhookError";
  readonly problem: WebhookProblem;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(problem: WebhookProblem, message: string, init: WebhookErrorInit = {}) {
    super(message, "cause" in init ? { cause: init.cause } : undefined);
    this.problem = problem;
    this.status = init.status;
    this.retryAfterMs = init.retryAfterMs;
  }
}

/** Whether an error is a WebhookError, of one problem if that is given. */
export function isWebhookError(error: unknown, problem?: WebhookProblem): error is WebhookError {
  return (
    errorCode(error) === "ERR_A2AGEN_WEBHOOK" &&
    (problem === undefined || (error as WebhookError).problem === problem)
  );
}

/** A URL for messages: its origin only, since the rest of a webhook's URL may hold secrets. */
export function showUrl({ origin }: URL): string {
  return origin;
}
