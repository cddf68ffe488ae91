import { setTimeout as delay } from "node:timers/promises";
import { A2AService, type A2AServiceClient } from "@a2agen/a2a-1.0";
import {
  A2AServiceGrpc,
  A2AService as NextService,
  type A2AServiceClient as NextServiceClient,
  type StreamResponse,
} from "@a2agen/a2a-1.1-dev";
import { migrate, poolSql } from "@a2agen/postgres";
import type { TaskEntry } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { isCallError } from "@a2agen/runtime/service";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { userMessage } from "../../../shared/agent/start-agent.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { type Harm, harmedAnswer, type Losses } from "../../../shared/streams/harmed-answer.ts";
import { startPostgres } from "../postgres-server.ts";
import { bundleReplica } from "./bundle-replica.ts";
import { checkFollowed, type FollowedStream } from "./followed-stream.ts";
import { type CutProxy, startProxy } from "./proxy.ts";
import { Replicas } from "./replicas.ts";

/** Milliseconds for which things fail, at least: A2AGEN_STREAMS_MS=300000 for five minutes. */
const chaosMs = Number(process.env["A2AGEN_STREAMS_MS"] ?? 5000);
/** Clients at once, each of which is to have a whole stream in the end: A2AGEN_STREAMS=1000. */
const clientCount = Number(process.env["A2AGEN_STREAMS"] ?? 40);
/** What they may take, on a machine that is busy with other things. */
const limitMs = chaosMs + 60_000 + 500 * clientCount;
/** Clients that follow one task: two of each version and binding. */
const followers = 10;
/** Milliseconds of a step, so that a task goes on until its followers have begun. */
const stepMs = 20 + clientCount / 2;
/** Milliseconds between two failures: after each of them many clients begin again. */
const pauseMs = 800 + 3 * clientCount;
const seed = Number(chooseSeed());
afterAll(() => console.log(`seed ${seed}`));

const harm: fc.Arbitrary<Harm> = fc.oneof(
  fc.record({ kind: fc.constant("cut" as const), after: fc.nat(2500) }),
  fc.record({ kind: fc.constant("lose" as const), event: fc.integer({ min: 1, max: 6 }) }),
  fc.constant({ kind: "none" as const }),
);

/** A connection in one version, over one binding. */
interface Way {
  readonly isCounted: boolean;
  readonly client: A2AServiceClient | NextServiceClient;
  close(): Promise<void>;
}

async function openWays(url: string, fetch: typeof globalThis.fetch): Promise<readonly Way[]> {
  const backoff = { initialDelayMs: 20, maximumDelayMs: 300, attempts: 10_000 };
  const options = { retry: backoff, resume: backoff, fetch };
  const channelOptions = { "grpc.initial_reconnect_backoff_ms": 20, "grpc.max_reconnect_backoff_ms": 300 };
  const bindings = [[jsonRpc()], [rest()]];
  const nextBindings = [...bindings, [grpc({ codecs: [A2AServiceGrpc], channelOptions })]];
  return Promise.all([
    ...bindings.map(async (one) => ({
      ...(await connect(A2AService, url, { ...options, bindings: one })),
      isCounted: false,
    })),
    ...nextBindings.map(async (one) => ({
      ...(await connect(NextService, url, { ...options, bindings: one })),
      isCounted: true,
    })),
  ]);
}

