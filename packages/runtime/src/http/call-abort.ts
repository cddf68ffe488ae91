import { errorMessage } from "../core/object.ts";
import { onAbort } from "../core/on-abort.ts";
import { longestTimer } from "../core/time.ts";
import type { CallOptions } from "../service/call-context.ts";
import { type CallError, clientError, isCallError } from "../service/call-error.ts";

/** What ends a call before its answer: the signal of the caller, and the time limit. */
export interface CallAbort {
  readonly signal: AbortSignal;
  /** Throws when the caller's signal was aborted before anything was sent. */
  check(): void;
  /** Settles as `value` does, or rejects when the call ends first. */
  race<T>(value: T | Promise<T>): Promise<T>;
  /** The error for what a request threw. */
  explain(error: unknown, request: { readonly url: string }): CallError;
  stopClock(): void;
  finish(): void;
  /** Ends the request. */
  cancel(): void;
}

export function createCallAbort({ signal, timeoutMs }: CallOptions): CallAbort {
  const controller = new AbortController();
  let expired = false;
  const stopListening =
    signal === undefined ? undefined : onAbort(signal, () => controller.abort(signal.reason));
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(
          () => {
            expired = true;
            controller.abort();
          },
          Math.min(timeoutMs, longestTimer),
        );
  const cancelled = (cause: unknown): CallError =>
    clientError("CANCELLED", "the caller ended the call", { cause });
  return {
    signal: controller.signal,
    check() {
      if (signal?.aborted === true) throw cancelled(signal.reason);
    },
    race: (value) =>
      new Promise((resolve, reject) => {
        // `explain` makes the error of the call from it.
        onAbort(controller.signal, () => reject(new Error("aborted")));
        Promise.resolve(value).then(resolve, reject);
      }),
    explain(error, { url }) {
      if (isCallError(error)) return error;
      if (expired) return clientError("DEADLINE_EXCEEDED", `${url}: no answer within ${timeoutMs} ms`);
      if (signal?.aborted === true) return cancelled(signal.reason);
      const cause = error instanceof Error && error.cause;
      const more = cause instanceof Error && cause.message !== "" ? `: ${cause.message}` : "";
      return clientError("UNAVAILABLE", `${url}: ${errorMessage(error)}${more}`, { cause: error });
    },
    stopClock: () => clearTimeout(timer),
    finish() {
      clearTimeout(timer);
      stopListening?.();
    },
    cancel: () => controller.abort(),
  };
}
