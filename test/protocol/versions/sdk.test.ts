import {
  type AgentCard as PeerCard,
  AgentCard as PeerCards,
  ListTaskPushNotificationConfigsResponse as PeerConfigList,
  Message as PeerMessage,
  TaskPushNotificationConfig as PeerPushConfig,
  Task as PeerTask,
} from "@a2a-js/sdk";
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from "@a2a-js/sdk/client";
import type { OlderVersion } from "@a2agen/runtime/server";
import { describe, expect, test } from "vitest";
import { workingTask } from "../../shared/bindings/test-agent.ts";
import { collect } from "../../shared/collect.ts";
import { brokenStream, failureOf } from "../../shared/interop/outcomes.ts";
import { peerErrors } from "../../shared/interop/peer-errors.ts";
import {
  createSdkClient,
  sdkClientCalls,
  sdkClientFailures,
  sdkMessage,
} from "../../shared/interop-0.3/harness.ts";
import { shared, startFamily } from "../../shared/versions/start-family.ts";
import { say, streamed } from "../interop/peer-client-tests.ts";

describe("the SDK of 0.3 calls an agent that is written in 1.0", () => {
  test.each(sdkClientCalls)("$name", async ({ call, want }) => {
    const { origin } = await startFamily();
    expect(await call(await createSdkClient(origin))).toEqual(want);
  });

  test.each(sdkClientFailures)(
    "$name is the SDK's error of that name",
    async ({ name, newer, code, type }) => {
      const { origin } = await startFamily();
      const client = await createSdkClient(origin);
      const error = await failureOf(client.sendMessage(sdkMessage(`fail ${newer}`)));
      expect(error).toBeInstanceOf(type);
      expect({ name: (error as Error).name, error }).toMatchObject({
        name,
        error: { errorResponse: { error: { code, message: `the agent was told to fail with ${newer}` } } },
      });
    },
  );

  test("an error in mid-stream comes after the events before it", async () => {
    const { origin } = await startFamily();
    const client = await createSdkClient(origin);
    const { events, error } = await brokenStream(client.sendMessageStream(sdkMessage("break")));
    expect(events).toHaveLength(1);
    expect(error).toMatchObject({ cause: { errorResponse: { error: { code: -32006 } } } });
  });
});

const legacyCompat = { enabled: true };

/** The ways in which the current SDK can come to this agent. */
const modes: readonly {
  readonly name: string;
  readonly version: string;
  readonly older: readonly OlderVersion[];
  readonly connect: (origin: string) => Promise<Client>;
}[] = [
  {
    name: "in 1.0 over JSON-RPC",
    version: "1.0",
    older: [shared],
    connect: (origin) => new ClientFactory().createFromUrl(origin),
  },
  {
    name: "in 1.0 over HTTP+JSON",
    version: "1.0",
    older: [shared],
    connect: async (origin) => {
      const options = { ...ClientFactoryOptions.default, transports: [new RestTransportFactory()] };
      return new ClientFactory(options).createFromAgentCard(await readCard(origin));
    },
  },
  {
    name: "in 1.0, with its compatibility with 0.3 enabled, by the card of all versions",
    version: "1.0",
    older: [shared],
    connect: (origin) => compatible().createFromUrl(origin),
  },
  {
    name: "in 0.3, by the card of all versions without the interfaces of 1.0",
    version: "0.3",
    older: [shared],
    connect: async (origin) => compatible().createFromAgentCard(onlyOlder(await readCard(origin))),
  },
  {
    name: "in 0.3, by a card of 0.3",
    version: "0.3",
    older: [{ ...shared, cardPrefix: "/old" }],
    connect: (origin) => compatible().createFromUrl(origin, "/old/.well-known/agent-card.json"),
  },
];

async function readCard(origin: string): Promise<PeerCard> {
  return PeerCards.fromJSON(await (await fetch(`${origin}/.well-known/agent-card.json`)).json());
}

