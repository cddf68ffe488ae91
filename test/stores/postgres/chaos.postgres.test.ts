import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { connect as connectSocket, createServer, type Server } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { A2AService, type A2AServiceClient, type StreamResponse } from "@a2agen/a2a-1.0";
import { migrate, poolSql } from "@a2agen/postgres";
import type { TaskEntry } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { build } from "esbuild";
import type { Pool } from "pg";
import { expect, test } from "vitest";
import { userMessage } from "../../unit/runtime/agent/start-agent.ts";
import { startReceiver } from "../../unit/runtime/push/receiver.ts";
import { findViolations, type History, type StepRun, type Stream } from "./history.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

/** Milliseconds for which processes are killed: A2AGEN_CHAOS_MS=600000 for ten minutes. */
const chaosMs = Number(process.env["A2AGEN_CHAOS_MS"] ?? 5000);
const repository = join(import.meta.dirname, "../../..");
const bundle = join(repository, ".tmp/chaos/replica.mjs");

/** Three replicas, each replaced at once when it is killed. */
class Replicas {
  readonly #env: NodeJS.ProcessEnv;
  readonly #ports = new Map<ChildProcess, number | undefined>();
  #next = 0;
  /** What their card says. */
  cardUrl = "";

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [bundle], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...this.#env, CARD_URL: this.cardUrl },
    });
    this.#ports.set(child, undefined);
    child.once("exit", () => this.#ports.delete(child));
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    this.#ports.set(child, Number(line.slice("listening on ".length)));
  }

  /** The port of the next one that listens. */
  next(): number | undefined {
    const ports = [...this.#ports.values()].filter((port) => port !== undefined);
    return ports[this.#next++ % Math.max(ports.length, 1)];
  }

  /** Kills one of those that listen, and starts another one. */
  kill(signal: "SIGKILL" | "SIGSTOP"): void {
    const [child] = [...this.#ports].find(([, port]) => port !== undefined) ?? [];
    if (child === undefined) return;
    child.kill(signal);
    if (signal === "SIGKILL") void this.start().catch(() => undefined);
    // It goes on after its leases have ended, and others work on its tasks.
    else setTimeout(() => child.kill("SIGCONT"), 1500);
  }

  async stop(): Promise<void> {
    const children = [...this.#ports.keys()];
    for (const child of children) child.kill("SIGTERM");
    await Promise.all(
      children.filter(({ exitCode }) => exitCode === null).map((child) => once(child, "exit")),
    );
  }
}

/** Gives each connection to the next replica. */
async function startProxy(replicas: Replicas): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    const port = replicas.next();
    if (port === undefined) return void socket.destroy();
    const onward = connectSocket(port, "127.0.0.1");
    const end = (): void => {
      socket.destroy();
      onward.destroy();
    };
    for (const each of [socket, onward]) each.on("error", end).on("close", end);
    socket.pipe(onward).pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("expected a port");
  return { server, port: address.port };
}

interface Clients {
  readonly client: A2AServiceClient;
  readonly webhook: string;
  readonly streams: Stream[];
  readonly watched: Set<string>;
  readonly tasks: Set<string>;
}

/** Begins a task and follows it to its end, however often the connection is cut; cancels some. */
async function useAgent({ client, webhook, streams, watched, tasks }: Clients, index: number): Promise<void> {
  let taskId: string;
  try {
    const sent = await client.sendMessage({
      message: userMessage(String(3 + (index % 6))),
      configuration: {
        returnImmediately: true,
        ...(index % 2 === 0 && { taskPushNotificationConfig: { url: `${webhook}/${index}` } }),
      },
    });
    taskId = sent.task?.id ?? "";
  } catch {
    // The task may have begun nevertheless, and has to end; nobody follows it.
    return;
  }
  tasks.add(taskId);
  if (index % 2 === 0) watched.add(taskId);
  if (index % 7 === 0) void client.cancelTask({ id: taskId }).catch(() => undefined);
  for (;;) {
    const events: StreamResponse[] = [];
    try {
      for await (const event of client.subscribeToTask({ id: taskId })) events.push(event);
      streams.push({ taskId, events, isWhole: true });
    } catch {
      streams.push({ taskId, events, isWhole: false });
    }
    const state = await client.getTask({ id: taskId }).then(
      ({ status }) => status.state,
      () => undefined,
    );
    if (state !== undefined && /COMPLETED|CANCELED|FAILED/.test(state)) return;
    // What a user waits before asking again.
    await delay(20);
  }
}

async function untilTasksEnd(pool: Pool): Promise<void> {
  for (let looks = 0; looks < 600; looks++) {
    const { rows } = await pool.query<{ left: number }>(
      `select (select count(*) from a2agen_task where held_until is not null)::integer
        + (select count(*) from a2agen_webhook where not is_over)::integer as left`,
    );
    if (rows[0]?.left === 0) return;
    // The database does not say that a lease has ended.
    await delay(50);
  }
}

/** How many connections of replicas are left, once there are none, or after five seconds. */
async function untilDisconnected(pool: Pool): Promise<number> {
  const text = "select from pg_stat_activity where application_name = 'replica'";
  let left = (await pool.query(text)).rows.length;
  for (let looks = 0; left > 0 && looks < 100; looks++) {
    await delay(50);
    left = (await pool.query(text)).rows.length;
  }
  return left;
}

async function readLogs(pool: Pool): Promise<ReadonlyMap<string, readonly TaskEntry[]>> {
  const { rows } = await pool.query<{ id: string; log: TaskEntry[] | null }>(
    `select id, (select json_agg(entry order by log.version) from a2agen_entry log where task_id = id) as log
     from a2agen_task`,
  );
  return new Map(rows.map(({ id, log }) => [id, log ?? []]));
}

async function makeTables(postgres: PostgresServer): Promise<Pool> {
  const pool = await postgres.makePool("public");
  await migrate(poolSql(pool));
  await pool.query(`create table chaos_run (
    run serial primary key, task_id text not null, step text not null)`);
  return pool;
}

test("while processes are killed and suspended, tasks end, streams and webhooks miss nothing, and steps run once", async () => {
  await mkdir(join(repository, ".tmp/chaos"), { recursive: true });
  await build({
    entryPoints: [join(import.meta.dirname, "chaos-replica.ts")],
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["a2agen-source"],
    external: ["pg", "@grpc/grpc-js"],
    logLevel: "silent",
  });
  const postgres = await startPostgres();
  const pool = await makeTables(postgres);
  const receiver = await startReceiver();
  const { host, user, database } = postgres.connection;
  const all = new Replicas({ ...process.env, PGHOST: host, PGUSER: user, PGDATABASE: database });
  const { server, port } = await startProxy(all);
  const url = `http://127.0.0.1:${port}`;
  all.cardUrl = `${url}/a2a`;
  await Promise.all([all.start(), all.start(), all.start()]);
  const { client, close } = await connect(A2AService, url, {
    bindings: [jsonRpc()],
    retry: false,
    resume: false,
  });
  const streams: Stream[] = [];
  const given: Clients = {
    client,
    webhook: receiver.origin,
    streams,
    watched: new Set(),
    tasks: new Set(),
  };
  const end = performance.now() + chaosMs;
  let index = 0;
  const users = Array.from({ length: 6 }, async () => {
    while (performance.now() < end) await useAgent(given, index++);
  });
  for (let count = 1; performance.now() < end; count++) {
    // A failure each second.
    await delay(1000);
    all.kill(count % 4 === 0 ? "SIGSTOP" : "SIGKILL");
    if (count % 3 === 0) {
      await pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'replica' and query ilike 'listen%'",
      );
    }
  }
  await Promise.all(users);
  await untilTasksEnd(pool);
  const notifications = receiver.received.map(({ headers }) => {
    const id = String(headers["webhook-id"]);
    return { taskId: id.slice(0, id.lastIndexOf(":")), id };
  });
  const { rows: runs } = await pool.query<StepRun>(
    'select run, task_id as "taskId", step from chaos_run order by run',
  );
  const history: History = {
    logs: await readLogs(pool),
    streams,
    notifications,
    watched: given.watched,
    runs,
  };
  await close();
  await all.stop();
  const left = await untilDisconnected(pool);
  server.close();
  await receiver.close();
  await pool.end();
  await postgres.stop();
  const followed = streams.filter(({ events }) => events.length > 0).length;
  console.log(
    `chaos: ${history.logs.size} tasks, ${followed} streams, ${notifications.length} notifications`,
  );
  expect(findViolations(history)).toEqual([]);
  expect(given.tasks.size).toBeGreaterThan(5);
  expect(left).toBe(0);
});
