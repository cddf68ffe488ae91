/** Runs statements in a database: `poolSql` over a pool of `pg`, `pgliteSql` over a PGlite. */
export interface Sql {
  /** Runs one statement, on any connection, without a name. */
  query<Row>(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  /**
   * Runs statements in one transaction at READ COMMITTED, which is rolled back if `work` fails. One that
   * gives way to others may be run again, with `work`.
   */
  transaction<Result>(work: (sql: Pick<Sql, "query">) => Promise<Result>): Promise<Result>;
}

/** A parameter of a statement. JSON is given as text. */
export type SqlValue =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | readonly number[]
  | readonly boolean[];

/** Whether a statement failed for its values, or gave way to others, so that it certainly wrote nothing. */
export function isRefused(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("code" in error)) return false;
  return typeof error.code === "string" && /^(?:22\w{3}|23\w{3}|40(?!003)\w{3}|54\w{3})$/.test(error.code);
}

/** Whether a statement gave way to other transactions, as in a deadlock, so that it may be run again. */
export function hasGivenWay(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("code" in error)) return false;
  return typeof error.code === "string" && /^40(?!003)\w{3}$/.test(error.code);
}

/** Whether a statement failed because a key is taken. */
export function isTaken(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "23505";
}

/** Whether a statement failed because a row that it refers to is missing. */
export function isOrphan(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "23503";
}
