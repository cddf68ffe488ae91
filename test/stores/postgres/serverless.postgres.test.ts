import { A2AService } from "@a2agen/a2a-1.0";
import { openPool } from "@a2agen/postgres";
import { createAgent, inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { webhooks } from "@a2agen/runtime/push";
import type { Pool } from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { taskOf, userMessage } from "../../shared/agent/start-agent.ts";
import { startReceiver } from "../../shared/push/receiver.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";
import { type Replica, startReplica } from "./start-replica.ts";

let server: PostgresServer;
let pool: Pool;

beforeAll(async () => {
  server = await startPostgres();
  pool = await server.makePool("public");
  await openPool(pool).migrate();
  return async () => {
    await pool.end();
    await server.stop();
  };
});

/** A process that stays, and works on what functions have begun. */
function startWorker(): void {
  const store = openPool(pool);
  const agent = createAgent({
    service: A2AService,
    store,
    resumable: true,
    limits: { leaseMs: 600, concurrency: 10 },
    push: webhooks({ http: true, networks: ["127.0.0.0/8"], limits: { leaseMs: 600 } }),
    async *execute({ attempt, text }) {
      if (text === "ask") yield inputRequired("which one?");
      else yield textArtifact("a", `by the worker in attempt ${attempt}`);
    },
  });
  onTestFinished(async () => {
    await agent.close();
    await store.close();
  });
}

async function startFunction(): Promise<Replica> {
  const replica = await startReplica("function-process.ts", server.connection);
  onTestFinished(() => replica.kill());
  return replica;
}

const background = { returnImmediately: true };

test.each([
  { when: "is frozen after its answer", signal: "SIGSTOP" as const },
  { when: "is told that it ends", signal: "SIGTERM" as const },
])("what a function has taken that $when is done by a process that stays", async ({ signal }) => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const [first, second, third] = await Promise.all([startFunction(), startFunction(), startFunction()]);
  startWorker();
  const asking = taskOf(await third.client.sendMessage({ message: userMessage("ask") }));
  expect(asking.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  const taskPushNotificationConfig = { url: receiver.origin };
  const configuration = { ...background, taskPushNotificationConfig };
  const { id } = taskOf(await first.client.sendMessage({ message: userMessage("go"), configuration }));
  first.child.kill(signal);
  const answer = userMessage("this one", { taskId: asking.id });
  await second.client.sendMessage({ message: answer, configuration: background });
  second.child.kill(signal);
  await receiver.count(2);
  const read = async (taskId: string): Promise<unknown> => {
    const { status, artifacts } = await third.client.getTask({ id: taskId });
    return [status.state, artifacts?.[0]?.parts];
  };
  // A notification may come twice where a lease has expired on a slow machine.
  await expect
    .poll(() => read(id))
    .toEqual(["TASK_STATE_COMPLETED", [{ text: "by the worker in attempt 1" }]]);
  await expect
    .poll(() => read(asking.id))
    .toEqual(["TASK_STATE_COMPLETED", [{ text: "by the worker in attempt 2" }]]);
});
