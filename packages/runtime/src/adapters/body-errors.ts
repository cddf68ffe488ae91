import { CallError } from "../service/call-error.ts";

export function bodyTooLarge(maximumBytes: number): CallError {
  return new CallError("RESOURCE_EXHAUSTED", `the body is longer than ${maximumBytes} bytes`, {
    http: 413,
    metadata: { maximumBytes: String(maximumBytes) },
  });
}

export function bodyTooSlow(timeoutMs: number): CallError {
  return new CallError("DEADLINE_EXCEEDED", `the body was not there within ${timeoutMs} ms`, { http: 408 });
}

export function clientGone(cause?: unknown): CallError {
  return new CallError(
    "CANCELLED",
    "the client has gone before its body was read",
    cause === undefined ? {} : { cause },
  );
}

export function bodyConsumed(): CallError {
  return new CallError("INTERNAL", "internal error", {
    cause: new TypeError("the body of the request was read before it reached the handler"),
  });
}
