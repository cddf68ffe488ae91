import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { lockFile } from "./directory-lock.ts";
import { unpackNewDatabase } from "./new-database.ts";
import { openPGlite } from "./open.ts";
import { type PGliteDatabase, pgliteSql } from "./pglite.ts";
import type { PostgresTaskStore } from "./postgres-task-store.ts";
import { tablesIn } from "./tables.ts";

/** The parts of the class `PGlite` of `@electric-sql/pglite` that are used. */
export interface PGliteClass {
  create(directory: string): Promise<PGliteDatabase & { close(): Promise<void> }>;
}

/** Tasks that are open. */
export interface OpenTasks {
  readonly store: PostgresTaskStore;
  /** Whether the database answers; fails with the reason otherwise. */
  check(): Promise<void>;
  /** Gives the directory back. Close the agent first. */
  close(): Promise<void>;
}

export interface DirectoryOptions {
  /** Milliseconds to wait for a process that holds the directory, as in a restart. Default: 10,000. */
  readonly waitMs?: number;
}

/**
 * Opens the tasks in a directory, and makes it if it is missing; "memory://" is forgotten with the process. A
 * directory belongs to one process at a time: the file beside it, `DIRECTORY.lock`, says which one, and an
 * Error names it if it does not end in time. Whatever the process before it has left at work is taken up at
 * once.
 */
export async function openDirectory(
  PGlite: PGliteClass,
  directory: string,
  { waitMs = 10_000 }: DirectoryOptions = {},
): Promise<OpenTasks> {
  const isFile = !/^[a-z]+:\/\//.test(directory);
  if (isFile) await mkdir(dirname(resolve(directory)), { recursive: true });
  const unlock = isFile ? await lockFile(`${resolve(directory)}.lock`, waitMs) : async () => undefined;
  try {
    const database = await (isFile ? createIn(PGlite, directory) : PGlite.create(directory));
    const store = openPGlite(database);
    await store.migrate();
    await endLeases(database);
    return {
      store,
      check: () => store.check(),
      async close() {
        await store.close();
        await database.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Opens the PGlite in a directory; a new one begins with a database that is ready. */
async function createIn(PGlite: PGliteClass, directory: string): ReturnType<PGliteClass["create"]> {
  if (existsSync(directory) || !(await unpackNewDatabase(directory))) return PGlite.create(directory);
  try {
    return await PGlite.create(directory);
  } catch {
    // It is of another version of PostgreSQL than this PGlite, which makes its own.
    await rm(directory, { recursive: true });
    return PGlite.create(directory);
  }
}

/** No other process has the directory, so that each lease is one of a process that is gone. */
async function endLeases(database: PGliteDatabase): Promise<void> {
  const table = tablesIn(undefined);
  const sql = pgliteSql(database);
  await sql.query(`update ${table("task")} set held_until = now() where held_until > now()`);
  await sql.query(`update ${table("webhook")} set leased_until = now() where leased_until > now()`);
}
