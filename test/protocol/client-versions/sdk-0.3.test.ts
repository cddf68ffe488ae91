import { A2AService as OlderService } from "@a2agen/a2a-0.3";
import {
  A2AService,
  type A2AServiceClient,
  type AgentCard,
  type Message,
  type SendMessageRequest,
} from "@a2agen/a2a-1.0";
import { type Connection, type ConnectOptions, connect, type OlderVersions } from "@a2agen/runtime/client";
import { createJsonRpcTransport, jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { createClient } from "@a2agen/runtime/service";
import { translateTransport } from "@a2agen/runtime/versions";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { describe, expect, onTestFinished, test } from "vitest";
import { collect } from "../../shared/collect.ts";
import { brokenStream, failureOf } from "../../shared/interop/outcomes.ts";
import type { SdkServer } from "../../shared/interop-0.3/sdk-server.ts";
import { cardOf, echoExtension, startOlderAgent } from "./sdk-0.3-agent.ts";

async function connectTo(
  { origin }: SdkServer,
  options: Partial<ConnectOptions<AgentCard>> & OlderVersions<A2AService> = {},
): Promise<Connection<A2AService, AgentCard>> {
  const connection = await connect<A2AService, AgentCard>(A2AService, origin, {
    bindings: [rest(), jsonRpc()],
    older: [a2a03ToA2a10],
    resume: { initialDelayMs: 1 },
    retry: false,
    ...options,
  });
  onTestFinished(() => connection.close());
  return connection;
}

/** Who makes a client of 1.0 types for an agent of 0.3. */
const ways = {
  "connect()": async (agent) => (await connectTo(agent)).client,
  "a translated transport": async ({ origin }) =>
    createClient(
      A2AService,
      translateTransport(a2a03ToA2a10, createJsonRpcTransport(OlderService.protocol, { url: `${origin}/` })),
    ),
} as const satisfies Record<string, (agent: SdkServer) => Promise<A2AServiceClient>>;

function say(text: string): SendMessageRequest {
  return { message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text }] } };
}

const id = expect.any(String);
const working = { state: "TASK_STATE_WORKING", timestamp: "2026-01-02T03:04:05Z" };
const completed = { state: "TASK_STATE_COMPLETED", timestamp: "2026-01-02T03:04:06Z" };
const artifact = {
  artifactId: "a-1",
  parts: [
    { text: "the work" },
    { raw: "AAEC/w==", mediaType: "image/png", filename: "a.png" },
    { data: { done: true } },
  ],
};

function history(text: string): unknown {
  return [{ messageId: "m-1", contextId: id, taskId: id, role: "ROLE_USER", parts: [{ text }] }];
}

function begun(text: string): unknown {
  return { task: { id, contextId: id, status: working, history: history(text) } };
}

const artifactUpdate = { taskId: id, contextId: id, artifact, lastChunk: true };
const done = { id, contextId: id, status: completed, artifacts: [artifact], history: history("work") };

