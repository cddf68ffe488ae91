import {
  HTTP_EXTENSION_HEADER,
  AgentCard as PeerCards,
  ListTaskPushNotificationConfigsResponse as PeerConfigList,
  ListTasksRequest as PeerListTasksRequest,
  ListTasksResponse as PeerListTasksResponse,
  Message as PeerMessage,
  TaskPushNotificationConfig as PeerPushConfig,
  SendMessageRequest as PeerSendMessageRequest,
  StreamResponse as PeerStreamResponse,
  Task as PeerTask,
} from "@a2a-js/sdk";
import { type Client, ClientFactory, ServiceParameters, withA2AExtensions } from "@a2a-js/sdk/client";
import { RequestMalformedError } from "@a2a-js/sdk/errors";
import { errors } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { fullCard, workingTask } from "../../shared/bindings/test-agent.ts";
import { collect } from "../../shared/collect.ts";
import {
  echoExtension,
  type HttpBinding,
  type OurAgent,
  type OurAgentOptions,
  servers,
  startOurAgent,
} from "../../shared/interop/our-agent.ts";
import { brokenStream, failureOf } from "../../shared/interop/outcomes.ts";
import { peerErrors } from "../../shared/interop/peer-errors.ts";

export interface PeerClient extends OurAgent {
  readonly client: Client;
}

/** Our agent, and a client of the SDK made from its card. */
export async function startPeerClient(options: OurAgentOptions): Promise<PeerClient> {
  const ours = await startOurAgent(options);
  return { ...ours, client: await new ClientFactory().createFromUrl(ours.origin) };
}

export function say(text: string, more: object = {}): PeerSendMessageRequest {
  return PeerSendMessageRequest.fromJSON({
    message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text }] },
    ...more,
  });
}

export function streamed(events: readonly PeerStreamResponse[]): unknown[] {
  return events.map((event) => PeerStreamResponse.toJSON(event));
}

async function sent(client: Client, request: PeerSendMessageRequest): Promise<unknown> {
  const answer = await client.sendMessage(request);
  return "messageId" in answer ? { message: PeerMessage.toJSON(answer) } : { task: PeerTask.toJSON(answer) };
}

const taskName = { tenant: "", id: "task-1" };
const configName = { tenant: "", taskId: "task-1", id: "config-1" };
const configs = { tenant: "", taskId: "task-1", pageSize: 0, pageToken: "" };
const config = {
  taskId: "task-1",
  id: "config-1",
  url: "https://client.example.com/hook",
  token: "secret",
  authentication: { scheme: "Bearer", credentials: "password" },
};
const completed = {
  statusUpdate: { taskId: "task-1", contextId: "context-1", status: { state: "TASK_STATE_COMPLETED" } },
};

interface Call {
  readonly name: string;
  readonly call: (client: Client) => Promise<unknown>;
  readonly want: unknown;
}

const everyPart = [
  { text: "echo ünïcödé 🚀", mediaType: "text/plain", metadata: { "a.b": [1, "two", null] } },
  { raw: "AAEC/w==", mediaType: "image/png", filename: "a b.png" },
  { url: "https://example.com/?a=1&b=2" },
  { data: { list: [1, "two", null, { three: true }], "a.b": 1.5 } },
];

