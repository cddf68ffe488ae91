import type { CallError } from "../service/call-error.ts";
import type { Peer } from "../service/observer.ts";

/** A request as the servers of the HTTP bindings see it, whatever framework it came through. */
export interface HttpRequest {
  /** In upper case. */
  readonly method: string;
  /** Path and query as they were sent, "/tasks/1?historyLength=2"; below a mount, what follows it. */
  readonly target: string;
  /**
   * What a framework took off the path before `target`, where the handler is mounted below a path:
   * "/agents/one", without a slash at its end. Absent when nothing was taken off.
   */
  readonly base?: string | undefined;
  /** A header, several of one name joined with ", "; names in any case. */
  header(name: string): string | undefined;
  /**
   * Reads the body, once. Rejects with a CallError: RESOURCE_EXHAUSTED (413) when it is longer than
   * `maximumBytes`, DEADLINE_EXCEEDED (408) when it takes longer than `timeoutMs`, CANCELLED when the
   * client goes.
   */
  body(limits: BodyLimits): Promise<Uint8Array>;
  /** Calls `listener` once when the client goes before the answer was sent, at once if it has gone. */
  onDisconnect(listener: () => void): void;
  /** The client's certificate, where the server knows it. */
  readonly peerCertificate?: unknown;
  /** The address of the client, or of the last proxy, where the server knows it. */
  readonly peer?: Peer | undefined;
}

/** What reading the body of a request may cost. */
export interface BodyLimits {
  /** A longer body is refused with RESOURCE_EXHAUSTED, HTTP 413. */
  readonly maximumBytes: number;
  /** A body that takes longer is refused with DEADLINE_EXCEEDED, HTTP 408. */
  readonly timeoutMs: number;
}

/** An answer; header names are in lower case. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A whole text, or one that comes piece by piece; absent for an answer without a body. */
  readonly body?: string | BodyStream;
}

/** A body that comes piece by piece. The adapter pulls when the client has taken the last piece. */
export interface BodyStream {
  /** The next piece; undefined at the end. Never rejects. */
  pull(): Promise<string | undefined>;
  /** Stops the source: nothing more is read. */
  cancel(): void;
  /**
   * Calls `listener` when the source has ended before its time, which a client that takes nothing does not
   * let the adapter see: what is left may be pulled for `abortGraceMs`, and then the answer is broken off.
   */
  onAbort?(listener: () => void): void;
}

/** How long a client may take over the rest of a body whose source has ended, in milliseconds. */
export const abortGraceMs = 5000;

/** Answers requests; undefined, now or later, for others' requests. Neither throws nor rejects. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse | undefined> | undefined;

/** The headers of an answer to an error. */
export function errorHeaders(error: CallError, contentType: string): Readonly<Record<string, string>> {
  const { challenges, retryAfterMs, headers } = error;
  return {
    "content-type": contentType,
    ...(challenges.length === 0 ? {} : { "www-authenticate": challenges.join(", ") }),
    ...(retryAfterMs !== undefined && { "retry-after": String(Math.ceil(retryAfterMs / 1000)) }),
    ...headers,
  };
}
