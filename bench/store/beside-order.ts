/** What a process beside does. */
export interface BesideOrder {
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** Tasks to follow; absent for idle replicas. */
  readonly follow?: readonly string[];
  readonly replicas: number;
}

/** Asks a process beside for its latencies, once it has so many. */
export interface BesideQuestion {
  readonly expected: number;
}
