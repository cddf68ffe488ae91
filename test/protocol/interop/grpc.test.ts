import {
  type AgentCard as PeerAgentCard,
  type Artifact as PeerArtifact,
  AgentCard as PeerCards,
  TaskPushNotificationConfig as PeerPushConfig,
  SendMessageRequest as PeerSendMessageRequest,
  type TaskStatusUpdateEvent as PeerStatusUpdate,
  StreamResponse as PeerStreamResponse,
  Task as PeerTask,
} from "@a2a-js/sdk";
import type { ServiceParameters } from "@a2a-js/sdk/client";
import { GrpcTransportFactory } from "@a2a-js/sdk/client/grpc";
import { AgentEvent, type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { grpcService, A2AService as PeerService, UserBuilder } from "@a2a-js/sdk/server/grpc";
import { A2AService, A2AServiceGrpc, type AgentCard, type StreamResponse } from "@a2agen/a2a-1.0";
import { credentials, Server, ServerCredentials } from "@grpc/grpc-js";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  addGrpcService,
  createGrpcTransport,
  grpcServerOptions,
} from "../../../packages/runtime/src/grpc/index.ts";
import { createHost, implement } from "../../../packages/runtime/src/host/index.ts";
import { type ClientOf, createClient } from "../../../packages/runtime/src/service/index.ts";
import { TestAgent } from "../../shared/bindings/test-agent.ts";
import { collect } from "../../shared/collect.ts";
import { failureOf } from "../../shared/interop/outcomes.ts";

const extension = "https://example.com/extensions/echo/v1";

const card: AgentCard = {
  name: "Test agent",
  description: "Does what the text of a message says.",
  version: "1.0.0",
  supportedInterfaces: [{ url: "127.0.0.1:1", protocolBinding: "GRPC", protocolVersion: "1.0" }],
  capabilities: {
    streaming: true,
    pushNotifications: true,
    extendedAgentCard: true,
    extensions: [{ uri: extension }],
  },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "obey", name: "Obey", description: "Does what it is told.", tags: ["test"] }],
};

function listen(server: Server): Promise<number> {
  onTestFinished(() => server.forceShutdown());
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    });
  });
}

/** Every call names the version, as the SDK's own client object does. */
const version: ServiceParameters = { "A2A-Version": "1.0" };