describe.each(Object.keys(ways) as (keyof typeof ways)[])(
  "a client of 1.0, made by %s, calls an agent on the SDK of 0.3",
  (way) => {
    test("sendMessage is answered with a message that has every kind of part", async () => {
      const client = await ways[way](await startOlderAgent());
      const message: Message = {
        messageId: "m-1",
        role: "ROLE_USER",
        parts: [
          { text: "echo", metadata: { "a.b": [1, "two", null] } },
          { raw: "AAEC/w==", mediaType: "image/png", filename: "a b.png" },
          { url: "https://example.com/?a=1&b=2" },
          { data: { list: [1, "two", null, { three: true }], "a.b": 1.5 } },
        ],
      };
      expect(await client.sendMessage({ message })).toEqual({
        message: { ...message, messageId: "reply", role: "ROLE_AGENT", contextId: id, taskId: id },
      });
    });

    test("sendMessage waits for the end of the work, and can do without", async () => {
      const agent = await startOlderAgent();
      const client = await ways[way](agent);
      expect(await client.sendMessage(say("work"))).toEqual({ task: done });
      const { task } = await client.sendMessage({
        ...say("stay"),
        configuration: { returnImmediately: true },
      });
      expect(task).toMatchObject({ id, status: working });
      expect(agent.calls.map(({ params }) => (params as { configuration?: object }).configuration)).toEqual([
        undefined,
        { blocking: false },
      ]);
    });

    test("a task is read and canceled", async () => {
      const client = await ways[way](await startOlderAgent());
      const { task } = await client.sendMessage(say("work"));
      const named = { id: task?.id ?? "" };
      expect(await client.getTask(named)).toMatchObject({ id: named.id, status: completed });
      expect(await failureOf(client.cancelTask(named))).toMatchObject({ name: "TaskNotCancelableError" });
    });

    test("sendStreamingMessage", async () => {
      const client = await ways[way](await startOlderAgent());
      expect(await collect(client.sendStreamingMessage(say("work")))).toEqual([
        begun("work"),
        { artifactUpdate },
        { statusUpdate: { taskId: id, contextId: id, status: completed } },
      ]);
    });

    test("a stream ends when the agent asks for input", async () => {
      const client = await ways[way](await startOlderAgent());
      const events = await collect(client.sendStreamingMessage(say("ask")));
      expect(events.at(-1)).toMatchObject({
        statusUpdate: { status: { state: "TASK_STATE_INPUT_REQUIRED" } },
      });
      expect(events).toHaveLength(3);
    });

    test("sendStreamingMessage of a message alone", async () => {
      const client = await ways[way](await startOlderAgent());
      expect(await collect(client.sendStreamingMessage(say("echo")))).toMatchObject([
        { message: { messageId: "reply", role: "ROLE_AGENT", parts: [{ text: "echo" }] } },
      ]);
    });

    test("subscribeToTask and cancelTask", async () => {
      const client = await ways[way](await startOlderAgent());
      const events = client.sendStreamingMessage(say("stay"))[Symbol.asyncIterator]();
      const first = await events.next();
      await events.next();
      const taskId = first.done === true ? "" : (first.value.task?.id ?? "");
      const second = client.subscribeToTask({ id: taskId })[Symbol.asyncIterator]();
      expect((await second.next()).value).toMatchObject({ task: { id: taskId, status: working } });
      const status = { ...completed, state: "TASK_STATE_CANCELED" };
      expect(await client.cancelTask({ id: taskId })).toMatchObject({ id: taskId, status });
      for (const stream of [events, second]) {
        expect(await stream.next()).toEqual({
          done: false,
          value: { statusUpdate: { taskId, contextId: id, status } },
        });
        expect(await stream.next()).toEqual({ done: true, value: undefined });
      }
    });

    test("push notification configs are made, read, listed and deleted", async () => {
      const client = await ways[way](await startOlderAgent());
      const taskId = (await client.sendMessage(say("work"))).task?.id ?? "";
      const config = {
        taskId,
        id: "config-1",
        url: "https://client.example.com/hook",
        token: "secret",
        authentication: { scheme: "Bearer", credentials: "password" },
      };
      const name = { taskId, id: "config-1" };
      expect(await client.createTaskPushNotificationConfig(config)).toEqual(config);
      expect(await client.getTaskPushNotificationConfig(name)).toEqual(config);
      expect(await client.listTaskPushNotificationConfigs({ taskId })).toEqual({ configs: [config] });
      expect(await client.deleteTaskPushNotificationConfig(name)).toEqual({});
      const { configs = [] } = await client.listTaskPushNotificationConfigs({ taskId });
      expect(configs).toEqual([]);
    });

    test("the extended card", async () => {
      const agent = await startOlderAgent();
      const client = await ways[way](agent);
      const card = await client.getExtendedAgentCard({}, { headers: { authorization: "Bearer t" } });
      expect(card).toMatchObject({
        name: "Test agent",
        description: "For Bearer t only.",
        supportedInterfaces: [{ url: `${agent.origin}/`, protocolBinding: "JSONRPC" }],
        capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
        securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      });
    });

    test.each([
      ["TaskNotFoundError", -32001],
      ["TaskNotCancelableError", -32002],
      ["PushNotificationNotSupportedError", -32003],
      ["UnsupportedOperationError", -32004],
      ["AuthenticatedExtendedCardNotConfiguredError", -32007],
    ])("%s is our error", async (older, code) => {
      const client = await ways[way](await startOlderAgent());
      const name = older.replace("Authenticated", "").replace("ExtendedCard", "ExtendedAgentCard");
      const row = A2AService.protocol.errors[name];
      const want = {
        code: "ERR_A2AGEN_CALL",
        name,
        status: row?.grpc,
        reason: row?.reason,
        jsonRpc: row?.jsonRpc,
      };
      expect(await failureOf(client.sendMessage(say(`fail ${code}`)))).toMatchObject(want);
      const stream = await brokenStream(client.sendStreamingMessage(say(`fail ${code}`)));
      expect(stream).toMatchObject({ events: [], error: want });
    });

    test("errors that the SDK finds itself", async () => {
      const client = await ways[way](await startOlderAgent());
      const notFound = { name: "TaskNotFoundError", status: "NOT_FOUND", reason: "TASK_NOT_FOUND" };
      expect(await failureOf(client.getTask({ id: "none" }))).toMatchObject(notFound);
      expect(await failureOf(collect(client.subscribeToTask({ id: "none" })))).toMatchObject(notFound);
      expect(await failureOf(client.sendMessage(say("fail -32603")))).toMatchObject({ status: "INTERNAL" });
    });

    test("a method that 0.3 lacks fails without a request", async () => {
      const agent = await startOlderAgent();
      const client = await ways[way](agent);
      expect(await failureOf(client.listTasks({}))).toMatchObject({
        name: "UnsupportedOperationError",
        reason: "UNSUPPORTED_OPERATION",
        origin: "client",
        message: "the agent speaks version 0.3 of the protocol, which has no ListTasks",
      });
      expect(agent.calls).toEqual([]);
    });

    test("a stream sends nothing before its first event is asked for, and is left early or given up", async () => {
      const agent = await startOlderAgent();
      const client = await ways[way](agent);
      const unread = client.sendStreamingMessage(say("stay"));
      expect(agent.calls).toEqual([]);
      for await (const event of unread) {
        expect(event).toEqual(begun("stay"));
        break;
      }
      const controller = new AbortController();
      const { signal } = controller;
      const events = client.sendStreamingMessage(say("stay"), { signal })[Symbol.asyncIterator]();
      await events.next();
      await events.next();
      const failure = failureOf(events.next());
      controller.abort(new Error("enough"));
      expect(await failure).toMatchObject({ status: "CANCELLED", cause: new Error("enough") });
      expect(agent.calls.map(({ method }) => method)).toEqual(["message/stream", "message/stream"]);
    });

    test("extensions travel under the older name", async () => {
      const agent = await startOlderAgent();
      const client = await ways[way](agent);
      const answer = await client.sendMessage(say("context"), {
        extensions: [echoExtension],
        headers: { authorization: "Bearer t" },
      });
      expect(answer.message?.parts).toEqual([{ data: { extensions: [echoExtension], user: "Bearer t" } }]);
      expect(agent.calls[0]?.headers).toMatchObject({
        "a2a-version": "0.3",
        "x-a2a-extensions": echoExtension,
      });
      expect(agent.calls[0]?.headers).not.toHaveProperty("a2a-extensions");
    });
  },
);

