import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { TaskPushNotificationConfig as PeerConfig, StreamResponse as PeerEvent } from "@a2a-js/sdk";
import {
  DefaultPushNotificationSender,
  InMemoryPushNotificationStore,
  ServerCallContext,
} from "@a2a-js/sdk/server";
import {
  DefaultPushNotificationSender as OlderSender,
  InMemoryPushNotificationStore as OlderStore,
} from "@a2a-js/sdk-0.3/server";
import type { StreamResponse } from "@a2agen/a2a-1.0";
import { A2AService } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createWebhookReceiver, type Hook } from "@a2agen/runtime/receiver";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const receiver = createWebhookReceiver(A2AService, { older: [a2a03ToA2a10] });
const server = createServer(toNodeListener(receiver.handler));
let url = "";

beforeAll(async () => {
  // The senders of the SDK log each notification.
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  receiver.close();
  server.close();
  vi.restoreAllMocks();
});

async function statesOf(hook: Hook<StreamResponse>, taskId: string): Promise<readonly unknown[]> {
  const states: unknown[] = [];
  for await (const { event, profile } of hook.events(taskId)) {
    states.push([profile, event.task?.status.state ?? event.statusUpdate?.status.state]);
  }
  return states;
}

describe("notifications of @a2a-js/sdk", () => {
  test.each([false, true])("1.3.0 arrive; with credentials: %s", async (withCredentials) => {
    const taskId = `peer-${withCredentials}`;
    const hook = await receiver.open(url);
    const store = new InMemoryPushNotificationStore();
    const context = new ServerCallContext({ requestedVersion: "1.0" });
    const authentication = withCredentials ? { scheme: "Bearer", credentials: hook.config.token } : undefined;
    await store.save(
      taskId,
      context,
      PeerConfig.fromJSON({ ...hook.config, id: "c", taskId, authentication }),
    );
    const sender = new DefaultPushNotificationSender(store);
    for (const state of ["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"]) {
      const statusUpdate = { taskId, contextId: "c-1", status: { state } };
      await sender.send(PeerEvent.fromJSON({ statusUpdate }), context);
    }
    expect(await statesOf(hook, taskId)).toEqual([
      ["a2a-1.0", "TASK_STATE_WORKING"],
      ["a2a-1.0", "TASK_STATE_COMPLETED"],
    ]);
  });

  test("0.3.14 arrive, as whole tasks", async () => {
    const hook = await receiver.open(url);
    const store = new OlderStore();
    await store.save("older", hook.config);
    const sender = new OlderSender(store);
    for (const state of ["working", "completed"] as const) {
      await sender.send({ kind: "task", id: "older", contextId: "c-1", status: { state } });
    }
    expect(await statesOf(hook, "older")).toEqual([
      ["a2a-0.3", "TASK_STATE_WORKING"],
      ["a2a-0.3", "TASK_STATE_COMPLETED"],
    ]);
  });
});
