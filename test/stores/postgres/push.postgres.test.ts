import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { A2AService } from "@a2agen/a2a-1.0";
import { migrate, poolSql } from "@a2agen/postgres";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createWebhookReceiver } from "@a2agen/runtime/receiver";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { taskOf, userMessage } from "../../shared/agent/start-agent.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";
import { type Replica, startReplica } from "./start-replica.ts";

let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres();
  const pool = await postgres.makePool("public");
  await migrate(poolSql(pool));
  return async () => {
    await pool.end();
    await postgres.stop();
  };
});

async function start(): Promise<Replica> {
  const replica = await startReplica("leased-replica.ts", postgres.connection, { LEASE_MS: "2000" });
  onTestFinished(() => replica.kill());
  return replica;
}

test("a webhook is told all events in order by another replica, and its receiver drops what was sent twice", async () => {
  const [sender, worker] = await Promise.all([start(), start()]);
  const taken: string[] = [];
  let attempts = 0;
  let killed: Promise<void> | undefined;
  const stateOf = async (): Promise<string> => (await worker.client.getTask({ id })).status.state;
  const kill = async (): Promise<void> => {
    while ((await stateOf()) !== "TASK_STATE_COMPLETED");
    // Either of them may have leased the webhook.
    await Promise.all([sender.kill(), worker.kill()]);
  };
  const receiver = createWebhookReceiver(A2AService, {
    expected: () => ({ token: "secret" }),
    limits: { handlerMs: 60_000 },
    async onNotification({ id, event }) {
      // The replica dies before it learns that its first notification was taken.
      killed ??= kill();
      await killed;
      taken.push(`${id?.split(":")[1]} ${event.statusUpdate?.status.state ?? "artifact"}`);
    },
  });
  const server = createServer(toNodeListener(receiver.handler));
  server.on("request", () => attempts++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const configuration = { returnImmediately: true };
  const { id } = taskOf(await worker.client.sendMessage({ message: userMessage("work"), configuration }));
  while ((await stateOf()) !== "TASK_STATE_WORKING");
  await sender.client.createTaskPushNotificationConfig({ taskId: id, url, token: "secret" });
  worker.say("finish");
  await expect.poll(() => taken.length).toBe(1);
  await start();
  await expect
    .poll(() => taken)
    .toEqual([expect.stringMatching(/ artifact$/), expect.stringMatching(/ TASK_STATE_COMPLETED$/)]);
  // That of the dead one, and both of the one that has come for it.
  expect(attempts).toBe(3);
  expect(new Set(taken).size).toBe(taken.length);
});

test("a replica that is told to end lives, and is not ready, until its work has ended", async () => {
  const replica = await start();
  const health = async (path: string): Promise<readonly [number, unknown]> => {
    const response = await fetch(`${replica.url}${path}`);
    return [response.status, await response.json()];
  };
  expect(await health("/readyz")).toEqual([200, { status: "ready" }]);
  const configuration = { returnImmediately: true };
  const { id } = taskOf(await replica.client.sendMessage({ message: userMessage("work"), configuration }));
  while ((await replica.client.getTask({ id })).status.state !== "TASK_STATE_WORKING");
  const exited = once(replica.child, "exit");
  replica.child.kill("SIGTERM");
  await expect.poll(() => health("/readyz")).toEqual([503, { status: "draining" }]);
  expect(await health("/healthz")).toEqual([200, { status: "alive" }]);
  replica.say("finish");
  expect(await exited).toEqual([0, null]);
});
