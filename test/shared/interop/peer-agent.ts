import { createServer } from "node:http";
import type { Socket } from "node:net";
import {
  TaskArtifactUpdateEvent as PeerArtifactUpdates,
  AgentCard as PeerCards,
  type Message as PeerMessage,
  Message as PeerMessages,
  type SendMessageRequest as PeerSendMessageRequest,
  TaskStatusUpdateEvent as PeerStatusUpdates,
  type Task as PeerTask,
  Task as PeerTasks,
  TaskState,
} from "@a2a-js/sdk";
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  type RequestContext,
  type ServerCallContext,
} from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, restHandler, type UserBuilder } from "@a2a-js/sdk/server/express";
import { grpcService, A2AService as PeerService } from "@a2a-js/sdk/server/grpc";
import type { AgentCard } from "@a2agen/a2a-1.0";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import express from "express";
import { onTestFinished, vi } from "vitest";
import { fullCard } from "../bindings/test-agent.ts";
import { type HttpBinding, listen } from "./our-agent.ts";
import { peerErrors } from "./peer-errors.ts";

/** An agent on the SDK whose messages are commands. */
class PeerExecutor implements AgentExecutor {
  /** The tasks that are told to stay at work, and what ends them. */
  readonly #staying = new Map<string, (state: string) => void>();
  readonly #now: (() => string) | undefined;

  constructor(now: (() => string) | undefined) {
    this.#now = now;
  }

  async execute({ taskId, contextId, userMessage, context }: RequestContext, bus: ExecutionEventBus) {
    const text = textOf(userMessage);
    const requested = context.requestedExtensions ?? [];
    for (const uri of requested) context.addActivatedExtension(uri);
    if (text === "throw") throw new TypeError("a fault of the agent");
    if (text === "echo") {
      bus.publish(AgentEvent.message({ ...userMessage, messageId: "reply", role: 2 }));
      return;
    }
    if (text === "context") {
      const { requestedVersion, tenant, user } = context;
      const data = {
        version: requestedVersion ?? null,
        extensions: requested,
        tenant: tenant ?? null,
        user: user?.userName ?? null,
      };
      const reply = { messageId: "reply", role: "ROLE_AGENT", parts: [{ data }] };
      bus.publish(AgentEvent.message(PeerMessages.fromJSON(reply)));
      return;
    }
    const task = PeerTasks.fromJSON({
      id: taskId,
      contextId,
      status: { state: "TASK_STATE_WORKING", timestamp: this.#time(5) },
      history: [PeerMessages.toJSON(userMessage)],
    });
    bus.publish(AgentEvent.task(task));
    const artifact = { artifactId: "a-1", parts: [{ text: "the work" }, { raw: "AAEC/w==" }] };
    bus.publish(
      AgentEvent.artifactUpdate(
        PeerArtifactUpdates.fromJSON({ taskId, contextId, artifact, lastChunk: true }),
      ),
    );
    if (text === "twice") bus.publish(AgentEvent.task(task));
    const state =
      text === "stay"
        ? await new Promise<string>((resolve) => {
            this.#staying.set(taskId, resolve);
          })
        : "TASK_STATE_COMPLETED";
    const status = { state, timestamp: this.#time(6) };
    bus.publish(AgentEvent.statusUpdate(PeerStatusUpdates.fromJSON({ taskId, contextId, status })));
  }

  #time(second: number): string {
    return this.#now?.() ?? `2026-01-02T03:04:0${second}Z`;
  }

  async cancelTask(taskId: string): Promise<void> {
    this.#staying.get(taskId)?.("TASK_STATE_CANCELED");
  }

  /** Ends the work of the tasks that stay at it, and returns their identifiers. */
  complete(): readonly string[] {
    for (const end of this.#staying.values()) end("TASK_STATE_COMPLETED");
    return [...this.#staying.keys()];
  }
}

/** Tells when a task has been completed. */
class PeerTaskStore extends InMemoryTaskStore {
  readonly #completed = new Map<string, PromiseWithResolvers>();

  override async save(task: PeerTask, context: ServerCallContext): Promise<void> {
    await super.save(task, context);
    if (task.status?.state === TaskState.TASK_STATE_COMPLETED) this.#entry(task.id).resolve();
  }

  whenCompleted(id: string): Promise<void> {
    return this.#entry(id).promise;
  }

  #entry(id: string): PromiseWithResolvers {
    const found = this.#completed.get(id);
    if (found !== undefined) return found;
    let resolve = (): void => undefined;
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    const entry = { promise, resolve };
    this.#completed.set(id, entry);
    return entry;
  }
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function textOf(message: PeerMessage | undefined): string {
  const content = message?.parts[0]?.content;
  return content?.$case === "text" ? content.value : "";
}

/** Fails as it is told by the message "fail NAME"; the rest is the SDK's own. */
class PeerRequestHandler extends DefaultRequestHandler {
  override async sendMessage(
    request: PeerSendMessageRequest,
    context: ServerCallContext,
  ): Promise<PeerMessage | PeerTask> {
    failIfTold(request);
    return super.sendMessage(request, context);
  }

  override async *sendMessageStream(
    request: PeerSendMessageRequest,
    context: ServerCallContext,
  ): ReturnType<DefaultRequestHandler["sendMessageStream"]> {
    failIfTold(request);
    yield* super.sendMessageStream(request, context);
  }
}

function failIfTold({ message }: PeerSendMessageRequest): void {
  const [command, name = ""] = textOf(message).split(" ");
  if (command !== "fail") return;
  if (!Object.hasOwn(peerErrors, name)) throw new Error("no error of the protocol");
  throw new peerErrors[name as keyof typeof peerErrors]({
    message: `the agent was told to fail with ${name}`,
    metadata: { command: `fail ${name}` },
  });
}

const userBuilder: UserBuilder = async ({ headers: { authorization } }) => ({
  isAuthenticated: authorization !== undefined,
  userName: authorization ?? "anybody",
});

/** Opens a port for a server of gRPC, which ends with the test. */
function bind(server: GrpcServer): Promise<string> {
  onTestFinished(() => server.forceShutdown());
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(`http://127.0.0.1:${port}`) : reject(error),
    );
  });
}