describe("the SDK's client calls our server", () => {
  const start = async () => {
    const agent = new TestAgent();
    const host = createHost({
      services: [implement(A2AService, agent)],
      card,
      authenticate: ({ header }) => ({ id: header("authorization") ?? "anybody" }),
      onError: () => undefined,
    });
    const server = new Server(grpcServerOptions(host));
    addGrpcService(server, host, [A2AServiceGrpc]);
    const port = await listen(server);
    const factory = new GrpcTransportFactory({ grpcChannelCredentials: credentials.createInsecure() });
    const transport = await factory.create(`127.0.0.1:${port}`, PeerCards.fromJSON(card));
    return { agent, transport };
  };
  const options = { serviceParameters: version };
  const message = (text: string) =>
    PeerSendMessageRequest.fromJSON({
      message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text }] },
    });

  test("SendMessage", async () => {
    const { transport } = await start();
    const task = await transport.sendMessage(message("do it"), options);
    expect(PeerTask.toJSON(task as PeerTask)).toMatchObject({
      id: "task-2",
      status: { state: "TASK_STATE_COMPLETED", timestamp: "2026-01-02T03:04:05.678Z" },
      artifacts: [{ artifactId: "artifact-1", parts: [{ text: "do it" }, { raw: "AAEC/w==" }] }],
    });
  });

  test("SendStreamingMessage", async () => {
    const { transport } = await start();
    const events = await collect(transport.sendMessageStream(message("stream 3"), options));
    expect(events.map((event) => Object.keys(PeerStreamResponse.toJSON(event) as object)[0])).toEqual([
      "task",
      "artifactUpdate",
      "artifactUpdate",
      "artifactUpdate",
      "statusUpdate",
    ]);
  });

  test("GetTask, ListTasks, CancelTask, SubscribeToTask", async () => {
    const { transport } = await start();
    const task = await transport.getTask({ tenant: "", id: "task-1", historyLength: 1 }, options);
    expect(PeerTask.toJSON(task)).toMatchObject({ id: "task-1", history: [{ messageId: "message-2" }] });
    const listed = await transport.listTasks(
      {
        tenant: "",
        contextId: "",
        status: 0,
        pageToken: "",
        statusTimestampAfter: undefined,
      },
      options,
    );
    expect(listed.tasks.map(({ id }) => id)).toEqual(["task-1"]);
    const events = await collect(transport.resubscribeTask({ tenant: "", id: "task-1" }, options));
    expect(events).toHaveLength(2);
    const cancelled = await transport.cancelTask({ tenant: "", id: "task-1", metadata: undefined }, options);
    expect(PeerTask.toJSON(cancelled)).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
  });

  test("push notification configs", async () => {
    const { transport } = await start();
    const config = PeerPushConfig.fromJSON({ taskId: "task-1", id: "c", url: "https://example.com/hook" });
    expect(await transport.createTaskPushNotificationConfig(config, options)).toEqual(config);
    const name = { tenant: "", taskId: "task-1", id: "c" };
    expect(await transport.getTaskPushNotificationConfig(name, options)).toEqual(config);
    const list = { tenant: "", taskId: "task-1", pageSize: 0, pageToken: "" };
    expect((await transport.listTaskPushNotificationConfig(list, options)).configs).toEqual([config]);
    await transport.deleteTaskPushNotificationConfig(name, options);
    expect((await transport.listTaskPushNotificationConfig(list, options)).configs).toEqual([]);
  });

  test("the extended card, with credentials", async () => {
    const { transport } = await start();
    const found = await transport.getExtendedAgentCard(
      { tenant: "" },
      { serviceParameters: { ...version, authorization: "Bearer t" } },
    );
    expect(found.description).toBe("For Bearer t only.");
  });

  test.each([
    "TaskNotFoundError",
    "TaskNotCancelableError",
    "PushNotificationNotSupportedError",
    "UnsupportedOperationError",
    "ContentTypeNotSupportedError",
    "InvalidAgentResponseError",
    "ExtendedAgentCardNotConfiguredError",
    "ExtensionSupportRequiredError",
    "VersionNotSupportedError",
  ])("%s is the SDK's error of that name", async (name) => {
    const { transport } = await start();
    const error = await failureOf(transport.sendMessage(message(`fail ${name}`), options));
    expect((error as Error).name).toBe(name);
    expect((error as Error).message).toContain(`the agent was told to fail with ${name}`);
  });

  test("an error of a stream", async () => {
    const { transport } = await start();
    const error = await failureOf(collect(transport.sendMessageStream(message("fail now"), options)));
    expect((error as Error).name).toBe("TaskNotFoundError");
  });

  test("a call without a version is refused", async () => {
    const { transport } = await start();
    const error = await failureOf(transport.getTask({ tenant: "", id: "task-1" }, {}));
    expect((error as Error).name).toBe("VersionNotSupportedError");
  });

  test("a client that goes stops the handler", async () => {
    const { agent, transport } = await start();
    const ended = agent.nextEnd();
    const controller = new AbortController();
    const events = transport.sendMessageStream(message("wait"), { ...options, signal: controller.signal });
    await events.next();
    const failure = failureOf(events.next());
    controller.abort();
    await ended;
    await failure;
    expect(agent.ended).toEqual(["the client has gone"]);
  });
});

/** An agent built on the SDK: says what it was told, step by step. */
const executor: AgentExecutor = {
  execute({ taskId, contextId, userMessage, context }, bus) {
    for (const uri of context.requestedExtensions ?? []) context.addActivatedExtension(uri);
    const [part] = userMessage.parts;
    const text = part?.content?.$case === "text" ? part.content.value : "";
    if (text === "hello") {
      bus.publish(AgentEvent.message({ ...userMessage, messageId: "reply", role: 2 }));
      bus.finished();
      return Promise.resolve();
    }
    const status = { message: undefined, timestamp: undefined };
    const task = {
      id: taskId,
      contextId,
      status: { ...status, state: 2 },
      artifacts: [],
      history: [userMessage],
      metadata: undefined,
    };
    bus.publish(AgentEvent.task(task));
    const artifact: PeerArtifact = {
      artifactId: "a-1",
      name: "",
      description: "",
      parts: userMessage.parts,
      metadata: undefined,
      extensions: [],
    };
    const place = { taskId, contextId, metadata: undefined };
    bus.publish(AgentEvent.artifactUpdate({ ...place, artifact, append: false, lastChunk: true }));
    if (text !== "stay") {
      const done: PeerStatusUpdate = { ...place, status: { ...status, state: 3 } };
      bus.publish(AgentEvent.statusUpdate(done));
      bus.finished();
    }
    return Promise.resolve();
  },
  cancelTask: () => Promise.resolve(),
};

