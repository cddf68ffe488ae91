/** What SQLite takes and gives. */
export type SqliteValue = string | number | null;

/** The storage of a Durable Object with SQLite, `state.storage`, or what has its two members. */
export interface SqliteStorage {
  readonly sql: {
    exec(
      query: string,
      ...values: readonly SqliteValue[]
    ): { toArray(): readonly Readonly<Record<string, unknown>>[] };
  };
  /** Runs statements as one transaction, which is rolled back when `run` throws. */
  transactionSync<Result>(run: () => Result): Result;
}

/** The rows of a statement. */
export function query<Row>(
  { sql }: SqliteStorage,
  text: string,
  values: readonly SqliteValue[] = [],
): readonly Row[] {
  // Of the columns that the statement names.
  return sql.exec(text, ...values).toArray() as unknown as readonly Row[];
}

/** An identifier as it is stored: SQLite ends texts at U+0000, and takes no lone surrogates. */
export function toKey(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function fromKey(key: string): string {
  return JSON.parse(`"${key}"`) as string;
}