const calls: readonly Call[] = [
  {
    name: "sendMessage is answered with a task",
    call: (client) => sent(client, say("do it")),
    want: {
      task: {
        id: "task-2",
        contextId: "context-1",
        status: { state: "TASK_STATE_COMPLETED", timestamp: "2026-01-02T03:04:05.678Z" },
        artifacts: [{ artifactId: "artifact-1", parts: [{ text: "do it" }, { raw: "AAEC/w==" }] }],
        history: [{ messageId: "m-1", role: "ROLE_USER", parts: [{ text: "do it" }] }],
      },
    },
  },
  {
    name: "sendMessage is answered with a message that has every kind of part",
    call: (client) =>
      sent(
        client,
        PeerSendMessageRequest.fromJSON({
          message: { messageId: "m-1", contextId: "c-1", role: "ROLE_USER", parts: everyPart },
        }),
      ),
    want: {
      message: { messageId: "m-1-echo", contextId: "c-1", role: "ROLE_AGENT", parts: everyPart },
    },
  },
  {
    name: "sendMessageStream",
    call: async (client) => streamed(await collect(client.sendMessageStream(say("stream 2")))),
    want: [
      { task: workingTask("task-3") },
      ...[0, 1].map((index) => ({
        artifactUpdate: {
          taskId: "task-3",
          contextId: "context-1",
          artifact: { artifactId: "artifact-1", parts: [{ text: `part ${index}` }] },
          ...(index === 0 ? {} : { append: true }),
        },
      })),
      { statusUpdate: { ...completed.statusUpdate, taskId: "task-3" } },
    ],
  },
  {
    name: "sendMessageStream of a message alone",
    call: async (client) => streamed(await collect(client.sendMessageStream(say("message")))),
    want: [
      { message: { messageId: "m-1-reply", role: "ROLE_AGENT", parts: [{ text: "the whole answer" }] } },
    ],
  },
  {
    name: "getTask",
    call: async (client) => PeerTask.toJSON(await client.getTask(taskName)),
    want: workingTask("task-1"),
  },
  {
    name: "getTask with a part of the history",
    call: async (client) => PeerTask.toJSON(await client.getTask({ ...taskName, historyLength: 1 })),
    want: { ...workingTask("task-1"), history: workingTask("").history?.slice(1) },
  },
  {
    name: "listTasks",
    call: async (client) =>
      PeerListTasksResponse.toJSON(
        await client.listTasks(
          PeerListTasksRequest.fromJSON({
            status: "TASK_STATE_WORKING",
            contextId: "context-1",
            pageSize: 5,
            historyLength: 3,
            statusTimestampAfter: "2020-01-01T00:00:00Z",
            includeArtifacts: true,
          }),
        ),
      ),
    want: { tasks: [workingTask("task-1")], pageSize: 5, totalSize: 1 },
  },
  {
    name: "listTasks that finds none",
    call: async (client) =>
      PeerListTasksResponse.toJSON(
        await client.listTasks(PeerListTasksRequest.fromJSON({ contextId: "other" })),
      ),
    want: { pageSize: 50 },
  },
  {
    name: "cancelTask",
    call: async (client) =>
      PeerTask.toJSON(await client.cancelTask({ ...taskName, metadata: { why: "enough" } })),
    want: { ...workingTask("task-1"), status: { state: "TASK_STATE_CANCELED" } },
  },
  {
    name: "resubscribeTask",
    call: async (client) => streamed(await collect(client.resubscribeTask(taskName))),
    want: [{ task: workingTask("task-1") }, completed],
  },
  {
    name: "push notification configs are made, read, listed and deleted",
    call: async (client) => {
      const list = async (): Promise<unknown> =>
        PeerConfigList.toJSON(await client.listTaskPushNotificationConfig(configs));
      return [
        PeerPushConfig.toJSON(await client.createTaskPushNotificationConfig(PeerPushConfig.fromJSON(config))),
        PeerPushConfig.toJSON(await client.getTaskPushNotificationConfig(configName)),
        await list(),
        await client.deleteTaskPushNotificationConfig(configName),
        await list(),
      ];
    },
    want: [config, config, { configs: [config] }, undefined, {}],
  },
  {
    name: "the extended card",
    call: async (client) => PeerCards.toJSON(await client.getAgentCard(bearer)),
    want: { ...fullCard, description: "For t only." },
  },
];

const bearer = { serviceParameters: { Authorization: "Bearer t" } };