describe("our client calls an agent of the SDK", () => {
  const start = async (warnings: unknown[] = []): Promise<ClientOf<A2AService>> => {
    const peerCard: PeerAgentCard = PeerCards.fromJSON({
      ...card,
      capabilities: { ...card.capabilities, pushNotifications: false },
    });
    const requestHandler = new DefaultRequestHandler(peerCard, new InMemoryTaskStore(), executor);
    const server = new Server();
    server.addService(
      PeerService,
      grpcService({ requestHandler, userBuilder: UserBuilder.noAuthentication }),
    );
    const port = await listen(server);
    const transport = createGrpcTransport({
      address: `http://127.0.0.1:${port}`,
      codecs: [A2AServiceGrpc],
      onWarning: (warning) => warnings.push(warning),
    });
    onTestFinished(() => transport.close());
    return createClient(A2AService, transport);
  };
  const say = (text: string) => ({
    message: {
      messageId: "m-1",
      role: "ROLE_USER" as const,
      parts: [{ text }, { data: { deep: [1, null] } }],
    },
  });

  test("sendMessage is answered with a message", async () => {
    const client = await start();
    expect(await client.sendMessage(say("hello"))).toMatchObject({
      message: { messageId: "reply", role: "ROLE_AGENT", parts: say("hello").message.parts },
    });
  });

  test("sendMessage is answered with a task, which can be got and listed", async () => {
    const client = await start();
    const answer = await client.sendMessage(say("work"));
    const task = { status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{ artifactId: "a-1" }] };
    expect(answer).toMatchObject({ task });
    const id = answer.task?.id ?? "";
    expect(await client.getTask({ id })).toMatchObject({ id, ...task });
    expect(await client.listTasks({})).toMatchObject({ tasks: [{ id }] });
    expect(await failureOf(client.cancelTask({ id }))).toMatchObject({
      name: "TaskNotCancelableError",
      reason: "TASK_NOT_CANCELABLE",
    });
  });

  test("sendStreamingMessage", async () => {
    const warnings: unknown[] = [];
    const client = await start(warnings);
    const events: StreamResponse[] = await collect(client.sendStreamingMessage(say("work")));
    expect(events).toMatchObject([
      { task: { status: { state: "TASK_STATE_WORKING" } } },
      { artifactUpdate: { artifact: { artifactId: "a-1" } } },
      { statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } },
    ]);
    expect(warnings).toEqual([]);
  });

  test("leaving a stream early", async () => {
    const client = await start();
    const seen: unknown[] = [];
    for await (const event of client.sendStreamingMessage(say("stay"))) {
      seen.push(event);
      break;
    }
    expect(seen).toMatchObject([{ task: { status: { state: "TASK_STATE_WORKING" } } }]);
  });

  test("its errors are ours", async () => {
    const client = await start();
    expect(await failureOf(client.getTask({ id: "none" }))).toMatchObject({
      name: "TaskNotFoundError",
      status: "NOT_FOUND",
      reason: "TASK_NOT_FOUND",
    });
    expect(await failureOf(collect(client.subscribeToTask({ id: "none" })))).toMatchObject({
      name: "TaskNotFoundError",
    });
    expect(
      await failureOf(
        client.createTaskPushNotificationConfig({ taskId: "none", url: "https://example.com/hook" }),
      ),
    ).toMatchObject({ name: "PushNotificationNotSupportedError" });
    expect(await failureOf(client.getExtendedAgentCard({}))).toMatchObject({
      name: "ExtendedAgentCardNotConfiguredError",
    });
    expect(await failureOf(client.getTask({ id: "x" }, { headers: { "a2a-version": "7.3" } }))).toMatchObject(
      { name: "VersionNotSupportedError" },
    );
  });

  test("extensions travel both ways", async () => {
    const client = await start();
    let headers: Readonly<Record<string, string>> = {};
    await client.sendMessage(say("hello"), {
      extensions: [extension],
      onHeaders: (found) => {
        headers = found;
      },
    });
    expect(headers["a2a-extensions"]).toBe(extension);
  });
});
