import { createServer } from "node:http";
import {
  A2AService,
  A2AServiceGrpc,
  type AgentCard,
  type AgentInterface,
  errors,
  type GetTaskRequest,
  type StreamResponse,
  type Task,
} from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { type Connection, type ConnectOptions, connect } from "@a2agen/runtime/client";
import { defineExtension, type Extension, type ExtensionSupport } from "@a2agen/runtime/extensions";
import { addGrpcService, grpc, grpcServerOptions } from "@a2agen/runtime/grpc";
import { createHost, type Host, type HostOptions, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { createHttpHandler } from "@a2agen/runtime/server";
import { type CallContext, CallError, type ClientOf, createClient } from "@a2agen/runtime/service";
import { webSocket } from "@a2agen/runtime/websocket";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { NotebookServiceGrpc } from "../../../../generated/proto/notebook/v1/notebook_grpc.ts";
import { NotebookService } from "../../../../generated/proto/notebook/v1/notebook_service.ts";
import type { Note } from "../../../../generated/proto/notebook/v1/notebook_types.ts";
import { listen } from "../../../../shared/interop/our-agent.ts";
import { createA2AServiceWebSocketServer } from "../../../../websocket/generated/lf/a2a/v1/a2a_websocket_server.ts";

export const bindingNames = ["JSONRPC", "HTTP+JSON", "GRPC", "WEBSOCKET"] as const;

export type BindingName = (typeof bindingNames)[number];

/** Its service is ruled by the profile `proto`, as every package is that is not A2A's. */
export const Notebook: Extension<never, never, never> = defineExtension({
  uri: "https://example.com/ext/notebook/v1",
  kind: "method",
  description: "Keeps notes about tasks",
  required: false,
  dependencies: [],
  key: "uri",
  placements: [],
  services: [NotebookService],
});

/** A call as a handler has seen it. */
export type SeenCall = Pick<CallContext, "method" | "version" | "tenant" | "activated">;

/** What both services do at a word: the core reads it from the task's identifier. */
async function obey(word: string, { signal }: CallContext): Promise<void> {
  switch (word) {
    case "missing":
      throw errors.TaskNotFoundError("there is no such task", { metadata: { taskId: "missing" } });
    case "busy":
      throw new CallError("RESOURCE_EXHAUSTED", "too many", { reason: "QUOTA", retryAfterMs: 2000 });
    case "crash":
      throw new TypeError("a secret of the agent");
    case "wait":
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener("abort", () => resolve());
      });
  }
}

function createCore(seen: SeenCall[]): Partial<A2AService> {
  const task = (id: string): Task => ({ id, status: { state: "TASK_STATE_WORKING" } });
  return {
    async getTask({ id }: GetTaskRequest, context) {
      seen.push(pick(context));
      await obey(id, context);
      return id === "wrong" ? ({ id: 1 } as unknown as Task) : task(id);
    },
    async *subscribeToTask({ id }, context): AsyncGenerator<StreamResponse, void, undefined> {
      seen.push(pick(context));
      await obey(id, context);
      yield id === "wrong" ? ({ task: { id: 1 } } as unknown as StreamResponse) : { task: task(id) };
      if (id === "later") await obey("missing", context);
      if (id === "hold") await obey("wait", context);
    },
  };
}

function createNotebook(seen: SeenCall[]): NotebookService {
  return {
    async addNote({ taskId = "", note }, context) {
      seen.push(pick(context));
      await obey(taskId, context);
      return taskId === "wrong" ? ({ text: 1 } as unknown as Note) : note;
    },
    async findNotes({ kind = "NOTE_KIND_REMARK", since = "" }, context) {
      seen.push(pick(context));
      return { notes: [{ text: since, kind }] };
    },
    async *watchNotes({ command = "" }, context) {
      seen.push(pick(context));
      await obey(command, context);
      yield command === "wrong" ? ({ text: 1 } as unknown as Note) : { text: command };
      if (command === "later") await obey("missing", context);
      if (command === "hold") await obey("wait", context);
    },
  };
}

function pick({ method, version, tenant, activated }: CallContext): SeenCall {
  return { method, version, tenant, activated: [...activated] };
}

export interface NotebookInit {
  readonly support?: Partial<ExtensionSupport>;
  readonly options?: Partial<HostOptions>;
  readonly connect?: Partial<ConnectOptions<AgentCard>>;
  readonly tenant?: string;
  /** Whether the card says that the extension is required. */
  readonly required?: boolean;
}

export interface StartedNotebook {
  readonly origin: string;
  readonly host: Host;
  readonly core: ClientOf<A2AService>;
  readonly notes: ClientOf<NotebookService>;
  readonly connection: Connection<A2AService, AgentCard>;
  readonly seen: SeenCall[];
  readonly hidden: unknown[];
}

const codecs = [A2AServiceGrpc, NotebookServiceGrpc] as const;

/** An agent with the extension and clients of both services over one binding, until the test has ended. */
export async function startNotebook(binding: BindingName, init: NotebookInit = {}): Promise<StartedNotebook> {
  const server = createServer();
  const origin = await listen(server);
  const seen: SeenCall[] = [];
  const hidden: unknown[] = [];
  const urls: Record<BindingName, string> = {
    JSONRPC: `${origin}/rpc`,
    "HTTP+JSON": `${origin}/rest`,
    WEBSOCKET: `${origin.replace("http", "ws")}/ws`,
    GRPC: "http://127.0.0.1:1",
  };
  const host = createHost({
    services: [implement(A2AService, createCore(seen))],
    card: cardAt({ url: urls[binding], protocolBinding: binding, protocolVersion: "1.0" }, init),
    extensions: [
      { extension: Notebook, services: [implement(NotebookService, createNotebook(seen))], ...init.support },
    ],
    // Events here are what a transport has to carry, not streams of an agent.
    checkAnswers: "shape",
    onError: (error) => hidden.push(error),
    ...init.options,
  });
  onTestFinished(() => host.close({ graceMs: 0 }));
  server.on("request", toNodeListener(createHttpHandler(host, { jsonRpc: "/rpc", rest: "/rest" })));
  const sockets = createA2AServiceWebSocketServer(host, { path: "/ws" });
  sockets.attach(server);
  onTestFinished(() => sockets.close({ graceMs: 0 }));
  if (binding === "GRPC") urls.GRPC = await serveGrpc(host);
  const entry: AgentInterface = {
    url: urls[binding],
    protocolBinding: binding,
    protocolVersion: "1.0",
    ...(init.tenant === undefined ? {} : { tenant: init.tenant }),
  };
  const connection = await connect(A2AService, cardAt(entry, init), {
    bindings: [jsonRpc(), rest(), grpc({ codecs }), webSocket({ WebSocket })],
    extensions: [Notebook],
    retry: false,
    resume: false,
    ...init.connect,
  });
  onTestFinished(() => connection.close());
  const notes = createClient(NotebookService, connection.transport);
  return { origin, host, core: connection.client, notes, connection, seen, hidden };
}

async function serveGrpc(host: Host): Promise<string> {
  const server = new GrpcServer(grpcServerOptions(host));
  addGrpcService(server, host, codecs);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  onTestFinished(() => server.forceShutdown());
  return `http://127.0.0.1:${port}`;
}

function cardAt(entry: AgentInterface, { required }: NotebookInit): AgentCard {
  return {
    name: "Notebook",
    description: "Keeps notes about tasks.",
    version: "1.0.0",
    supportedInterfaces: [entry],
    capabilities: {
      streaming: true,
      extensions: [{ uri: Notebook.uri, ...(required === undefined ? {} : { required }) }],
    },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
}