/** Tests that the client of the SDK gets on with our server over a binding. */
export function testPeerClient(binding: HttpBinding): void {
  describe.each(Object.keys(servers) as (keyof typeof servers)[])(
    "the SDK's client calls our server on %s",
    (server) => {
      test.each(calls)("$name", async ({ call, want }) => {
        const { client } = await startPeerClient({ binding, server });
        expect(client.transport.protocolName).toBe(binding);
        expect(await call(client)).toEqual(want);
      });

      test("a client that gives up a stream stops the handler", async () => {
        const { client, agent } = await startPeerClient({ binding, server });
        const ended = agent.nextEnd();
        const controller = new AbortController();
        const events = client.sendMessageStream(say("wait"), { signal: controller.signal });
        await events.next();
        const failure = failureOf(events.next());
        controller.abort();
        await ended;
        expect(await failure).toMatchObject({ name: "AbortError" });
        expect(agent.ended).toEqual(["the client has gone"]);
      });

      test("a client that leaves a stream stops the handler", async () => {
        const { client, agent } = await startPeerClient({ binding, server });
        const ended = agent.nextEnd();
        for await (const event of client.sendMessageStream(say("wait"))) {
          expect(PeerStreamResponse.toJSON(event)).toEqual({ task: workingTask("task-3") });
          break;
        }
        await ended;
        expect(agent.ended).toEqual(["the client has gone"]);
      });
    },
  );

  describe("what the SDK's client is told by our server", () => {
    test.each(Object.keys(errors))("%s is the SDK's error of that name", async (name) => {
      const { client } = await startPeerClient({ binding });
      const error = await failureOf(client.sendMessage(say(`fail ${name}`)));
      expect(error).toBeInstanceOf(peerErrors[name as keyof typeof peerErrors]);
      expect(error).toMatchObject({ name, message: `the agent was told to fail with ${name}` });
    });

    test("a request that is wrong is the SDK's RequestMalformedError", async () => {
      const { client } = await startPeerClient({ binding });
      const wrong = PeerSendMessageRequest.fromJSON({
        message: { messageId: "m-1", parts: [{ text: "x" }] },
      });
      const error = await failureOf(client.sendMessage(wrong));
      expect(error).toMatchObject({ message: expect.stringContaining("message.role") });
      if (binding === "JSONRPC") expect(error).toBeInstanceOf(RequestMalformedError);
    });

    test("an error before the first event is the SDK's error of that name", async () => {
      const { client } = await startPeerClient({ binding });
      const { events, error } = await brokenStream(client.sendMessageStream(say("fail early")));
      expect(events).toEqual([]);
      expect(error).toBeInstanceOf(peerErrors.TaskNotFoundError);
    });

    test("an error in mid-stream comes after the events before it", async () => {
      const { client } = await startPeerClient({ binding });
      const { events, error } = await brokenStream(client.sendMessageStream(say("break")));
      expect(streamed(events)).toEqual([{ task: workingTask("task-3") }]);
      // Over JSON-RPC the SDK puts it into another one: see the differences.
      expect(binding === "JSONRPC" ? (error as Error).cause : error).toBeInstanceOf(
        peerErrors.InvalidAgentResponseError,
      );
    });

    test("that its credentials are wrong", async () => {
      const { client } = await startPeerClient({ binding });
      const wrong = { serviceParameters: { Authorization: "Basic x" } };
      expect(await failureOf(client.getAgentCard(wrong))).toMatchObject({
        message: "the call needs valid credentials",
      });
    });

    test("the version, extensions, tenant and caller", async () => {
      const { client } = await startPeerClient({ binding, tenant: "acme inc/ä" });
      const serviceParameters = ServiceParameters.create(
        withA2AExtensions(echoExtension, "https://example.com/extensions/other/v1"),
      );
      const answer = await client.sendMessage(say("context"), {
        serviceParameters: { ...serviceParameters, ...bearer.serviceParameters },
      });
      expect(PeerMessage.toJSON(answer as PeerMessage)).toMatchObject({
        parts: [
          {
            data: {
              method: "SendMessage",
              version: "1.0",
              extensions: serviceParameters[HTTP_EXTENSION_HEADER]?.split(","),
              tenant: "acme inc/ä",
              principal: "t",
            },
          },
        ],
      });
    });

    test.each(calls)("$name, of a tenant", async ({ call, want }) => {
      const { client } = await startPeerClient({ binding, tenant: "acme" });
      expect(withoutTenants(await call(client))).toEqual(withoutTenants(want));
    });

    test("that it lacks an extension which the card requires", async () => {
      const { client } = await startPeerClient({
        binding,
        card: {
          capabilities: { streaming: true, extensions: [{ uri: echoExtension, required: true }] },
        },
      });
      const error = await failureOf(client.getTask(taskName));
      expect(error).toBeInstanceOf(peerErrors.ExtensionSupportRequiredError);
      const serviceParameters = ServiceParameters.create(withA2AExtensions(echoExtension));
      expect(PeerTask.toJSON(await client.getTask(taskName, { serviceParameters }))).toEqual(
        workingTask("task-1"),
      );
    });

    test("that the version is not spoken", async () => {
      const { client } = await startPeerClient({ binding });
      // The SDK's Client would send its own version.
      const error = await failureOf(
        client.transport.getTask(taskName, { serviceParameters: { "A2A-Version": "0.3" } }),
      );
      expect(error).toBeInstanceOf(peerErrors.VersionNotSupportedError);
    });

    test("what its card does not offer", async () => {
      const { client } = await startPeerClient({ binding, card: { capabilities: {} } });
      expect(await failureOf(collect(client.resubscribeTask(taskName)))).toBeInstanceOf(
        peerErrors.UnsupportedOperationError,
      );
      expect(
        await failureOf(client.transport.getTaskPushNotificationConfig(configName, version)),
      ).toBeInstanceOf(peerErrors.PushNotificationNotSupportedError);
      expect(await failureOf(client.transport.getExtendedAgentCard({ tenant: "" }, version))).toBeInstanceOf(
        peerErrors.UnsupportedOperationError,
      );
    });
  });
}

const version = { serviceParameters: { "A2A-Version": "1.0" } };

/** As JSON, in which push notification configs do not name their tenant. */
function withoutTenants(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, member: unknown) => (key === "tenant" ? undefined : member)));
}
