import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { taskStoreCases } from "@a2agen/agent-conformance";
import { openPool, type PostgresTaskStore, redisNotifier } from "@a2agen/postgres";
import { Redis } from "ioredis";
import type { Pool } from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { beginning, statusOf } from "../../shared/agent/store/samples.ts";
import { findProgram } from "../../shared/find-program.ts";
import { startPostgres } from "./postgres-server.ts";

const program = findProgram("redis-server");
if (program === undefined)
  console.warn("redis-server is not installed (Debian: redis-server): leaving out the notifier over it");

describe.skipIf(program === undefined)("the notifier over Redis", () => {
  let pool: Pool;
  let directory: string;
  let server: ChildProcess;
  const socket = (): string => join(directory, "redis.sock");

  const startRedis = async (): Promise<void> => {
    const args = ["--port", "0", "--unixsocket", socket(), "--save", "", "--dir", directory];
    server = spawn(program ?? "", args, { stdio: ["ignore", "pipe", "inherit"] });
    const { stdout } = server;
    if (stdout === null) throw new Error("expected an output");
    for await (const line of createInterface({ input: stdout })) if (/ready to accept/i.test(line)) break;
    stdout.resume();
  };
  const stopRedis = async (): Promise<void> => {
    const exited = once(server, "exit");
    server.kill("SIGKILL");
    await exited;
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "a2agen-redis-"));
    const postgres = await startPostgres();
    pool = await postgres.makePool("public");
    await openPool(pool).migrate();
    await startRedis();
    return async () => {
      await stopRedis();
      await pool.end();
      await postgres.stop();
      await rm(directory, { recursive: true });
    };
  });

  interface Opened {
    readonly redis: Redis;
    readonly store: PostgresTaskStore;
    readonly replica: PostgresTaskStore;
    close(): Promise<void>;
  }

  async function open(): Promise<Opened> {
    await pool.query("truncate a2agen_task, a2agen_memory cascade");
    const redis = new Redis(socket(), { maxRetriesPerRequest: 0 });
    redis.on("error", () => undefined);
    const options = { notifier: redisNotifier(redis), pollMs: [60_000, 60_000] as const };
    const [store, replica] = [openPool(pool, options), openPool(pool, options)];
    const close = async (): Promise<void> => {
      await Promise.all([store.close(), replica.close()]);
      redis.disconnect();
    };
    return { redis, store, replica, close };
  }

  const waiting = taskStoreCases(open).filter(({ name }) => /changed|waiting/.test(name));
  test.each(waiting.map(({ name, run }) => [name, run] as const))("%s", (_, run) => run());

  test("a Redis that was away is listened to again, and leaves no connection behind", async () => {
    const { redis, store, replica, close } = await open();
    const { signal } = new AbortController();
    await store.create(beginning("t"));
    const listeners = (): Promise<unknown> => redis.call("PUBSUB", "NUMSUB", "a2agen");
    const first = replica.changed("t", 0, signal);
    await expect.poll(listeners).toEqual(["a2agen", 1]);
    await stopRedis();
    await startRedis();
    // Asked for again by the next one that waits.
    const second = replica.changed("t", 0, signal);
    await expect.poll(listeners).toEqual(["a2agen", 1]);
    await store.append("t", 0, [statusOf("t", "TASK_STATE_WORKING")]);
    await Promise.all([first, second]);
    await Promise.all([store.close(), replica.close()]);
    await expect.poll(listeners).toEqual(["a2agen", 0]);
    await close();
  });
});
