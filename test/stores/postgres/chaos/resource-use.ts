/** What a replica holds that others may run out of. */
export interface ResourceUse {
  /** Connections of clients. */
  readonly clients: number;
  /** Connections to the database, and those of them that are in use. */
  readonly connections: number;
  readonly busy: number;
}
