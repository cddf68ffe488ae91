/** What a process beside does. */
export interface BesideOrder {
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** Tasks to follow; absent for idle replicas. */
  readonly follow?: readonly string[];
  readonly replicas: number;
  /** Whether each replica follows a quiet task, and so listens; otherwise it has stopped to. */
  readonly listens?: boolean;
}

/** Asks a process beside for its latencies, once it has so many. */
export interface BesideQuestion {
  readonly expected: number;
}
