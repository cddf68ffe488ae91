import { migrate, openPool, type PostgresTaskStore, poolSql } from "@a2agen/postgres";
import type { Pool } from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { taskOf, userMessage } from "../../shared/agent/start-agent.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";
import { type Replica, startReplica } from "./start-replica.ts";

let postgres: PostgresServer;
let pool: Pool;
let store: PostgresTaskStore;

beforeAll(async () => {
  postgres = await startPostgres();
  const stop = async (): Promise<void> => {
    await store?.close();
    await pool?.end();
    await postgres.stop();
  };
  try {
    pool = await postgres.makePool("public");
    await migrate(poolSql(pool));
    store = openPool(pool, { notifier: false });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
});

/** Processes of a test. */
async function startReplicas(count: number): Promise<readonly [Replica, ...Replica[]]> {
  const start = async (): Promise<Replica> => {
    const replica = await startReplica("state-replica.ts", postgres.connection, { LEASE_MS: "500" });
    onTestFinished(() => replica.kill());
    return replica;
  };
  return Promise.all([start(), ...Array.from({ length: count - 1 }, start)]);
}

async function begin({ client }: Replica, text: string, contextId: string): Promise<string> {
  const message = userMessage(text, { contextId });
  return taskOf(await client.sendMessage({ message, configuration: { returnImmediately: true } })).id;
}

/** A task once it is done. */
async function doneTask(id: string) {
  for (;;) {
    const stored = await store.read(id);
    if (stored === undefined) throw new Error("expected the task");
    if (stored.task.status.state === "TASK_STATE_COMPLETED") return stored.task;
    expect(stored.task.status.state).not.toBe("TASK_STATE_FAILED");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function memoryOf(contextId: string): Promise<unknown> {
  return (await store.state.ofContext({ scope: "[null,null]", contextId }))?.values;
}

test("tasks of one context at two processes count in its memory, and none of it is lost", async () => {
  const [one, other = one] = await startReplicas(2);
  const ids = await Promise.all([one, other, one, other].map((each) => begin(each, "count 50", "counted")));
  for (const id of ids) await doneTask(id);
  const counts = { ...Object.fromEntries(ids.map((id) => [id, 50])), all: 200 };
  expect(await memoryOf("counted")).toEqual({ counts });
});

test("however often its process is killed, a task has each event once, and what it keeps fits", async () => {
  const replicas = await startReplicas(4);
  const id = await begin(replicas[0], "write 400", "written");
  const { artifacts, history = [], status } = await doneTask(id);
  const numbers = Array.from({ length: 400 }, (_, index) => index + 1);
  const text = numbers.map((number) => (number % 5 === 0 ? "" : `${number},`)).join("");
  expect(artifacts).toEqual([{ artifactId: "pieces", parts: [{ text }] }]);
  const said = [...history, ...(status.message === undefined ? [] : [status.message])]
    .filter(({ role }) => role === "ROLE_AGENT")
    .flatMap(({ parts }) => parts.map((part) => part.text));
  expect(said).toEqual(numbers.filter((number) => number % 5 === 0).map(String));
  expect((await store.state.ofTask(id))?.values).toEqual({ done: 400 });
  expect(await memoryOf("written")).toEqual({ [id]: 400 });
  // Three, unless a process was so slow that another one took its turn before.
  expect(replicas.filter(({ child }) => child.signalCode === "SIGKILL").length).toBeGreaterThan(0);
}, 240_000);