export interface PeerAgentOptions {
  /** The binding of the card's first interface; the other one is the second. */
  readonly binding: HttpBinding;
  readonly tenant?: string;
  readonly card?: Partial<AgentCard>;
  /** "json" serves the card as the protocol has it; "object" the SDK's, as its examples. Default: "json". */
  readonly cardForm?: "json" | "object";
  /** Also over gRPC, as the third interface. */
  readonly hasGrpc?: boolean;
  /** The time of a status; default: the same for all tasks. */
  readonly now?: () => string;
}

export interface PeerAgent {
  readonly origin: string;
  readonly url: string;
  /** Ends the work of the tasks that stay at it; resolves when they are read as completed. */
  complete(): Promise<void>;
  /** Ends all connections, as a network that fails does. */
  breakConnections(): void;
}

/** Serves an agent built on the SDK on Express, until the test has ended. */
export async function startPeerAgent({
  binding,
  tenant,
  card: more = {},
  cardForm = "json",
  hasGrpc = false,
  now,
}: PeerAgentOptions): Promise<PeerAgent> {
  // The SDK tells the console of every error that it answers with.
  const silenced = [vi.spyOn(console, "error"), vi.spyOn(console, "warn"), vi.spyOn(console, "log")];
  for (const spy of silenced) spy.mockImplementation(() => undefined);
  onTestFinished(() => {
    for (const spy of silenced) spy.mockRestore();
  });
  const server = createServer();
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const origin = await listen(server);
  const place = { protocolVersion: "1.0", ...(tenant === undefined ? {} : { tenant }) };
  const interfaces = [
    { url: `${origin}/rpc`, protocolBinding: "JSONRPC", ...place },
    { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", ...place },
  ];
  const grpc = hasGrpc ? new GrpcServer() : undefined;
  const grpcPlaces = grpc === undefined ? [] : [{ url: await bind(grpc), protocolBinding: "GRPC", ...place }];
  const card = PeerCards.fromJSON({
    ...fullCard,
    supportedInterfaces: [...(binding === "JSONRPC" ? interfaces : interfaces.toReversed()), ...grpcPlaces],
    ...more,
  });
  const executor = new PeerExecutor(now);
  const tasks = new PeerTaskStore();
  const requestHandler = new PeerRequestHandler(
    card,
    tasks,
    executor,
    undefined,
    undefined,
    undefined,
    async ({ user }) => ({ ...card, description: `For ${user?.userName ?? "nobody"} only.` }),
  );
  grpc?.addService(
    PeerService,
    grpcService({
      requestHandler,
      userBuilder: async () => ({ isAuthenticated: false, userName: "anybody" }),
    }),
  );
  const app = express()
    .use(
      "/.well-known/agent-card.json",
      agentCardHandler({
        agentCardProvider:
          cardForm === "object" ? requestHandler : async () => PeerCards.toJSON(card) as typeof card,
      }),
    )
    .use("/rpc", jsonRpcHandler({ requestHandler, userBuilder }))
    .use("/rest", restHandler({ requestHandler, userBuilder }));
  server.on("request", app);
  onTestFinished(() => void executor.complete());
  return {
    origin,
    url: `${origin}${binding === "JSONRPC" ? "/rpc" : "/rest"}`,
    async complete() {
      await Promise.all(executor.complete().map((id) => tasks.whenCompleted(id)));
    },
    breakConnections() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
