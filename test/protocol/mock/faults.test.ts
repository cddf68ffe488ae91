import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { A2AService as A2AService03 } from "@a2agen/a2a-0.3";
import { A2AService, type StreamResponse } from "@a2agen/a2a-1.0";
import { grpcCodecs } from "@a2agen/exchange/grpc-codecs.ts";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { createWebhookReceiver } from "@a2agen/runtime/receiver";
import { rest } from "@a2agen/runtime/rest";
import { expect, test } from "vitest";
import { type Fault, faults } from "../../../packages/exchange/src/faults/faults.ts";
import type { MockAgent, Scenario } from "../../../packages/testing/src/index.ts";
import { say, startMock } from "../../shared/mock/start-mock.ts";
import { startWeb } from "../../system/cli/call/start-agent.ts";

const scenario: Scenario = {
  rules: [{ answer: [{ task: "working" }, { artifact: { pieces: ["one ", "two"] } }] }],
};

/** The events that a client gets before its stream ends, or fails. */
async function receive({ url, fetch: send }: Pick<MockAgent, "url" | "fetch">, binding = jsonRpc()) {
  const { client } = await connect(A2AService, url, { fetch: send, bindings: [binding], resume: false });
  const events: StreamResponse[] = [];
  try {
    for await (const event of client.sendStreamingMessage(say("go"))) events.push(event);
  } catch (error) {
    return { count: events.length, failed: (error as Error).name };
  }
  return { count: events.length, failed: undefined };
}

const understood = Object.entries<Fault>(faults).filter(
  ([, { cutAfter, error }]) => cutAfter === undefined && error === undefined,
);

test.each(understood)("our client understands a stream with the fault %s", async (fault, { times = 1 }) => {
  const mock = await startMock(scenario, { faults: [fault] });
  for (const binding of [jsonRpc(), rest()]) {
    // Clients leave with the first event that ends the task.
    expect(await receive(mock, binding)).toEqual({ count: 5 * times - (times - 1), failed: undefined });
  }
});

const overSockets = [jsonRpc(), rest(), grpc({ codecs: grpcCodecs })];

test("duplicates come over every binding", async () => {
  const mock = await startMock(scenario, { faults: ["duplicates"] });
  const { url } = await mock.listen({ grpcPort: 0 });
  for (const binding of overSockets) {
    expect(await receive({ url, fetch }, binding)).toEqual({ count: 9, failed: undefined });
  }
});

test("a wrong version fails every call with its error, over every binding", async () => {
  const mock = await startMock(scenario, { faults: ["wrong-version"] });
  const { url } = await mock.listen({ grpcPort: 0 });
  for (const binding of overSockets) {
    const { client } = await connect(A2AService, url, { bindings: [binding] });
    await expect(client.sendMessage(say("go"))).rejects.toMatchObject({ name: "VersionNotSupportedError" });
    await expect(client.getTask({ id: "a" })).rejects.toMatchObject({ name: "VersionNotSupportedError" });
  }
  const { client } = await connect(A2AService03, url, { bindings: [jsonRpc()] });
  await expect(client.getTask({ id: "a" })).rejects.toThrow(/version/i);
});

test("notifications come twice with one identifier, and our receiver gives each event once", async () => {
  const mock = await startMock(
    { ...scenario, card: { capabilities: { pushNotifications: true } } },
    { faults: ["duplicates"] },
  );
  const { url } = await mock.listen();
  const receiver = createWebhookReceiver(A2AService);
  const ids: (string | undefined)[] = [];
  const hooks = await startWeb(
    toNodeListener((request) => {
      ids.push(request.header("webhook-id"));
      return receiver.handler(request);
    }),
  );
  const hook = await receiver.open(hooks);
  const { client } = await connect(A2AService, url, { bindings: [jsonRpc()] });
  const { task } = await client.sendMessage({
    ...say("go"),
    configuration: { taskPushNotificationConfig: hook.config, returnImmediately: true },
  });
  const texts: (string | undefined)[] = [];
  for await (const { event } of hook.events(task?.id ?? "")) {
    texts.push(event.artifactUpdate?.artifact.parts[0]?.text ?? event.statusUpdate?.status.state);
  }
  expect(texts.filter((text) => text !== "TASK_STATE_WORKING")).toEqual([
    "one ",
    "two",
    "TASK_STATE_COMPLETED",
  ]);
  // The last one comes again when the stream has ended.
  const counts = (): number[] => [...new Set(ids)].map((id) => ids.filter((each) => each === id).length);
  await expect.poll(() => new Set(counts())).toEqual(new Set([2]));
  await mock.close();
});

test("a slow reader leaves a large message with its client until it reads", async () => {
  const mock = await startMock(scenario, { faults: ["slow-reader"] });
  const { url } = await mock.listen();
  const body = Buffer.alloc(6_000_000, " ");
  const socket = connectSocket(Number(new URL(url).port), "127.0.0.1");
  const head = `POST /a2a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(head);
  expect(socket.write(body)).toBe(false);
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 (?:200|413)/);
});

test.each([
  { fault: "cut-after-3", count: 3 },
  { fault: "cut-after-0", count: 0 },
  { fault: "cut", count: 2 },
])("$fault breaks a stream off behind $count events, over sockets too", async ({ fault, count }) => {
  const mock = await startMock(scenario, { faults: [fault] });
  const { url } = await mock.listen();
  for (const place of [mock, { url, fetch }]) {
    expect(await receive(place)).toEqual({ count, failed: "CallError" });
  }
});

test("one of several faults is chosen by the seed", async () => {
  const options = { faults: ["cut-after-1", "cut-after-2", "fields"], seed: 5 };
  const counts = async () => {
    const mock = await startMock(scenario, options);
    const found: number[] = [];
    for (let at = 0; at < 12; at++) found.push((await receive(mock)).count);
    return found;
  };
  const first = await counts();
  expect(await counts()).toEqual(first);
  expect(new Set(first)).toEqual(new Set([1, 2, 5]));
});

test("an unknown fault is refused with those that there are", async () => {
  await expect(startMock(scenario, { faults: ["fire"] })).rejects.toThrow(
    'expected a fault of comments, line-ends, carriage-returns, fields, lines, no-space, bom, charset, cut, duplicates, wrong-version, slow-reader, cut-after-3; found "fire"',
  );
});
