import type { CallOptions } from "../../service/call-context.ts";

/** The time for retries. */
export interface Clock {
  /** Milliseconds from any fixed moment. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with CANCELLED as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The delays between tries: doubled each time, up to a maximum. */
export interface BackoffOptions {
  /** Milliseconds before the second try. Default: 200. */
  readonly initialDelayMs?: number;
  /** Milliseconds that no delay exceeds. Default: 10 s. */
  readonly maximumDelayMs?: number;
  /** Whether each delay is random between 0 and its full time, to spread out clients. Default: true. */
  readonly jitter?: boolean;
  /** A number from 0 up to 1, without 1. Default: Math.random. */
  readonly random?: () => number;
  /** Default: `systemClock`. */
  readonly clock?: Clock;
}

/** How `withRetry` repeats calls. */
export interface RetryOptions extends BackoffOptions {
  /** Most tries of one call, the first one included. Default: 3. */
  readonly attempts?: number;
}

/** Makes a call, and makes it again as it sees fit; each try gets the rest of the time. */
export type Repeat = <T, Limits extends Pick<CallOptions, "signal" | "timeoutMs">>(
  limits: Limits,
  once: (limits: Limits) => Promise<T>,
) => Promise<T>;

/**
 * Events of a stream that may be missing, since its connection broke and the server does not send them again.
 */
export interface StreamGap {
  readonly taskId: string;
  /** Whether the next event is the task as it is now, which has what they said. */
  readonly isFilled: boolean;
}

/** How `withResume` resumes streams. */
export interface ResumeOptions extends BackoffOptions {
  /** Called for each gap in a stream, before what follows it. */
  readonly onGap?: (gap: StreamGap) => void;
  /** Most tries in a row that bring nothing new. Default: 8, which is 16 s on average. */
  readonly attempts?: number;
}
