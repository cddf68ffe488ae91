/** The names of the tables, in a schema of one's choice or in that of the connection. */
export type Tables = (
  table: "entry" | "memory" | "migration" | "rate" | "repeat" | "task" | "webhook",
) => string;

/** Throws a TypeError for a schema whose name would need quotes. */
export function tablesIn(schema: string | undefined): Tables {
  if (schema === undefined) return (table) => `a2agen_${table}`;
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema)) {
    throw new TypeError(
      `schema: expected a name of at most 40 lower-case letters, digits and _, found ${JSON.stringify(schema)}`,
    );
  }
  return (table) => `${schema}.a2agen_${table}`;
}

/** The channel of the notifications, one for each schema. */
export function channelOf(schema: string | undefined): string {
  return schema === undefined ? "a2agen" : `a2agen_${schema}`;
}
