import { createServer } from "node:http";
import type { AgentCard as SdkAgentCard } from "@a2a-js/sdk-0.3";
import { ClientFactory, RestTransportFactory, type TransportFactory } from "@a2a-js/sdk-0.3/client";
import { GrpcTransportFactory } from "@a2a-js/sdk-0.3/client/grpc";
import {
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  type RequestContext,
} from "@a2a-js/sdk-0.3/server";
import { restHandler, UserBuilder } from "@a2a-js/sdk-0.3/server/express";
import { UserBuilder as GrpcUsers, grpcService, A2AService as SdkService } from "@a2a-js/sdk-0.3/server/grpc";
import { A2AServiceGrpc as ServiceGrpc03 } from "@a2agen/a2a-0.3/proto";
import { A2AService, A2AServiceGrpc, AgentCardCodec, type Message } from "@a2agen/a2a-1.0";
import { A2AServiceGrpc as DraftServiceGrpc } from "@a2agen/a2a-1.0-draft";
import { connect } from "@a2agen/runtime/client";
import { addGrpcService, createGrpcTransport, type GrpcCodecs, grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import type { OlderVersion } from "@a2agen/runtime/server";
import type { Method } from "@a2agen/runtime/service";
import { a2a03ProtoToA2a10, a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import express from "express";
import { describe, expect, onTestFinished, test } from "vitest";
import { collect } from "../../shared/collect.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { failureOf } from "../../shared/interop/outcomes.ts";
import { sdkClientCalls, sdkClientFailures, sdkMessage } from "../../shared/interop-0.3/harness.ts";
import { olderCard } from "../../shared/interop-0.3/older-agent.ts";
import { startFamily } from "../../shared/versions/start-family.ts";

async function bind(server: Server): Promise<string> {
  onTestFinished(() => server.forceShutdown());
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  return `127.0.0.1:${port}`;
}

/** An agent of 1.0 that is served in 0.3 over all bindings, and over gRPC in the draft as well. */
async function start() {
  const server = new Server();
  const address = await bind(server);
  const older: readonly OlderVersion[] = [
    { translation: a2a03ToA2a10 },
    { translation: a2a03ProtoToA2a10 },
    {
      translation: draftToA2a10,
      jsonRpc: false,
      cardPrefix: "/draft",
      interfaces: [{ url: address, protocolBinding: "GRPC" }],
    },
  ];
  const started = await startFamily({
    older,
    card: (origin) => ({
      supportedInterfaces: [
        { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
        { url: origin, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
        { url: address, protocolBinding: "GRPC", protocolVersion: "1.0" },
        { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "0.3.0" },
        { url: origin, protocolBinding: "HTTP+JSON", protocolVersion: "0.3.0" },
        { url: address, protocolBinding: "GRPC", protocolVersion: "0.3.0" },
      ],
    }),
  });
  const codecs = [A2AServiceGrpc, ServiceGrpc03, DraftServiceGrpc];
  for (const host of started.family.hosts) {
    if (host.protocol.bindings?.includes("GRPC") !== false) addGrpcService(server, host, codecs);
  }
  return { ...started, address };
}

const transports: readonly (readonly [string, () => TransportFactory])[] = [
  ["HTTP+JSON", () => new RestTransportFactory()],
  ["GRPC", () => new GrpcTransportFactory()],
];

/** A value as the proto of 0.3 can say it: the SDK fills in defaults, and drops `append`. */
function asProto(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asProto);
  if (typeof value === "string") return value.replace(/(:\d\d)\.000Z$/, "$1Z");
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "append");
  const isPart = "kind" in value && (value.kind === "text" || value.kind === "file" || value.kind === "data");
  const isFile = "bytes" in value || "uri" in value;
  return Object.fromEntries(
    entries.flatMap(([key, inner]): [string, unknown][] => {
      if ((isPart && key === "metadata") || (isFile && key === "name")) return [];
      // What a data part holds is data of the agent.
      if (isPart && key === "data") return [[key, inner]];
      if (inner === undefined || inner === "" || inner === false) return [];
      if (Array.isArray(inner) && inner.length === 0) return [];
      return [[key, asProto(inner)]];
    }),
  );
}

describe.each(transports)("the SDK's client of 0.3 over %s calls an agent of 1.0", (binding, transport) => {
  const connectSdk = async (origin: string) => {
    const factory = new ClientFactory({ transports: [transport()], preferredTransports: [binding] });
    return factory.createFromUrl(origin);
  };

  const skipped: ReadonlySet<string> = new Set([
    // 0 is no length in gRPC.
    "tasks/get with a length of history",
    // The SDK cannot write null in a Struct.
    ...(binding === "GRPC" ? ["message/send is answered with a message that has every kind of part"] : []),
  ]);

  test.each(sdkClientCalls.filter(({ name }) => !skipped.has(name)))("$name", async ({ call, want }) => {
    const { origin } = await start();
    expect(asProto(await call(await connectSdk(origin)))).toEqual(asProto(want));
  });

  test("tasks/get with a length of history", async () => {
    const { origin } = await start();
    const client = await connectSdk(origin);
    expect((await client.getTask({ id: "task-1", historyLength: 1 })).history).toHaveLength(1);
    expect((await client.getTask({ id: "task-1" })).history).toHaveLength(2);
  });

  // Over gRPC the SDK tells errors apart by status and method alone.
  test.each(sdkClientFailures.slice(0, binding === "GRPC" ? 1 : 6))("$name", async ({ newer, type }) => {
    const { origin } = await start();
    const error = await failureOf((await connectSdk(origin)).sendMessage(sdkMessage(`fail ${newer}`)));
    expect(error).toBeInstanceOf(type);
  });
});

describe.each(["HTTP+JSON", "GRPC"])("our client calls an agent of the SDK of 0.3 over %s", (binding) => {
  test("whose card offers nothing else", async () => {
    const grpcServer = new Server();
    const address = await bind(grpcServer);
    const web = createServer();
    const origin = await listen(web);
    const { securitySchemes: _schemes, ...open } = olderCard;
    const url = binding === "GRPC" ? address : origin;
    const card = { ...(open as SdkAgentCard), url, preferredTransport: binding };
    const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Executor());
    grpcServer.addService(
      SdkService,
      grpcService({ requestHandler, userBuilder: GrpcUsers.noAuthentication }),
    );
    const app = express();
    app.get("/.well-known/agent-card.json", (_request, response) => void response.json(card));
    app.use(restHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
    web.on("request", app);
    const connection = await connect(A2AService, origin, {
      bindings: [jsonRpc(), rest(), grpc({ codecs: [A2AServiceGrpc, DraftServiceGrpc, ServiceGrpc03] })],
      older: [a2a03ToA2a10, a2a03ProtoToA2a10, draftToA2a10],
    });
    onTestFinished(() => connection.close());
    expect(connection.interface).toEqual({ url, protocolBinding: binding, protocolVersion: "0.3.0" });
    const message: Message = { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "do it" }] };
    const { task } = await connection.client.sendMessage({ message });
    expect(task).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" }, history: [message] });
    const events = await collect(connection.client.sendStreamingMessage({ message }));
    expect(events.map((event) => Object.keys(event)[0])).toEqual(["task", "artifactUpdate", "statusUpdate"]);
    const id = task?.id ?? "";
    expect(await connection.client.getTask({ id })).toMatchObject({ id });
    const name = { taskId: id, id: "c-1" };
    const config = { ...name, url: "https://client.example.com/hook", token: "secret" };
    // Over HTTP+JSON the SDK's server does not read what the SDK's client sends, nor the body of the proto.
    if (binding === "GRPC") {
      expect(await connection.client.createTaskPushNotificationConfig(config)).toEqual(config);
      expect(await connection.client.getTaskPushNotificationConfig(name)).toEqual(config);
      expect(await connection.client.listTaskPushNotificationConfigs({ taskId: id })).toMatchObject({
        configs: [config],
      });
      await connection.client.deleteTaskPushNotificationConfig(name);
    }
    const isNamed = binding !== "GRPC";
    expect(await failureOf(connection.client.cancelTask({ id }))).toMatchObject(
      isNamed ? { name: "TaskNotCancelableError" } : { status: "FAILED_PRECONDITION" },
    );
    expect(await failureOf(connection.client.getTask({ id: "none" }))).toMatchObject(
      isNamed ? { name: "TaskNotFoundError" } : { status: "NOT_FOUND" },
    );
  });
});

