import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import {
  openPGlite,
  openPool,
  type PGliteDatabase,
  type PgPool,
  type PostgresTaskStore,
} from "@a2agen/postgres";
import { CommandError } from "@a2agen/terminal/command-error.ts";

export interface OpenedStore {
  readonly store: PostgresTaskStore;
  close(): Promise<void>;
}

export interface StorePlace {
  /** A URL of PostgreSQL, or the directory of a PGlite. */
  readonly place: string;
  readonly schema: string | undefined;
  /** Whether the directory may be new. */
  readonly mayBeNew?: boolean;
}

/** Opens a store with the driver that is installed in the working directory. */
export function openStore(place: StorePlace): Promise<OpenedStore> {
  return /^postgres(?:ql)?:\/\//.test(place.place) ? openPostgres(place) : openDirectory(place);
}

async function openPostgres({ place, schema }: StorePlace): Promise<OpenedStore> {
  const { Pool } = load<{ Pool: new (options: object) => PgPool & OwnPool }>("pg");
  const pool = new Pool({ connectionString: place, max: 2, application_name: "a2agen tasks" });
  pool.on("error", () => undefined);
  const store = openPool(pool, schema === undefined ? {} : { schema });
  return {
    store,
    async close() {
      await store.close();
      await pool.end();
    },
  };
}

interface OwnPool {
  on(event: "error", listener: () => void): unknown;
  end(): Promise<void>;
}

async function openDirectory({ place, schema, mayBeNew = false }: StorePlace): Promise<OpenedStore> {
  const directory = resolve(place);
  if (!mayBeNew && !existsSync(join(directory, "PG_VERSION"))) {
    throw new CommandError(
      `${place}: expected the directory of a PGlite, or a URL that begins with postgres://; found neither`,
    );
  }
  const { PGlite } = load<{ PGlite: { create(path: string): Promise<PGliteDatabase & OwnDatabase> } }>(
    "@electric-sql/pglite",
  );
  const database = await PGlite.create(directory);
  const store = openPGlite(database, schema === undefined ? {} : { schema });
  return {
    store,
    async close() {
      await store.close();
      await database.close();
    },
  };
}

interface OwnDatabase {
  close(): Promise<void>;
}

/** A driver of the project in the working directory. */
function load<Module>(name: string): Module {
  try {
    return createRequire(join(process.cwd(), "package.json"))(name) as Module;
  } catch (cause) {
    throw new CommandError(`${name} is not installed in this directory: run npm install ${name}`, { cause });
  }
}
