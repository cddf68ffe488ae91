import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { A2AService, type StreamResponse } from "@a2agen/a2a-1.0";
import { migrate, poolSql } from "@a2agen/postgres";
import type { TaskEntry } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { isCallError } from "@a2agen/runtime/service";
import { build } from "esbuild";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { type Harm, harmedAnswer, type Losses } from "../../../shared/streams/harmed-answer.ts";
import { userMessage } from "../../../unit/runtime/agent/start-agent.ts";
import { startPostgres } from "../postgres-server.ts";
import { startProxy } from "./proxy.ts";
import { Replicas } from "./replicas.ts";

/** Milliseconds for which connections are cut: A2AGEN_CHAOS_MS=300000 for five minutes. */
const chaosMs = Number(process.env["A2AGEN_CHAOS_MS"] ?? 5000);
/** Streams that are open at once: A2AGEN_STREAMS=1000. */
const streamCount = Number(process.env["A2AGEN_STREAMS"] ?? 40);
/** Streams that follow one task. */
const followers = 10;
const seed = Number(chooseSeed());
afterAll(() => console.log(`seed ${seed}`));

const harm: fc.Arbitrary<Harm> = fc.oneof(
  fc.record({ kind: fc.constant("cut" as const), after: fc.nat(2500) }),
  fc.record({ kind: fc.constant("lose" as const), event: fc.integer({ min: 1, max: 6 }) }),
  fc.constant({ kind: "none" as const }),
);
const backoff = { initialDelayMs: 20, maximumDelayMs: 300, attempts: 10_000 };

/** The stream of a client is the log from where its first task stands to the end, each event once, in order. */
function checkStream(events: readonly StreamResponse[], log: readonly TaskEntry[]): string | undefined {
  const [first, ...rest] = events;
  const updates = log.filter((entry) => "statusUpdate" in entry || "artifactUpdate" in entry);
  if (first?.task === undefined) return "it begins without a task";
  const before = updates.slice(0, updates.length - rest.length);
  const parts = before.filter((entry) => "artifactUpdate" in entry).length;
  const known = first.task.artifacts?.flatMap((artifact) => artifact.parts).length ?? 0;
  if (parts !== known) return `its task has ${known} parts, and ${parts} came before what followed`;
  const expected = updates.slice(before.length);
  const wrong = rest.findIndex((event, at) => toText(event) !== toText(expected[at]));
  return wrong < 0 ? undefined : `event ${wrong + 1} of ${rest.length} is not that of the log`;
}

/** The same whatever the order of properties. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

test("while servers are killed, proxies cut and lose, and clients go, each stream has every event once, in order", async () => {
  const repository = join(import.meta.dirname, "../../../..");
  const bundle = join(repository, ".tmp/streams/replica.mjs");
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
  const pool = await postgres.makePool("public");
  await migrate(poolSql(pool));
  await pool.query(`create table chaos_run (
    run serial primary key, task_id text not null, step text not null, attempt integer not null)`);
  const { host, user, database } = postgres.connection;
  const proxy = await startProxy(() => {
    const port = replicas.nextPort();
    return port === undefined ? undefined : { port, host: "127.0.0.1" };
  });
  const url = `http://127.0.0.1:${proxy.port}/a2a`;
  const env = { PGHOST: host, PGUSER: user, PGDATABASE: database, CARD_URL: url };
  const replicas = new Replicas(bundle, { ...process.env, ...env });
  await Promise.all([replicas.start(), replicas.start(), replicas.start()]);

  const losses: Losses = { count: 0 };
  const harms = fc.sample(harm, { seed, numRuns: 5000 });
  let [streamed, left, kills, cuts] = [0, 0, 0, 0];
  const { client, close } = await connect(A2AService, url.replace("/a2a", ""), {
    bindings: [jsonRpc()],
    retry: backoff,
    resume: backoff,
    fetch: async (input, init) => {
      const leaving = new AbortController();
      const signal = init?.signal ? AbortSignal.any([init.signal, leaving.signal]) : leaving.signal;
      const response = await fetch(input, { ...init, signal });
      if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
      // The client goes: the connection ends on its side.
      return harmedAnswer(response, harms[streamed++ % harms.length] ?? { kind: "none" }, losses, () => {
        left++;
        leaving.abort();
      });
    },
  });
  const streams: { readonly id: string; readonly events: readonly StreamResponse[] }[] = [];
  const end = performance.now() + chaosMs;
  const follow = async (id: string): Promise<void> => {
    for (;;) {
      const events: StreamResponse[] = [];
      try {
        for await (const event of client.subscribeToTask({ id })) events.push(event);
        streams.push({ id, events });
        return;
      } catch (error) {
        // Only before its first event may an author see that a stream broke, or that there is none any more.
        if (events.length > 0) throw error;
        if (isCallError(error) && error.name === "UnsupportedOperationError") return;
        await delay(50);
      }
    }
  };
  const groups = Array.from({ length: Math.ceil(streamCount / followers) }, async (_, group) => {
    for (let round = group; performance.now() < end; round++) {
      const message = userMessage(String(20 + (round % 20)));
      const configuration = { returnImmediately: true };
      const sent = await client.sendMessage({ message, configuration }).catch(() => undefined);
      const id = sent?.task?.id;
      if (id !== undefined) await Promise.all(Array.from({ length: followers }, () => follow(id)));
    }
  });
  while (performance.now() < end) {
    await delay(1000);
    replicas.kill();
    kills++;
    await delay(700);
    proxy.cut();
    cuts++;
  }
  await Promise.all(groups);
  const { rows } = await pool.query<{ id: string; log: TaskEntry[] | null }>(
    `select id, (select json_agg(entry order by log.version) from a2agen_entry log where task_id = id) as log
     from a2agen_task`,
  );
  const logs = new Map(rows.map(({ id, log }) => [id, log ?? []]));
  await close();
  await replicas.stop();
  proxy.close();
  await pool.end();
  await postgres.stop();
  const counts = `${streams.length} streams, ${streamed} connections, ${logs.size} tasks`;
  console.log(`${counts}: ${kills} killed, ${cuts} cuts, ${left} clients gone, ${losses.count} events lost`);
  const broken = streams.flatMap(({ id, events }) => {
    const problem = checkStream(events, logs.get(id) ?? []);
    return problem === undefined ? [] : [`${id}: ${problem}`];
  });
  expect(broken).toEqual([]);
  expect(Math.min(kills, cuts, left, losses.count)).toBeGreaterThan(0);
});
