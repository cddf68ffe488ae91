import { createServer, type IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type {
  AgentCard as SdkAgentCard,
  Message as SdkMessage,
  MessageSendParams as SdkMessageSendParams,
  Task as SdkTask,
} from "@a2a-js/sdk-0.3";
import {
  A2AError,
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  type RequestContext,
  type ServerCallContext,
} from "@a2a-js/sdk-0.3/server";
import { A2AExpressApp, restHandler } from "@a2a-js/sdk-0.3/server/express";
import express from "express";
import { onTestFinished, vi } from "vitest";
import { listen } from "../interop/our-agent.ts";
import { olderCard } from "./older-agent.ts";

type TaskState = SdkTask["status"]["state"];

/** An agent on the SDK whose messages are commands. */
class SdkExecutor implements AgentExecutor {
  /** The tasks that are told to stay at work, and what ends them. */
  readonly #staying = new Map<string, (state: "completed" | "canceled") => void>();

  async execute(request: RequestContext, bus: ExecutionEventBus): Promise<void> {
    const { taskId, contextId, userMessage, context } = request;
    const requested = context?.requestedExtensions ?? [];
    for (const uri of requested) context?.addActivatedExtension(uri);
    const text = textOf(userMessage);
    switch (text) {
      case "throw":
        throw new TypeError("a fault of the agent");
      case "echo":
        bus.publish({ ...userMessage, messageId: "reply", role: "agent" });
        return;
      case "context": {
        const data = { extensions: [...requested], user: context?.user?.userName ?? null };
        bus.publish({
          kind: "message",
          messageId: "reply",
          role: "agent",
          parts: [{ kind: "data", data }],
        });
        return;
      }
    }
    bus.publish({
      kind: "task",
      id: taskId,
      contextId,
      status: { state: "working", timestamp: "2026-01-02T03:04:05Z" },
      history: [userMessage],
    });
    bus.publish({
      kind: "artifact-update",
      taskId,
      contextId,
      artifact: {
        artifactId: "a-1",
        parts: [
          { kind: "text", text: "the work" },
          { kind: "file", file: { bytes: "AAEC/w==", mimeType: "image/png", name: "a.png" } },
          { kind: "data", data: { done: true } },
        ],
      },
      lastChunk: true,
    });
    const state: TaskState =
      text === "stay"
        ? await new Promise<"completed" | "canceled">((resolve) => {
            this.#staying.set(taskId, resolve);
          })
        : text === "ask"
          ? "input-required"
          : "completed";
    const status = { state, timestamp: "2026-01-02T03:04:06Z" };
    bus.publish({ kind: "status-update", taskId, contextId, status, final: true });
    bus.finished();
  }

  cancelTask = async (taskId: string): Promise<void> => {
    this.#staying.get(taskId)?.("canceled");
  };

  /** Ends the work of the tasks that stay at it, and returns their identifiers. */
  complete(): readonly string[] {
    for (const end of this.#staying.values()) end("completed");
    return [...this.#staying.keys()];
  }
}

/** Tells when a task has been completed. */
class SdkTaskStore extends InMemoryTaskStore {
  readonly #completed = new Map<string, { readonly promise: Promise<void>; readonly resolve: () => void }>();

  override async save(task: SdkTask): Promise<void> {
    await super.save(task);
    if (task.status.state === "completed") this.#entry(task.id).resolve();
  }

  whenCompleted(id: string): Promise<void> {
    return this.#entry(id).promise;
  }

  #entry(id: string): { readonly promise: Promise<void>; readonly resolve: () => void } {
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

/** Fails as it is told by the message "fail CODE"; the rest is the SDK's own. */
class SdkRequestHandler extends DefaultRequestHandler {
  override async sendMessage(
    params: SdkMessageSendParams,
    context?: ServerCallContext,
  ): Promise<SdkMessage | SdkTask> {
    failIfTold(params);
    return super.sendMessage(params, context);
  }

  override async *sendMessageStream(
    params: SdkMessageSendParams,
    context?: ServerCallContext,
  ): ReturnType<DefaultRequestHandler["sendMessageStream"]> {
    failIfTold(params);
    yield* super.sendMessageStream(params, context);
  }
}

function failIfTold({ message }: SdkMessageSendParams): void {
  const [command, code = ""] = textOf(message).split(" ");
  if (command === "fail") throw new A2AError(Number(code), `told to fail with ${code}`, { because: "told" });
}

function textOf({ parts: [first] }: SdkMessage): string {
  return first?.kind === "text" ? first.text : "";
}

export interface SdkServerOptions {
  readonly card?: Partial<SdkAgentCard>;
  /** Whether the server has an extended card. Default: true. */
  readonly extended?: boolean;
  /** Where the card is. Default: the well-known path of 0.3. */
  readonly cardPath?: string;
  /** The binding that the card names. Default: JSON-RPC. */
  readonly binding?: "JSONRPC" | "HTTP+JSON" | "GRPC";
}

export interface SdkServer {
  /** Where the card is. */
  readonly origin: string;
  /** The JSON-RPC endpoint. */
  readonly url: string;
  /** Ends the work of the tasks that stay at it; resolves when they are read as completed. */
  complete(): Promise<void>;
  /** Ends all connections, as a network that fails does. */
  breakConnections(): void;
  /** Every call, in order; a request for the card is none. */
  readonly calls: readonly SeenCall[];
  /** How often the card was asked for. */
  readonly cardRequests: () => number;
  /** Replaces the card that is served. */
  setCard(card: object): void;
}

/** A call as it came in: the method of JSON-RPC, its parameters, and the headers. */
export interface SeenCall {
  readonly method: string;
  readonly params: unknown;
  readonly headers: IncomingHttpHeaders;
}

function userOf(authorization: string | undefined) {
  return { isAuthenticated: authorization !== undefined, userName: authorization ?? "anybody" };
}

/** Serves an agent built on the SDK of 0.3 on Express, until the test has ended. */
export async function startSdkServer({
  card: more = {},
  extended = true,
  cardPath,
  binding = "JSONRPC",
}: SdkServerOptions = {}): Promise<SdkServer> {
  // The SDK tells the console of every error that it answers with.
  const silenced = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
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
  const url = `${origin}/`;
  const { securitySchemes: _schemes, ...open } = olderCard;
  // Its library takes long to load.
  const grpc = binding === "GRPC" ? await (await import("./sdk-grpc.ts")).startSdkGrpc() : undefined;
  const card: SdkAgentCard = {
    ...(open as SdkAgentCard),
    url: grpc?.address ?? url,
    preferredTransport: binding,
    ...more,
  };
  const executor = new SdkExecutor();
  const tasks = new SdkTaskStore();
  const handler = new SdkRequestHandler(
    card,
    tasks,
    executor,
    undefined,
    undefined,
    undefined,
    extended
      ? async (context) => ({ ...card, description: `For ${context?.user?.userName ?? "nobody"} only.` })
      : undefined,
  );
  // eslint-disable-next-line typescript/no-deprecated -- what servers of 0.3 are written with
  const app = new A2AExpressApp(handler, async ({ headers: { authorization } }) => userOf(authorization));
  grpc?.serve(handler, userOf);
  const calls: SeenCall[] = [];
  let cards = 0;
  let served: object | undefined;
  const watching = express().use(express.json(), (request, response, next) => {
    if (request.method === "POST") {
      const { method, params } = request.body as SeenCall;
      calls.push({ method, params, headers: request.headers });
    } else cards += 1;
    if (served !== undefined && request.method === "GET") response.json(served);
    else next();
  });
  if (binding === "HTTP+JSON") {
    const userBuilder = async ({ headers: { authorization } }: express.Request) => userOf(authorization);
    watching.use(restHandler({ requestHandler: handler, userBuilder }));
  }
  server.on("request", app.setupRoutes(watching, "", [], cardPath));
  onTestFinished(() => void executor.complete());
  return {
    origin,
    url,
    async complete() {
      await Promise.all(executor.complete().map((id) => tasks.whenCompleted(id)));
    },
    breakConnections() {
      for (const socket of sockets) socket.destroy();
    },
    calls,
    cardRequests: () => cards,
    setCard(next) {
      served = next;
    },
  };
}