function compatible(): ClientFactory {
  return new ClientFactory({
    ...ClientFactoryOptions.default,
    transports: [new JsonRpcTransportFactory({ legacyCompat })],
    cardResolver: new DefaultAgentCardResolver({ legacyCompat }),
  });
}

function onlyOlder(card: PeerCard): PeerCard {
  const supportedInterfaces = card.supportedInterfaces.filter(
    ({ protocolVersion }) => protocolVersion === "0.3",
  );
  return { ...card, supportedInterfaces };
}

describe.each(modes)("the current SDK calls it $name", ({ version, older, connect }) => {
  const open = async () => {
    const started = await startFamily({ older });
    return { ...started, client: await connect(started.origin) };
  };
  const taskName = { tenant: "", id: "task-1" };

  test("messages, tasks and streams", async () => {
    const { client } = await open();
    const task = await client.sendMessage(say("do it"));
    expect(PeerTask.toJSON(task as PeerTask)).toMatchObject({
      id: "task-2",
      status: { state: "TASK_STATE_COMPLETED", timestamp: "2026-01-02T03:04:05.678Z" },
      artifacts: [{ artifactId: "artifact-1", parts: [{ text: "do it" }, { raw: "AAEC/w==" }] }],
    });
    const events = streamed(await collect(client.sendMessageStream(say("stream 2"))));
    expect(events).toHaveLength(4);
    expect(events[0]).toEqual({ task: workingTask("task-3") });
    expect(events[3]).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
    expect(streamed(await collect(client.sendMessageStream(say("message"))))).toEqual([
      { message: { messageId: "m-1-reply", role: "ROLE_AGENT", parts: [{ text: "the whole answer" }] } },
    ]);
    expect(PeerTask.toJSON(await client.getTask(taskName))).toEqual(workingTask("task-1"));
    expect(streamed(await collect(client.resubscribeTask(taskName)))).toHaveLength(2);
    expect(PeerTask.toJSON(await client.cancelTask({ ...taskName, metadata: undefined }))).toMatchObject({
      status: { state: "TASK_STATE_CANCELED" },
    });
  });

  test("push notification configurations", async () => {
    const { client } = await open();
    const named = { tenant: "", taskId: "task-1", id: "config-1" };
    const config = { taskId: "task-1", id: "config-1", url: "https://client.example.com/hook" };
    const made = await client.createTaskPushNotificationConfig(PeerPushConfig.fromJSON(config));
    expect(PeerPushConfig.toJSON(made)).toEqual(config);
    expect(PeerPushConfig.toJSON(await client.getTaskPushNotificationConfig(named))).toEqual(config);
    const all = { tenant: "", taskId: "task-1", pageSize: 0, pageToken: "" };
    const list = PeerConfigList.toJSON(await client.listTaskPushNotificationConfig(all));
    expect(list).toEqual({ configs: [config] });
    await client.deleteTaskPushNotificationConfig(named);
    expect((await client.listTaskPushNotificationConfig(all)).configs).toEqual([]);
  });

  test("the extended card, the caller and the version", async () => {
    const { client, deprecated } = await open();
    const alice = { serviceParameters: { authorization: "Bearer alice" } };
    const answer = PeerMessage.toJSON((await client.sendMessage(say("context"), alice)) as PeerMessage);
    expect(answer).toMatchObject({
      parts: [{ data: { method: "SendMessage", version, principal: "alice" } }],
    });
    expect(deprecated.some(({ name }) => name === "message/send")).toBe(version === "0.3");
    expect((await client.getAgentCard(alice)).description).toBe("For alice only.");
  });

  test.each(["TaskNotFoundError", "UnsupportedOperationError", "ContentTypeNotSupportedError"] as const)(
    "%s is the SDK's error of that name",
    async (name) => {
      const { client } = await open();
      const error = await failureOf(client.sendMessage(say(`fail ${name}`)));
      expect(error).toBeInstanceOf(peerErrors[name]);
    },
  );
});
