import {
  A2AService,
  type A2AServiceClient,
  type AgentCard,
  type Message,
  type MessageSendParams,
  type Part,
} from "@a2agen/a2a-0.3";
import { type Connection, type ConnectOptions, connect } from "@a2agen/runtime/client";
import { createJsonRpcTransport, jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { createClient } from "@a2agen/runtime/service";
import { describe, expect, onTestFinished, test } from "vitest";
import { collect } from "../../shared/collect.ts";
import { brokenStream, failureOf } from "../../shared/interop/outcomes.ts";
import { type SdkServer, startSdkServer } from "../../shared/interop-0.3/harness.ts";

async function connectTo(
  { origin }: SdkServer,
  options: Partial<ConnectOptions<AgentCard>> = {},
): Promise<Connection<A2AService, AgentCard>> {
  const connection = await connect<A2AService, AgentCard>(A2AService, origin, {
    bindings: [jsonRpc()],
    resume: { initialDelayMs: 1 },
    retry: false,
    ...options,
  });
  onTestFinished(() => connection.close());
  return connection;
}

const ways = {
  "connect()": async (server) => (await connectTo(server)).client,
  "a transport alone": async ({ url }) =>
    createClient(A2AService, createJsonRpcTransport(A2AService.protocol, { url })),
} as const satisfies Record<string, (server: SdkServer) => Promise<A2AServiceClient>>;

function say(text: string, more: Partial<MessageSendParams> = {}): MessageSendParams {
  return {
    message: { kind: "message", messageId: "m-1", role: "user", parts: [{ kind: "text", text }] },
    ...more,
  };
}

const everyPart: Part[] = [
  { kind: "text", text: "echo", metadata: { "a.b": [1, "two", null] } },
  { kind: "file", file: { bytes: "AAEC/w==", mimeType: "image/png", name: "a b.png" } },
  { kind: "file", file: { uri: "https://example.com/?a=1&b=2" } },
  { kind: "data", data: { list: [1, "two", null, { three: true }], "a.b": 1.5 } },
];

const id = expect.any(String);
const working = { state: "working", timestamp: "2026-01-02T03:04:05Z" };
const completed = { state: "completed", timestamp: "2026-01-02T03:04:06Z" };
const artifact = {
  artifactId: "a-1",
  parts: [
    { kind: "text", text: "the work" },
    { kind: "file", file: { bytes: "AAEC/w==", mimeType: "image/png", name: "a.png" } },
    { kind: "data", data: { done: true } },
  ],
};

function history(text: string): unknown {
  const parts = [{ kind: "text", text }];
  return [{ kind: "message", messageId: "m-1", contextId: id, taskId: id, role: "user", parts }];
}

function begun(text: string): unknown {
  return { kind: "task", id, contextId: id, status: working, history: history(text) };
}

const artifactUpdate = { kind: "artifact-update", taskId: id, contextId: id, artifact, lastChunk: true };
const done = {
  kind: "task",
  id,
  contextId: id,
  status: completed,
  artifacts: [artifact],
  history: history("work"),
};
const finished = { kind: "status-update", taskId: id, contextId: id, status: completed, final: true };

/** Begins a task that stays at work; the stream has told its artifact. */
async function startStaying(
  client: A2AServiceClient,
): Promise<{ readonly taskId: string; readonly events: AsyncIterator<unknown> }> {
  const events = client.sendStreamingMessage(say("stay"))[Symbol.asyncIterator]();
  const first = await events.next();
  await events.next();
  const task: unknown = first.value;
  return { taskId: (task as { readonly id: string }).id, events };
}

describe.each(Object.keys(ways) as (keyof typeof ways)[])(
  "our client of 0.3, made by %s, calls an agent of the SDK",
  (way) => {
    test("sendMessage is answered with a message that has every kind of part", async () => {
      const client = await ways[way](await startSdkServer());
      const message: Message = { kind: "message", messageId: "m-1", role: "user", parts: everyPart };
      expect(await client.sendMessage({ message })).toEqual({
        ...message,
        messageId: "reply",
        role: "agent",
        contextId: id,
        taskId: id,
      });
    });

    test("sendMessage is answered with a task, which can be read and not canceled", async () => {
      const client = await ways[way](await startSdkServer());
      const task = await client.sendMessage(say("work", { configuration: { blocking: true } }));
      expect(task).toEqual(done);
      const named = { id: "id" in task ? task.id : "" };
      expect(await client.getTask({ ...named, historyLength: 10 })).toEqual(task);
      expect(await failureOf(client.cancelTask(named))).toMatchObject({
        name: "TaskNotCancelableError",
        jsonRpc: -32002,
      });
    });

    test("sendMessage returns at once when it is told not to wait", async () => {
      const client = await ways[way](await startSdkServer());
      const answer = await client.sendMessage(say("stay", { configuration: { blocking: false } }));
      expect(answer).toMatchObject({ kind: "task", id, status: working });
    });

    test("sendStreamingMessage", async () => {
      const client = await ways[way](await startSdkServer());
      expect(await collect(client.sendStreamingMessage(say("work")))).toEqual([
        begun("work"),
        artifactUpdate,
        finished,
      ]);
    });

    test("sendStreamingMessage of a message alone", async () => {
      const client = await ways[way](await startSdkServer());
      expect(await collect(client.sendStreamingMessage(say("echo")))).toMatchObject([
        { kind: "message", messageId: "reply", role: "agent", parts: [{ kind: "text", text: "echo" }] },
      ]);
    });

    test("subscribeToTask and cancelTask", async () => {
      const client = await ways[way](await startSdkServer());
      const { taskId, events } = await startStaying(client);
      const second = client.subscribeToTask({ id: taskId })[Symbol.asyncIterator]();
      expect((await second.next()).value).toMatchObject({ kind: "task", id: taskId, status: working });
      // Asked for before the task ends, so that the server listens.
      const next = second.next();
      expect(await client.cancelTask({ id: taskId })).toMatchObject({
        id: taskId,
        status: { state: "canceled" },
      });
      const canceled = { kind: "status-update", status: { state: "canceled" }, final: true };
      expect((await events.next()).value).toMatchObject(canceled);
      expect((await next).value).toMatchObject(canceled);
      expect((await second.next()).done).toBe(true);
      expect((await events.next()).done).toBe(true);
    });

    test("push notification configurations", async () => {
      const client = await ways[way](await startSdkServer());
      const task = await client.sendMessage(say("stay", { configuration: { blocking: false } }));
      const taskId = "id" in task ? task.id : "";
      const config = {
        taskId,
        pushNotificationConfig: {
          id: "config-1",
          url: "http://127.0.0.1:9/hook",
          token: "secret",
          authentication: { schemes: ["Bearer"], credentials: "password" },
        },
      };
      const name = { id: taskId, pushNotificationConfigId: "config-1" };
      expect(await client.setTaskPushNotificationConfig(config)).toEqual(config);
      expect(await client.getTaskPushNotificationConfig(name)).toEqual(config);
      expect(await client.listTaskPushNotificationConfig({ id: taskId })).toEqual([config]);
      expect(await client.deleteTaskPushNotificationConfig(name)).toBeNull();
      expect(await client.listTaskPushNotificationConfig({ id: taskId })).toEqual([]);
    });

    test("getAuthenticatedExtendedCard, with credentials", async () => {
      const client = await ways[way](await startSdkServer());
      const headers = { authorization: "Bearer alice" };
      expect(await client.getAuthenticatedExtendedCard({}, { headers })).toMatchObject({
        name: "Test agent",
        description: "For Bearer alice only.",
      });
    });

    test("extensions are asked for under the name of 0.3", async () => {
      const client = await ways[way](await startSdkServer());
      const extensions = ["https://example.com/extensions/echo/v1"];
      expect(await client.sendMessage(say("context"), { extensions })).toMatchObject({
        parts: [{ data: { extensions } }],
      });
    });

    test.each([
      ["TaskNotFoundError", -32001],
      ["TaskNotCancelableError", -32002],
      ["PushNotificationNotSupportedError", -32003],
      ["UnsupportedOperationError", -32004],
      ["ContentTypeNotSupportedError", -32005],
      ["InvalidAgentResponseError", -32006],
      ["AuthenticatedExtendedCardNotConfiguredError", -32007],
    ])("%s is told by its code", async (name, jsonRpc) => {
      const client = await ways[way](await startSdkServer());
      const told = { name, jsonRpc, message: `told to fail with ${jsonRpc}`, metadata: { because: "told" } };
      expect(await failureOf(client.sendMessage(say(`fail ${jsonRpc}`)))).toMatchObject(told);
      // In a stream the SDK begins the answer before it fails.
      const { events, error } = await brokenStream(client.sendStreamingMessage(say(`fail ${jsonRpc}`)));
      expect(events).toEqual([]);
      expect(error).toMatchObject(told);
    });

    test.each([
      [-32700, "INVALID_ARGUMENT"],
      [-32600, "INVALID_ARGUMENT"],
      [-32601, "UNIMPLEMENTED"],
      [-32602, "INVALID_ARGUMENT"],
      [-32603, "INTERNAL"],
      [-32050, "UNKNOWN"],
    ])("the code %s of JSON-RPC is the status %s", async (jsonRpc, status) => {
      const client = await ways[way](await startSdkServer());
      expect(await failureOf(client.sendMessage(say(`fail ${jsonRpc}`)))).toMatchObject({
        name: "CallError",
        jsonRpc,
        status,
      });
    });

    test("an unknown task", async () => {
      const client = await ways[way](await startSdkServer());
      expect(await failureOf(client.getTask({ id: "none" }))).toMatchObject({ name: "TaskNotFoundError" });
      const { error } = await brokenStream(client.subscribeToTask({ id: "none" }));
      expect(error).toMatchObject({ name: "TaskNotFoundError" });
    });

    test("no extended card", async () => {
      const client = await ways[way](await startSdkServer({ extended: false }));
      expect(await failureOf(client.getAuthenticatedExtendedCard({}))).toMatchObject({
        name: "AuthenticatedExtendedCardNotConfiguredError",
      });
    });
  },
);

describe("connect() to an agent of the SDK", () => {
  test("finds a card at the path of 0.2", async () => {
    const { client, interface: chosen } = await connectTo(
      await startSdkServer({ cardPath: ".well-known/agent.json", card: { protocolVersion: "0.2.6" } }),
    );
    expect(chosen).toMatchObject({ protocolBinding: "JSONRPC", protocolVersion: "0.2.6" });
    expect(await client.sendMessage(say("work"))).toEqual(done);
  });

  test("reads a card of 0.2, which says nothing of versions and transports", async () => {
    const server = await startSdkServer({
      cardPath: ".well-known/agent.json",
      card: { protocolVersion: undefined, supportsAuthenticatedExtendedCard: undefined } as never,
    });
    const { client, interface: chosen, warnings } = await connectTo(server);
    expect(chosen).toEqual({ protocolBinding: "JSONRPC", protocolVersion: "0.3.0", url: server.url });
    expect(warnings).toMatchObject([{ about: "card", path: "protocolVersion" }]);
    expect(await client.sendMessage(say("work"))).toEqual(done);
  });

  test("passes over HTTP+JSON, in which 0.3 has no methods here", async () => {
    const server = await startSdkServer();
    const card = {
      preferredTransport: "HTTP+JSON",
      url: `${server.origin}/rest`,
      additionalInterfaces: [{ transport: "JSONRPC", url: server.url }],
    };
    const { client } = await connectTo(await startSdkServer({ card }), { bindings: [rest(), jsonRpc()] });
    expect(await client.sendMessage(say("work"))).toEqual(done);
  });

  test("takes an additional interface when the preferred one is of another binding", async () => {
    const server = await startSdkServer();
    const card = {
      preferredTransport: "GRPC",
      url: "grpc.example.com:443",
      additionalInterfaces: [
        { transport: "GRPC", url: "grpc.example.com:443" },
        { transport: "JSONRPC", url: server.url },
      ],
    };
    const { client, interface: chosen } = await connectTo(await startSdkServer({ card }));
    expect(chosen).toEqual({ protocolBinding: "JSONRPC", protocolVersion: "0.3.0", url: server.url });
    expect(await client.sendMessage(say("work"))).toEqual(done);
  });

  test("sends what the security of the card wants", async () => {
    const card = {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "x-key" } as const,
        token: { type: "http", scheme: "bearer" } as const,
      },
      security: [{ key: [] }, { token: ["read"] }],
    };
    const server = await startSdkServer({ card });
    const { client } = await connectTo(server, { credentials: { token: "alice" } });
    expect(await client.sendMessage(say("context"))).toMatchObject({
      parts: [{ data: { user: "Bearer alice" } }],
    });
    const lacking = await failureOf(connectTo(server));
    expect(lacking).toMatchObject({ reason: "no-credentials" });
  });

  test("refuses what the card does not offer, and sends nothing", async () => {
    const { client } = await connectTo(await startSdkServer({ card: { capabilities: {} } }));
    expect((await brokenStream(client.sendStreamingMessage(say("work")))).error).toMatchObject({
      name: "UnsupportedOperationError",
    });
    const config = { pushNotificationConfig: { url: "https://client.example.com" } };
    expect(await failureOf(client.sendMessage(say("work", { configuration: config })))).toMatchObject({
      name: "PushNotificationNotSupportedError",
    });
  });

  test("takes a stream up again that broke, and learns how a task ended that did meanwhile", async () => {
    const server = await startSdkServer();
    const { client } = await connectTo(server);
    const { events } = await startStaying(client);
    const next = events.next();
    server.breakConnections();
    expect((await next).value).toMatchObject({ kind: "task", status: working });
    const last = events.next();
    server.breakConnections();
    await server.complete();
    const rest: unknown[] = [];
    for (let step = await last; step.done !== true; step = await events.next()) rest.push(step.value);
    expect(rest.at(-1)).toMatchObject({ status: { state: "completed" } });
  });

  test("a stream that waits for its client is not taken up again", async () => {
    const server = await startSdkServer();
    const { client } = await connectTo(server);
    expect(await collect(client.sendStreamingMessage(say("ask")))).toMatchObject([
      { kind: "task" },
      { kind: "artifact-update" },
      { kind: "status-update", status: { state: "input-required" }, final: true },
    ]);
  });
});