class Executor implements AgentExecutor {
  async execute({ taskId, contextId, userMessage }: RequestContext, bus: ExecutionEventBus): Promise<void> {
    const event = { taskId, contextId };
    bus.publish({
      kind: "task",
      id: taskId,
      contextId,
      status: { state: "working" },
      history: [userMessage],
    });
    const artifact = { artifactId: "a-1", parts: [{ kind: "text" as const, text: "done" }] };
    bus.publish({ kind: "artifact-update", ...event, artifact });
    bus.publish({ kind: "status-update", ...event, status: { state: "completed" }, final: true });
    bus.finished();
  }

  async cancelTask(): Promise<void> {}
}

describe("what shares an address", () => {
  test("a path of HTTP+JSON: the version decides, since /v1 could be a tenant", async () => {
    const { origin } = await start();
    const call = async (path: string, version?: string) => {
      const headers = version === undefined ? {} : { "a2a-version": version };
      const response = await fetch(`${origin}${path}`, { headers });
      return [response.status, await response.json()];
    };
    expect(await call("/v1/tasks/task-1")).toMatchObject([200, { status: { state: "TASK_STATE_WORKING" } }]);
    expect((await call("/v1/tasks/task-1", "0.3"))[0]).toBe(200);
    expect((await call("/tasks/task-1", "1.0"))[0]).toBe(200);
    expect((await call("/tasks/task-1"))[0]).toBe(400);
    expect((await call("/v1/tasks/none"))[1]).toMatchObject({ code: -32001 });
  });

  test("the service of gRPC: the draft has the name of that of 0.3", async () => {
    const { address } = await start();
    const call = async (codecs: GrpcCodecs, version: string) => {
      const transport = createGrpcTransport({
        address,
        codecs: [codecs],
        metadata: { "a2a-version": version },
      });
      onTestFinished(() => transport.close());
      const method = (codecs.service.methods as Readonly<Record<string, Method>>)["getTask"];
      if (method === undefined) throw new Error("no such method");
      return transport.unary(method, { name: "tasks/task-1" }, {});
    };
    expect(await call(DraftServiceGrpc, "1.0")).toMatchObject({ status: { state: "working" } });
    expect(await call(ServiceGrpc03, "0.3")).toMatchObject({ status: { state: "TASK_STATE_WORKING" } });
  });

  test("the card: 0.3 finds all its interfaces, and 1.0 its own", async () => {
    const { origin, address } = await start();
    const card: unknown = await (await fetch(`${origin}/.well-known/agent-card.json`)).json();
    expect(card).toMatchObject({
      url: `${origin}/rpc`,
      preferredTransport: "JSONRPC",
      additionalInterfaces: [
        { url: `${origin}/rpc`, transport: "JSONRPC" },
        { url: origin, transport: "HTTP+JSON" },
        { url: address, transport: "GRPC" },
      ],
    });
    expect(AgentCardCodec.decode(card).supportedInterfaces).toHaveLength(6);
  });
});
