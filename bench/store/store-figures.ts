/** What the part measures; times in milliseconds. */
export interface StoreFigures {
  /** The version of the database. */
  readonly postgres: string;
  /** Entries per second, by how they are appended. */
  readonly appends: readonly AppendFigure[];
  /** From an append to a follower at another replica. */
  readonly latency: LatencyFigure;
  /** Appends per second without other replicas, beside that many idle ones, and beside as many listening. */
  readonly idle: {
    readonly replicas: number;
    readonly alone: number;
    readonly idle: number;
    readonly listening: number;
  };
  /** Calls of SendMessage that wait for the end of a task of three entries, sixteen at a time. */
  readonly sends: readonly SendFigure[];
  /** From a new process to the first answer of a store over PGlite. */
  readonly pglite: { readonly cold: number; readonly warm: number };
}

export interface AppendFigure {
  readonly name: string;
  readonly perSecond: number;
  readonly goal?: number;
}

export interface LatencyFigure {
  readonly followers: number;
  readonly perSecond: number;
  readonly median: number;
  readonly p99: number;
}

export interface SendFigure {
  readonly store: string;
  readonly perSecond: number;
  /** CPU of the agent's process for one call, without the database. */
  readonly microseconds: number;
}
