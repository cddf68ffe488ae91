import { once } from "node:events";
import type { Task } from "@a2agen/a2a-1.0";
import { migrate, poolSql } from "@a2agen/postgres";
import type { Pool } from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { follow, outline, summary, taskOf, userMessage } from "../../shared/agent/start-agent.ts";
import { type Receiver, startReceiver } from "../../shared/push/receiver.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";
import { type Replica, startReplica } from "./start-replica.ts";

const leaseMs = 2000;
const hasStopped = "The agent stopped before the task was done.";
let postgres: PostgresServer;
let pool: Pool;
let receiver: Receiver;
/** Those that go on. */
const others: Replica[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  const stop = async (): Promise<void> => {
    for (const other of others) await other.kill();
    await receiver?.close();
    await pool?.end();
    await postgres.stop();
  };
  try {
    pool = await postgres.makePool("public");
    await migrate(poolSql(pool));
    receiver = await startReceiver();
    others.push(...(await Promise.all([startLeased(), startLeased()])));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
});

function startLeased(ms = leaseMs): Promise<Replica> {
  return startReplica("leased-replica.ts", postgres.connection, { LEASE_MS: String(ms) });
}

/** A process of the test's own, at work on a task. */
async function startWork(ms = leaseMs): Promise<{ readonly replica: Replica; readonly task: Task }> {
  const replica = await startLeased(ms);
  onTestFinished(() => replica.kill());
  const configuration = { returnImmediately: true };
  const task = taskOf(await replica.client.sendMessage({ message: userMessage("work"), configuration }));
  while ((await replica.client.getTask({ id: task.id })).status.state !== "TASK_STATE_WORKING");
  return { replica, task };
}

function other(index: number): Replica {
  const found = others[index];
  if (found === undefined) throw new Error("expected two processes");
  return found;
}

/** What the log of a task has, in short. */
async function kindsOf(id: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ kind: string }>(
    `select coalesce(entry->'statusUpdate'->'status'->>'state', (select min(key) from json_object_keys(entry) key)) as kind
     from a2agen_entry where task_id = $1 order by version`,
    [id],
  );
  return rows.map(({ kind }) => kind);
}

test("a task whose process is killed fails elsewhere: streams, blocking calls and webhooks are told", async () => {
  const { replica, task } = await startWork();
  const { id } = task;
  const { client } = other(0);
  const subscribed = await follow(client.subscribeToTask({ id }));
  // At the process that is killed: another one goes on with it.
  await replica.client.createTaskPushNotificationConfig({ taskId: id, url: `${receiver.origin}/killed` });
  replica.child.kill("SIGKILL");
  await once(replica.child, "exit");
  const asked = client.sendMessage({ message: userMessage("Are you there?", { taskId: id }) });
  expect(outline(await subscribed.all)).toEqual(["task working", `failed: ${hasStopped}`]);
  const failed = taskOf(await asked);
  expect(summary(failed)).toEqual({
    state: "failed",
    says: hasStopped,
    history: ["user: work", "user: Are you there?"],
  });
  expect(await other(1).client.getTask({ id })).toEqual(failed);
  await receiver.count(1);
  // A second one would be on its way before what follows is known.
  const next = await startWork();
  await client.createTaskPushNotificationConfig({ taskId: next.task.id, url: `${receiver.origin}/next` });
  next.replica.say("finish");
  await receiver.count(3);
  const told = receiver.received.map(({ path, text }) => [path, text.includes("TASK_STATE_FAILED")]);
  expect(told).toEqual([
    ["/killed", true],
    ["/next", false],
    ["/next", false],
  ]);
  expect(await kindsOf(id)).toEqual(["TASK_STATE_WORKING", "message", "TASK_STATE_FAILED"]);
});

test("a task whose process lives is kept by it, however long it takes", async () => {
  // So long that a process which waits for its turn on a slow machine is not taken for one that has gone.
  const { replica, task } = await startWork(2 * leaseMs);
  const { id } = task;
  const moments = new Set<string>();
  // Three in one lease, or a few more.
  while (moments.size < 5) {
    const { rows } = await pool.query<{ until: string }>(
      "select held_until::text as until, pg_sleep(0.05) from a2agen_task where id = $1",
      [id],
    );
    moments.add(rows[0]?.until ?? "no lease");
  }
  expect([...moments]).not.toContain("no lease");
  const subscribed = await follow(other(0).client.subscribeToTask({ id }));
  replica.say("finish");
  expect(outline(await subscribed.all)).toEqual(["task working", "artifact a: done", "completed"]);
  const { rows } = await pool.query("select held_until from a2agen_task where id = $1", [id]);
  expect(rows).toEqual([{ held_until: null }]);
});

test.each([
  { when: "before", what: "writes at once when it goes on" },
  { when: "after", what: "is told before it writes" },
])(
  "a process that stood still for longer than the lease does not overwrite the end: it $what",
  async ({ when }) => {
    const { replica, task } = await startWork();
    const { id } = task;
    const subscribed = await follow(other(1).client.subscribeToTask({ id }));
    replica.child.kill("SIGSTOP");
    expect(outline(await subscribed.all)).toEqual(["task working", `failed: ${hasStopped}`]);
    const failed = await other(0).client.getTask({ id });
    if (when === "before") replica.say("finish");
    replica.child.kill("SIGCONT");
    expect(await replica.untilSaid("told: ")).toBe("told: another process works on the task");
    if (when === "after") replica.say("finish");
    await replica.untilSaid("left");
    expect(await replica.client.getTask({ id })).toEqual(failed);
    expect(await kindsOf(id)).toEqual(["TASK_STATE_WORKING", "TASK_STATE_FAILED"]);
    // It takes messages again.
    const { task: next } = await replica.client.sendMessage({ message: userMessage("work") });
    expect(next?.status.state).toBe("TASK_STATE_COMPLETED");
  },
);
