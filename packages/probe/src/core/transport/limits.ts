/** What an exchange may cost. */
export interface Limits {
  /** Milliseconds for an answer that is no stream, and between two frames of a stream. */
  readonly timeoutMs: number;
  /** Milliseconds for a whole exchange. */
  readonly totalMs: number;
  /** Bytes of an answer that are read. */
  readonly maximumBytes: number;
  /** Frames of a stream that are read. */
  readonly maximumFrames: number;
}

/** How much of a stream is wanted. */
export interface Wanted {
  /** Ends the exchange after this many frames. */
  readonly frames?: number;
  /** Ends the exchange where it is. */
  readonly signal?: AbortSignal;
  /** Called with the number of frames so far. */
  readonly onFrame?: (count: number) => void;
}

/** Ended by the probe: not a fault of the agent. */
export const enough = "enough";

/** The limits of a probe. */
export function limitsOf({
  isQuick,
  timeoutMs = isQuick ? 2500 : 10_000,
}: {
  readonly isQuick: boolean;
  readonly timeoutMs: number | undefined;
}): Limits {
  return { timeoutMs, totalMs: 30_000, maximumBytes: 8_000_000, maximumFrames: 1000 };
}