test("while servers are killed, proxies cut and lose, and clients go, each client ends with every event once, in order", {
  timeout: limitMs + 120_000,
}, async () => {
  const bundle = await bundleReplica("streams-replica");
  const postgres = await startPostgres();
  const pool = await postgres.makePool("public");
  await migrate(poolSql(pool));
  await pool.query(`create table chaos_run (
    run serial primary key, task_id text not null, step text not null, attempt integer not null,
    begun float8 not null, ended float8 not null)`);
  const { host, user, database } = postgres.connection;
  const startFront = (at: number): Promise<CutProxy> =>
    startProxy(() => {
      const port = replicas.nextPort(at);
      return port === undefined ? undefined : { port, host: "127.0.0.1" };
    });
  const fronts = [await startFront(0), await startFront(1)] as const;
  const [url, grpcUrl] = fronts.map(({ port }) => `http://127.0.0.1:${port}`) as [string, string];
  const env = { PGHOST: host, PGUSER: user, PGDATABASE: database, CARD_URL: `${url}/a2a`, GRPC_URL: grpcUrl };
  const replicas = new Replicas(bundle, { ...process.env, ...env });
  await Promise.all([replicas.start(), replicas.start(), replicas.start()]);

  const losses: Losses = { count: 0 };
  const harms = fc.sample(harm, { seed, numRuns: 5000 });
  let [connections, left, kills, cuts, late] = [0, 0, 0, 0, 0];
  const ways = await openWays(url, async (input, init) => {
    const leaving = new AbortController();
    const signal = init?.signal ? AbortSignal.any([init.signal, leaving.signal]) : leaving.signal;
    const response = await fetch(input, { ...init, signal });
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
    // The client goes: the connection ends on its side.
    return harmedAnswer(response, harms[connections++ % harms.length] ?? { kind: "none" }, losses, () => {
      left++;
      leaving.abort();
    });
  });
  const wayOf = (at: number): Way => ways[at % ways.length] as Way;

  const streams: FollowedStream[] = [];
  const broken: string[] = [];
  /** Clients that have no whole stream yet. */
  const waiting = new Set(Array.from({ length: clientCount }, (_, at) => at));
  const end = performance.now() + chaosMs;
  const limit = AbortSignal.timeout(limitMs);
  const goesOn = (): boolean => !limit.aborted && (performance.now() < end || waiting.size > 0);

  /** Begins a task; undefined if that is not known. */
  const begin = async (at: number): Promise<string | undefined> => {
    const message = userMessage(`${20 + (at % 20)} ${stepMs}`);
    const request = { message, configuration: { returnImmediately: true } };
    const sent = await wayOf(at)
      .client.sendMessage(request, { signal: limit })
      .catch(() => undefined);
    return sent?.task?.id;
  };
  const follow = async (taskId: string, at: number): Promise<void> => {
    const { client, isCounted } = wayOf(at);
    while (!limit.aborted) {
      const events: StreamResponse[] = [];
      try {
        for await (const event of client.subscribeToTask({ id: taskId }, { signal: limit }))
          events.push(event);
        streams.push({ taskId, events, isCounted });
        waiting.delete(at);
        return;
      } catch (error) {
        if (limit.aborted) return;
        // Only before its first event may an author see that a stream broke, or that its task has ended
        // already.
        if (events.length > 0) {
          broken.push(`${taskId}: broke after ${events.length} events: ${String(error)}`);
          return;
        }
        if (isCallError(error) && error.name === "UnsupportedOperationError") {
          const task = await client.getTask({ id: taskId }, { signal: limit }).catch(() => undefined);
          const state = task?.status.state;
          if (state !== "TASK_STATE_COMPLETED") broken.push(`${taskId}: refused in the state ${state}`);
          late++;
          return;
        }
        await delay(50);
      }
    }
  };
  const groups = Array.from({ length: Math.ceil(clientCount / followers) }, async (_, group) => {
    const clients = [...waiting].slice(group * followers, (group + 1) * followers);
    for (let round = group; !limit.aborted; round++) {
      const present = performance.now() < end ? clients : clients.filter((at) => waiting.has(at));
      if (present.length === 0) return;
      const taskId = await begin(round);
      if (taskId === undefined) await delay(50);
      else await Promise.all(present.map((at) => follow(taskId, at)));
    }
  });
  while (goesOn()) {
    await delay(pauseMs);
    // Where processes take long to start, one is left that serves.
    if (replicas.listening > 1 && replicas.kill()) kills++;
    await delay(0.7 * pauseMs);
    for (const front of fronts) front.cut();
    cuts++;
  }
  await Promise.all(groups);
  const { rows } = await pool.query<{ id: string; log: TaskEntry[] | null }>(
    `select id, (select json_agg(entry order by log.version) from a2agen_entry log where task_id = id) as log
     from a2agen_task`,
  );
  const logs = new Map(rows.map(({ id, log }) => [id, log ?? []]));
  await Promise.all(ways.map((way) => way.close()));
  await replicas.stop();
  for (const front of fronts) front.close();
  await pool.end();
  await postgres.stop();
  const counts = `${streams.length} whole streams of ${clientCount} clients, ${late} came late`;
  console.log(
    `${counts}; ${connections} connections over HTTP, ${logs.size} tasks: ${kills} killed, ${cuts} cuts,`,
    `${left} clients gone, ${losses.count} events lost`,
  );
  for (const stream of streams) {
    const problem = checkFollowed(stream, logs.get(stream.taskId) ?? []);
    if (problem !== undefined) broken.push(`${stream.taskId}: ${problem}`);
  }
  expect(broken).toEqual([]);
  if (waiting.size > 0) {
    const seconds = limitMs / 1000;
    throw new Error(
      `${waiting.size} of ${clientCount} clients had no whole stream after ${seconds} s; expected one of each`,
    );
  }
  expect(Math.min(kills, cuts, left, losses.count)).toBeGreaterThan(0);
});
