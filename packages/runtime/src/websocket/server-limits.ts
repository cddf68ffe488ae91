import type { Limits } from "../host/limits.ts";

/** Limits of the connections; those of calls are the host's. */
export interface WebSocketLimits {
  /** Connections that are open at the same time; further ones are refused with 503. Default: 10,000. */
  readonly connections: number;
  /** Calls without streams at work on one connection; then RESOURCE_EXHAUSTED. Default: 1,000. */
  readonly calls: number;
  /** Streams that are open on one connection. Further ones fail with RESOURCE_EXHAUSTED. Default: 1,000. */
  readonly streams: number;
  /** Bytes of a client's message; a longer one closes the connection with 1009. Default: `bodyBytes`. */
  readonly messageBytes: number;
  /**
   * Bytes that wait to be taken by a client before streams and calls on its connection pause. Default: 1 MiB.
   */
  readonly bufferedBytes: number;
  /**
   * Milliseconds of silence before a client is pinged; after twice as many it is dropped. Default: three
   * times the host's `heartbeatMs`, 15 s.
   */
  readonly heartbeatMs: number;
}

/** The defaults with some limits set; throws a RangeError for what is no positive number. */
export function resolveLimits(given: Partial<WebSocketLimits>, host: Limits): WebSocketLimits {
  for (const [name, value] of Object.entries<unknown>(given)) {
    if (typeof value !== "number" || !(value > 0)) {
      throw new RangeError(`limits.${name}: expected a number above 0, found ${String(value)}`);
    }
  }
  return {
    connections: 10_000,
    calls: 1000,
    streams: 1000,
    messageBytes: host.bodyBytes,
    bufferedBytes: 1024 * 1024,
    heartbeatMs: 3 * host.heartbeatMs,
    ...given,
  };
}
