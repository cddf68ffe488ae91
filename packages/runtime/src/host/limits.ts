import { fillLimits } from "../core/limits.ts";

/** The limits of a server: sizes, counts and times. */
export interface Limits {
  /** Bytes of a request's body or message; larger ones get RESOURCE_EXHAUSTED, 413. Default: 10 MiB. */
  readonly bodyBytes: number;
  /**
   * Objects, arrays and elements of a JSON body, counted before it is parsed: many small values take far
   * longer than their bytes. Bodies with more fail with RESOURCE_EXHAUSTED, 413 over HTTP. Default: 100,000.
   */
  readonly bodyValues: number;
  /**
   * Bytes of one event or answer that is sent, in UTF-8 where it is JSON. Larger ones fail with INTERNAL.
   * Default: 50 MiB.
   */
  readonly eventBytes: number;
  /**
   * Characters of a request's target, of one service parameter and of the identifier of a JSON-RPC
   * request; a header has a byte for each. Default: 16,384.
   */
  readonly headerBytes: number;
  /** Streams that are open at the same time. Further ones fail with RESOURCE_EXHAUSTED. Default: 10,000. */
  readonly streams: number;
  /**
   * Bytes of answers and events above 64 KiB that clients have not taken yet, in all; a character of a JSON
   * text counts as one. Further ones wait until others are taken, for half of `stallMs` at most, and then
   * fail with RESOURCE_EXHAUSTED, 503 over HTTP. Default: 128 MiB.
   */
  readonly unsentBytes: number;
  /** The same for each caller that `authenticate` names. Default: 32 MiB. */
  readonly callerUnsentBytes: number;
  /**
   * Messages of one client's stream that wait for its handler, where they come as separate calls; the
   * next one waits for room, as it does while those that wait have `bodyBytes`. Default: 16.
   */
  readonly waitingMessages: number;
  /**
   * Bytes of such messages in all; a character of a JSON text counts as one. Further ones fail with
   * RESOURCE_EXHAUSTED, 503 over HTTP. Default: 128 MiB.
   */
  readonly waitingBytes: number;
  /** The same for each caller that `authenticate` names. Default: 32 MiB. */
  readonly callerWaitingBytes: number;
  /** Milliseconds that a client has to read each 64 KiB of an answer. Default: 60 s. */
  readonly stallMs: number;
  /** Milliseconds in which a body has to be there. Default: 30 s. */
  readonly bodyMs: number;
  /** Milliseconds that a call without streams may take. Default: 10 min. */
  readonly callMs: number;
  /** Milliseconds that a stream may take in all. Default: 24 h. */
  readonly streamMs: number;
  /** Milliseconds without an event after which a stream ends. Default: 1 h. */
  readonly idleMs: number;
  /**
   * Milliseconds without an event after which a stream shows that it is alive. Default: 5 s, since Bun ends a
   * connection after 8.
   */
  readonly heartbeatMs: number;
  /** Milliseconds that a stream's headers wait for the first event, which may be an error. Default: 200. */
  readonly firstEventMs: number;
}

export const defaultLimits: Limits = {
  bodyBytes: 10 * 1024 * 1024,
  bodyValues: 100_000,
  eventBytes: 50 * 1024 * 1024,
  headerBytes: 16_384,
  streams: 10_000,
  unsentBytes: 128 * 1024 * 1024,
  callerUnsentBytes: 32 * 1024 * 1024,
  waitingMessages: 16,
  waitingBytes: 128 * 1024 * 1024,
  callerWaitingBytes: 32 * 1024 * 1024,
  stallMs: 60_000,
  bodyMs: 30_000,
  callMs: 600_000,
  streamMs: 86_400_000,
  idleMs: 3_600_000,
  heartbeatMs: 5000,
  firstEventMs: 200,
};

/** The defaults with some limits set; throws a RangeError for other values than positive numbers. */
export function resolveLimits(limits: Partial<Limits> = {}): Limits {
  return fillLimits(limits, { defaults: defaultLimits });
}
