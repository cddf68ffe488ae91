/** What a process of the benchmark of text streams does. */
export interface TextOrder {
  readonly store: "memory" | "PGlite" | "PostgreSQL";
  /** Of PostgreSQL. */
  readonly connection?: object;
  /** Streams at the same time. */
  readonly streams: number;
  /** Pieces of the text of each. */
  readonly deltas: number;
}

export interface TextFigure {
  readonly store: TextOrder["store"];
  readonly streams: number;
  readonly deltas: number;
  readonly perSecond: number;
  /** CPU time of the process for each piece, its reader included. */
  readonly microseconds: number;
  /** The most that the process had over what it had before, in MiB. */
  readonly memory: number;
}
