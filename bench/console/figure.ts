/** What the console's page takes in Chromium. */
export interface ConsoleFigures {
  /** Bytes of the page after gzip. */
  readonly pageBytes: number;
  /**
   * Milliseconds from the navigation to the first paint, and until a message can be written to a local agent.
   */
  readonly firstPaint: number;
  readonly agentReady: number;
  /** CPU milliseconds of the main thread until then. */
  readonly workBeforePaint: number;
  readonly workBeforeReady: number;
  readonly stream: StreamFigures;
}

export interface StreamFigures {
  readonly events: number;
  /** Milliseconds from the message to the end of the task. */
  readonly elapsed: number;
  /** The longest time between two frames, and the longest task of the main thread, in milliseconds. */
  readonly longestFrame: number;
  readonly longestTask: number;
  /** CPU milliseconds of the main thread, in total and in its longest task; other processes do not count. */
  readonly mainThread: number;
  readonly longestWork: number;
  /** Bytes of the heap after a collection: before the stream, after it, and after five more of them. */
  readonly heapBefore: number;
  readonly heapAfter: number;
  readonly heapAfterSix: number;
}
