import type { CallError } from "../service/call-error.ts";

/**
 * Whether a server may answer later what it does not answer now: it is not there, or says when to come
 * again. One that refuses a message for its size says nothing of coming again.
 */
export function isTemporary({ status, retryAfterMs }: CallError): boolean {
  return status === "UNAVAILABLE" || (status === "RESOURCE_EXHAUSTED" && retryAfterMs !== undefined);
}
