import { CallError } from "../service/call-error.ts";

export function bodyTooLarge(maximumBytes: number): CallError {
  return new CallError("RESOURCE_EXHAUSTED", `the body is longer than ${maximumBytes} bytes`, {
    http: 413,
    metadata: { maximumBytes: String(maximumBytes) },
  });
}

export function bodyEncoded(encoding: string): CallError {
  return new CallError(
    "INVALID_ARGUMENT",
    `expected a body without encoding, found ${JSON.stringify(encoding)}`,
    {
      http: 415,
    },
  );
}

/** Whether a body is one that a handler cannot read. */
export function isEncoded(encoding: string | undefined): encoding is string {
  return encoding !== undefined && encoding !== "" && encoding.toLowerCase() !== "identity";
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
