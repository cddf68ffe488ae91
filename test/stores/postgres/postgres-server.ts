import { type ChildProcess, spawn } from "node:child_process";
import { chown, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { findBinaries } from "../../shared/find-postgres.ts";

export interface PostgresServer {
  /** What `pg` connects with. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** Connections of a pool see the tables of the given schema, which is made when it is not there. */
  makePool(schema: string): Promise<pg.Pool>;
  /**
   * Ends the server and its connections, and starts it again over the same data after some milliseconds.
   * SIGINT lets it write what it has in memory; after SIGQUIT it has to recover from its log.
   */
  restart(downMs: number, signal?: "SIGINT" | "SIGQUIT"): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** The directory of initdb and postgres; otherwise that of the version that is found first. */
  readonly binaries?: string;
  /**
   * Settings beside, or instead of, those for tests, by which nothing has to survive a crash of the machine.
   */
  readonly settings?: readonly string[];
}

/** Starts a PostgreSQL of its own with an empty database, on a socket in a directory of its own. */
export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const binaries = options.binaries ?? (await findBinaries());
  const { settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] } = options;

  const account = await findAccount();
  const directory = await mkdtemp(join(tmpdir(), "a2agen-postgres-"));
  if (account.uid !== undefined && account.gid !== undefined)
    await chown(directory, account.uid, account.gid);
  const init = { ...account, cwd: directory };
  const data = join(directory, "data");
  const initArgs = ["-D", data, "-U", "a2agen", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  const made = spawn(join(binaries, "initdb"), initArgs, init);
  await untilSaid(made, "Success.");
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(
      join(binaries, "postgres"),
      ["-D", data, ...toArguments(directory, settings)],
      init,
    );
    await untilSaid(started, "database system is ready to accept connections");
    return started;
  };
  const end = async (signal: "SIGINT" | "SIGQUIT" = "SIGINT"): Promise<void> => {
    const ended = new Promise((resolve) => postgres.once("exit", resolve));
    postgres.kill(signal);
    await ended;
  };
  let postgres = await start();
  const connection = { host: directory, user: "a2agen", database: "postgres" };
  return {
    connection,
    async makePool(schema) {
      const options = `-c search_path=${schema} -c application_name=${schema}`;
      const pool = new pg.Pool({ ...connection, max: 8, options });
      pool.on("error", () => undefined);
      await pool.query(`create schema if not exists ${schema}`);
      return pool;
    },
    async restart(downMs, signal) {
      await end(signal);
      await setTimeout(downMs);
      postgres = await start();
    },
    async stop() {
      await end();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function toArguments(directory: string, settings: readonly string[]): string[] {
  const own = ["listen_addresses=", `unix_socket_directories=${directory}`];
  return [...own, ...settings].flatMap((set) => ["-c", set]);
}

/** Resolves when a program has said a text; fails when it ends without. */
async function untilSaid(program: ChildProcess, text: string): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [program.stdout, program.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        // Read to the end, or the program would block; kept only until then.
        if (said.includes(text)) return;
        said += chunk.toString();
        if (said.includes(text)) resolve();
      });
    }
    program.once("error", reject);
    program.once("close", () => reject(new Error(`${program.spawnfile} ended before "${text}": ${said}`)));
  });
}

/** PostgreSQL refuses to run as root. */
export async function findAccount(): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const passwd = await readFile("/etc/passwd", "utf8");
  for (const wanted of ["postgres", "nobody"]) {
    const line = passwd.split("\n").find((entry) => entry.startsWith(`${wanted}:`));
    const [, , uid, gid] = line?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("expected a user postgres or nobody in /etc/passwd, to run PostgreSQL as; found neither");
}