describe("a connection with an agent on the SDK of 0.3", () => {
  test("has the card in the types of 1.0, and says what is spoken", async () => {
    const agent = await startOlderAgent();
    const { card, protocol, interface: used, transport, warnings } = await connectTo(agent);
    expect(card).toEqual({
      name: "Test agent",
      description: "Does what the text of a message says.",
      version: "1.0.0",
      supportedInterfaces: [
        {
          url: `${agent.origin}/`,
          protocolBinding: "JSONRPC",
          protocolVersion: expect.stringMatching(/^0\.3/),
        },
      ],
      capabilities: {
        streaming: true,
        pushNotifications: true,
        extendedAgentCard: true,
        extensions: [{ uri: echoExtension }],
      },
      securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      defaultInputModes: ["text/plain"],
      defaultOutputModes: ["text/plain"],
      skills: [{ id: "obey", name: "Obey", description: "Does what it is told.", tags: ["test"] }],
    });
    expect(protocol).toMatchObject({ name: "a2a-0.3", version: "0.3" });
    expect(used).toEqual({ url: `${agent.origin}/`, protocolBinding: "JSONRPC", protocolVersion: "0.3.0" });
    expect(transport.binding).toBe("JSONRPC");
    expect(warnings).toEqual([]);
    expect(agent.cardRequests()).toBe(1);
  });

  test("sends the credentials that the card asks for", async () => {
    const agent = await startOlderAgent({ security: [{ token: [] }] });
    expect(await failureOf(connectTo(agent))).toMatchObject({
      reason: "no-credentials",
      message: expect.stringContaining('lacking: credentials for "token"'),
    });
    const { client } = await connectTo(agent, { credentials: { token: "t" } });
    const answer = await client.sendMessage(say("context"));
    expect(answer.message?.parts).toMatchObject([{ data: { user: "Bearer t" } }]);
  });

  test("takes up a stream that breaks", async () => {
    const agent = await startOlderAgent();
    const { client } = await connectTo(agent);
    const events: unknown[] = [];
    for await (const event of client.sendStreamingMessage(say("stay"))) {
      events.push(event);
      if (events.length === 2) agent.breakConnections();
      if (events.length === 3) await agent.complete();
    }
    expect(events).toEqual([
      begun("stay"),
      { artifactUpdate },
      { task: { id, contextId: id, status: working, artifacts: [artifact], history: history("stay") } },
      { statusUpdate: { taskId: id, contextId: id, status: completed } },
    ]);
    expect(agent.calls.map(({ method }) => method)).toEqual(["message/stream", "tasks/resubscribe"]);
  });

  test("declares the extensions that the card requires", async () => {
    const extensions = [{ uri: echoExtension, required: true }];
    const agent = await startOlderAgent({ capabilities: { streaming: true, extensions } });
    expect(await failureOf(connectTo(agent))).toMatchObject({ name: "ExtensionSupportRequiredError" });
    const { client } = await connectTo(agent, { extensions: [echoExtension] });
    expect(await client.sendMessage(say("work"))).toEqual({ task: done });
    expect(agent.calls[0]?.headers["x-a2a-extensions"]).toBe(echoExtension);
  });

  test("fails with the errors of 1.0 for what the card does not offer", async () => {
    const agent = await startOlderAgent({ capabilities: {}, supportsAuthenticatedExtendedCard: false });
    const { client } = await connectTo(agent);
    const config = { taskId: "t", url: "https://client.example.com/hook" };
    expect(await failureOf(collect(client.sendStreamingMessage(say("work"))))).toMatchObject({
      name: "UnsupportedOperationError",
      reason: "UNSUPPORTED_OPERATION",
    });
    expect(await failureOf(client.createTaskPushNotificationConfig(config))).toMatchObject({
      name: "PushNotificationNotSupportedError",
    });
    expect(
      await failureOf(
        client.sendMessage({ ...say("work"), configuration: { taskPushNotificationConfig: config } }),
      ),
    ).toMatchObject({ name: "PushNotificationNotSupportedError" });
    expect(await failureOf(client.getExtendedAgentCard({}))).toMatchObject({
      name: "UnsupportedOperationError",
    });
    expect(agent.calls).toEqual([]);
  });

  test("lets interceptors of its caller see the methods of 1.0", async () => {
    const agent = await startOlderAgent();
    const seen: string[] = [];
    const { client } = await connectTo(agent, {
      interceptors: [
        (inner) => ({
          ...inner,
          unary(method, request, options) {
            seen.push(`${method.name} ${JSON.stringify(request)}`);
            return inner.unary(method, request, options);
          },
        }),
      ],
    });
    await failureOf(client.getTask({ id: "7" }));
    expect(seen).toEqual(['GetTask {"id":"7"}']);
    expect(agent.calls).toMatchObject([{ method: "tasks/get", params: { id: "7" } }]);
  });

  test("warns once of each thing that 0.3 cannot carry", async () => {
    const agent = await startOlderAgent();
    const { client, warnings } = await connectTo(agent);
    const request = { ...say("echo"), tenant: "blue" };
    await client.sendMessage(request);
    await client.sendMessage(request);
    const lost = warnings.filter(({ about }) => about === "translation");
    expect(lost).toEqual([
      { about: "translation", path: "SendMessage: tenant", message: expect.any(String) },
    ]);
  });

  test("tells the losses of every call to who wants to know", async () => {
    const agent = await startOlderAgent();
    const told: unknown[] = [];
    const { client, warnings } = await connectTo(agent, { onLosses: (losses) => told.push(losses) });
    const request = { ...say("echo"), tenant: "blue" };
    await client.sendMessage(request);
    await client.sendMessage(request);
    const want = { method: "SendMessage", of: "request", losses: [{ path: "tenant", segments: ["tenant"] }] };
    expect(told).toMatchObject([want, want]);
    expect(warnings).toEqual([]);
  });

  test("fetches the card again and checks further calls against it", async () => {
    const agent = await startOlderAgent();
    const connection = await connectTo(agent);
    agent.setCard(cardOf(agent.origin, { name: "Renamed", capabilities: {} }));
    expect((await connection.refreshCard()).name).toBe("Renamed");
    expect(connection.card).toMatchObject({
      name: "Renamed",
      supportedInterfaces: [{ protocolBinding: "JSONRPC" }],
    });
    expect(await failureOf(collect(connection.client.sendStreamingMessage(say("work"))))).toMatchObject({
      name: "UnsupportedOperationError",
    });
    agent.setCard({ name: 7 });
    expect(await failureOf(connection.refreshCard())).toMatchObject({ reason: "card-invalid" });
    expect(connection.card.name).toBe("Renamed");
    expect(connection.warnings).toEqual([]);
  });

  test("goes on when the agent's card is of 1.0 afterwards, with a warning", async () => {
    const agent = await startOlderAgent();
    const connection = await connectTo(agent);
    const { name, description, version, defaultInputModes, defaultOutputModes, skills } = connection.card;
    const newer: AgentCard = {
      name,
      description,
      version,
      defaultInputModes,
      defaultOutputModes,
      skills,
      capabilities: { streaming: true },
      supportedInterfaces: [
        { url: `${agent.origin}/new`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      ],
    };
    agent.setCard(newer);
    expect(await connection.refreshCard()).toEqual(newer);
    expect(connection.warnings).toEqual([
      {
        about: "interface",
        path: "",
        message: `the card no longer offers the interface in use, "${agent.origin}/"`,
      },
    ]);
    expect(await connection.client.sendMessage(say("work"))).toEqual({ task: done });
  });
});

describe("a client of 1.0 alone", () => {
  test("says of an agent of 0.3 what it lacks", async () => {
    const agent = await startOlderAgent();
    const error = await failureOf(connectTo(agent, { older: [] }));
    expect(error).toMatchObject({ name: "ConnectError", message: expect.stringContaining('"older"') });
    const open = await startOlderAgent();
    const { securitySchemes: _, ...bare } = cardOf(open.origin);
    open.setCard(bare);
    expect(await failureOf(connectTo(open, { older: [] }))).toMatchObject({
      reason: "no-interface",
      message:
        "no interface of the card can be used. The card offers none. Installed: HTTP+JSON 1.0, JSONRPC 1.0. " +
        'For an agent of an older version, connect with the option "older"',
    });
  });
});
