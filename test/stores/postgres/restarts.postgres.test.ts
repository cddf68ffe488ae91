import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { A2AService, type StreamResponse } from "@a2agen/a2a-1.0";
import { migrate, poolSql } from "@a2agen/postgres";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../shared/free-port.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";
import { type Replica, startReplica } from "./start-replica.ts";

let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres();
  const pool = await postgres.makePool("public");
  await migrate(poolSql(pool));
  await pool.end();
  return () => postgres.stop();
});

const downMs = 2000;
const leaseMs = 1000;
let count = 0;

async function start(port = "0"): Promise<Replica> {
  const env = { LEASE_MS: String(leaseMs), PORT: port };
  const replica = await startReplica("leased-replica.ts", postgres.connection, env);
  onTestFinished(() => replica.kill());
  return replica;
}

/** The states that a stream tells, and the error that ends it. */
async function watch({ url }: Replica, resume: boolean) {
  const connection = await connect(A2AService, url, {
    bindings: [jsonRpc()],
    // As long as it takes: how soon a process has started depends on the machine.
    ...(resume ? { resume: { attempts: 1000 } } : { resume: false, retry: false }),
  });
  const stream = connection.client.sendStreamingMessage({
    message: { messageId: `m-${++count}`, role: "ROLE_USER", parts: [{ text: "work" }] },
  });
  const states: string[] = [];
  let begun = (): void => undefined;
  const working = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const stateIn = ({ task, statusUpdate }: StreamResponse) => (task ?? statusUpdate)?.status.state;
  const ended = (async () => {
    try {
      for await (const event of stream) {
        const state = stateIn(event);
        if (state !== undefined) states.push(state);
        if (state === "TASK_STATE_WORKING") begun();
      }
      return undefined;
    } catch (error) {
      return (error as { status?: unknown }).status;
    } finally {
      await connection.close();
    }
  })();
  await working;
  return { states, ended };
}

const isFinal = /COMPLETED|FAILED/;

test("a database that restarts is UNAVAILABLE to streams, and one that is resumed comes to the end", async () => {
  const replica = await start();
  const [plain, resumed] = await Promise.all([watch(replica, false), watch(replica, true)]);
  await postgres.restart(downMs);
  replica.say("finish");
  const [status, problem] = await Promise.all([plain.ended, resumed.ended]);
  expect([undefined, "UNAVAILABLE"]).toContain(status);
  expect(problem).toBeUndefined();
  expect(resumed.states.at(-1)).toMatch(isFinal);
  const { tasks } = await replica.client.listTasks({});
  expect(tasks.map(({ status }) => status.state)).toEqual([
    expect.stringMatching(isFinal),
    expect.stringMatching(isFinal),
  ]);
});

test("a host that restarts over its store is waited for by the streams of its clients", async () => {
  const port = String(await freePort());
  const first = await start(port);
  const { states, ended } = await watch(first, true);
  const exited = once(first.child, "exit");
  first.child.kill("SIGKILL");
  await exited;
  await setTimeout(downMs);
  await start(port);
  expect(await ended).toBeUndefined();
  expect(states.at(-1)).toBe("TASK_STATE_FAILED");
});
