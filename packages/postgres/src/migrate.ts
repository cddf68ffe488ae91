import { migrations } from "./migrations.ts";
import type { Sql } from "./sql.ts";
import { channelOf, type Tables, tablesIn } from "./tables.ts";

/** Where the tables are. */
export interface SchemaOptions {
  /** A schema that exists. Default: the first one of the connection's `search_path`, mostly `public`. */
  readonly schema?: string;
}

/** What a migration did, or would do. */
export interface MigrationResult {
  /** Versions of the schema; 0 if there are no tables. */
  readonly from: number;
  readonly to: number;
  /** The statements of the migrations in between. */
  readonly statements: readonly string[];
}

/** The version of the schema that this package needs. */
export const schemaVersion: number = migrations.length;

/**
 * Brings the tables up to date: creates them, or runs the migrations that they lack, in one transaction and
 * under an advisory lock. Does nothing for tables of a later version. Of several processes at once one
 * migrates, and the others wait. It needs the right to create tables in the schema; if there is nothing to
 * do, only to read.
 */
export async function migrate(
  sql: Sql,
  { dryRun = false, ...options }: SchemaOptions & { readonly dryRun?: boolean } = {},
): Promise<MigrationResult> {
  const table = tablesIn(options.schema);
  const planned = plan(await versionOf(sql, options), table);
  if (dryRun || planned.statements.length === 0) return planned;
  return sql.transaction(async (within) => {
    await within.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [channelOf(options.schema)]);
    const left = plan(await versionOf(within, options), table);
    for (const statement of left.statements) await within.query(statement);
    return left;
  });
}

/** Fails if the tables are older than the package. */
export async function checkSchema(sql: Sql, options: SchemaOptions = {}): Promise<void> {
  const version = await versionOf(sql, options);
  if (version >= schemaVersion) return;
  throw new Error(
    `the tables of @a2agen/postgres are at version ${version}, expected ${schemaVersion}: call migrate() once, or run a2agen tasks migrate-schema`,
  );
}

/** Codes of statements that name what a later version of the tables has: a column, a table. */
const lacking: ReadonlySet<unknown> = new Set(["42703", "42P01"]);

/** The same statements, whose errors say what to do where the tables are older than the package. */
export function sayWhenOld(sql: Sql, options: SchemaOptions): Sql {
  const explained = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (typeof error !== "object" || error === null || !("code" in error) || !lacking.has(error.code))
        throw error;
      await checkSchema(sql, options).catch((old: Error) => {
        throw Object.assign(old, { cause: error });
      });
      throw error;
    }
  };
  return {
    query: (text, values) => explained(() => sql.query(text, values)),
    transaction: (work) => explained(() => sql.transaction(work)),
  };
}

async function versionOf(sql: Pick<Sql, "query">, { schema }: SchemaOptions): Promise<number> {
  // Not by to_regclass, which may answer from a cache of before the lock was there.
  const [found] = await sql.query(
    `select from pg_catalog.pg_class
     where relname = 'a2agen_migration' and relnamespace = coalesce(
       (select oid from pg_catalog.pg_namespace where nspname = $1::text),
       (select oid from pg_catalog.pg_namespace where nspname = current_schema()))`,
    [schema ?? null],
  );
  if (found === undefined) return 0;
  const [row] = await sql.query<{ version: number | null }>(
    `select max(version) as version from ${tablesIn(schema)("migration")}`,
  );
  return row?.version ?? 0;
}

function plan(from: number, table: Tables): MigrationResult {
  const statements = from === 0 ? createMigrations(table) : [];
  for (let version = from + 1; version <= migrations.length; version++) {
    const migration = migrations[version - 1];
    if (migration === undefined) continue;
    const { name } = migration;
    statements.push(
      ...migration.statements(table),
      `insert into ${table("migration")} (version, name) values (${version}, '${name}')`,
    );
  }
  return { from, to: Math.max(from, migrations.length), statements };
}

function createMigrations(table: Tables): string[] {
  const name = table("migration");
  return [
    `create table ${name} (
      version integer primary key,
      name text not null,
      applied timestamptz not null default now()
    )`,
    `comment on table ${name} is 'Migrations that have run, one row each.'`,
    `comment on column ${name}.version is 'Version of the schema that the migration makes.'`,
    `comment on column ${name}.name is 'Name of the migration.'`,
    `comment on column ${name}.applied is 'When it ran.'`,
  ];
}
