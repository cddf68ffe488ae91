import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { taskStoreCases } from "@a2agen/agent-conformance";
import { openPool } from "@a2agen/postgres";
import pg, { type Pool } from "pg";
import { beforeAll, describe, test } from "vitest";
import { beginning, statusOf } from "../../shared/agent/store/samples.ts";
import { findProgram } from "../../shared/find-program.ts";
import { findAccount, type PostgresServer, startPostgres } from "./postgres-server.ts";

const program = findProgram("pgbouncer");
if (program === undefined)
  console.warn("pgbouncer is not installed (Debian: pgbouncer): leaving out the store behind it");

/** Fewer connections than calls, so that calls change connections all the time. */
const settings = `[databases]
postgres = host=HOST user=a2agen
[pgbouncer]
pool_mode = transaction
default_pool_size = 3
auth_type = any
listen_port = 6432
listen_addr =
unix_socket_dir = DIRECTORY
logfile = DIRECTORY/log
`;

interface Pooler {
  readonly host: string;
  stop(): Promise<void>;
}

async function startPooler({ connection }: PostgresServer): Promise<Pooler> {
  // Like PostgreSQL it refuses to run as root.
  const account = await findAccount();
  const host = await mkdtemp(join(tmpdir(), "a2agen-pgbouncer-"));
  if (account.uid !== undefined && account.gid !== undefined) await chown(host, account.uid, account.gid);
  const file = join(host, "pgbouncer.ini");
  await writeFile(file, settings.replaceAll("DIRECTORY", host).replace("HOST", connection.host));
  const child = spawn(program ?? "", [file], { ...account, stdio: ["ignore", "ignore", "pipe"] });
  for await (const line of createInterface({ input: child.stderr })) if (line.includes("process up")) break;
  child.stderr.resume();
  return {
    host,
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
      await rm(host, { recursive: true });
    },
  };
}

describe.skipIf(program === undefined)("behind a PgBouncer in transaction mode", () => {
  let pool: Pool;
  /** Around the PgBouncer. */
  let direct: Pool;

  beforeAll(async () => {
    const server = await startPostgres();
    const pooler = await startPooler(server);
    direct = await server.makePool("public");
    pool = new pg.Pool({ ...server.connection, host: pooler.host, port: 6432, max: 12 });
    await openPool(pool).migrate();
    return async () => {
      await Promise.all([pool.end(), direct.end()]);
      await pooler.stop();
      await server.stop();
    };
  });

  const cases = taskStoreCases(async () => {
    await direct.query("truncate a2agen_task, a2agen_memory cascade");
    const [store, replica] = [
      openPool(pool, { notifier: direct }),
      openPool(pool, { notifier: "send-only" }),
    ];
    return { store, replica, close: async () => void (await Promise.all([store.close(), replica.close()])) };
  });
  test.each(cases.map(({ name, run }) => [name, run] as const))("%s", (_, run) => run());

  test("the notifier has to bypass it, and without that polling finds changes", async () => {
    const { signal } = new AbortController();
    const store = openPool(pool);
    await store.create(beginning("deaf"));
    const waiting = store.changed("deaf", 0, signal);
    await openPool(pool, { notifier: "send-only" }).append("deaf", 0, [
      statusOf("deaf", "TASK_STATE_WORKING"),
    ]);
    await waiting;
    await store.close();
  });
});
