import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { AgentCard, Message, Task, TaskStatusUpdateEvent } from "@a2a-js/sdk-0.3";
import {
  A2AError,
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  type RequestContext,
  UnauthenticatedUser,
  type User,
} from "@a2a-js/sdk-0.3/server";
import { A2AExpressApp } from "@a2a-js/sdk-0.3/server/express";
import express from "express";
import { onTestFinished, vi } from "vitest";

export const echoExtension = "https://example.com/extensions/echo/v1";

/** A card as servers of 0.3 have it. */
export function cardOf(origin: string, changes: Partial<AgentCard> = {}): AgentCard {
  return {
    name: "Older agent",
    description: "Does what the text of a message says.",
    version: "1.0.0",
    protocolVersion: "0.3.0",
    url: `${origin}/`,
    preferredTransport: "JSONRPC",
    capabilities: {
      streaming: true,
      pushNotifications: true,
      extensions: [{ uri: echoExtension }],
    },
    securitySchemes: { token: { type: "http", scheme: "Bearer" } },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "obey", name: "Obey", description: "Does what it is told.", tags: ["test"] }],
    supportsAuthenticatedExtendedCard: true,
    ...changes,
  };
}

/** An agent on the SDK of 0.3 whose messages are commands. */
class Executor implements AgentExecutor {
  /** The tasks that are told to stay at work, and what ends them. */
  readonly #staying = new Map<string, (state: "completed" | "canceled") => void>();

  async execute({ taskId, contextId, userMessage, context }: RequestContext, bus: ExecutionEventBus) {
    const text = textOf(userMessage);
    if (text === "echo") {
      bus.publish({ ...userMessage, messageId: "reply", role: "agent" });
      return;
    }
    if (text === "context") {
      const data = {
        extensions: context?.requestedExtensions ?? null,
        user: context?.user?.userName ?? null,
      };
      bus.publish({ kind: "message", messageId: "reply", role: "agent", parts: [{ kind: "data", data }] });
      return;
    }
    const status = (state: TaskStatusUpdateEvent["status"]["state"], second: number): Task["status"] => ({
      state,
      timestamp: `2026-01-02T03:04:0${second}Z`,
    });
    bus.publish({
      kind: "task",
      id: taskId,
      contextId,
      status: status("working", 5),
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
        ],
      },
      lastChunk: true,
    });
    const end =
      text === "stay"
        ? await new Promise<"completed" | "canceled">((resolve) => {
            this.#staying.set(taskId, resolve);
          })
        : text === "ask"
          ? "input-required"
          : "completed";
    bus.publish({ kind: "status-update", taskId, contextId, status: status(end, 6), final: true });
    bus.finished();
  }

  async cancelTask(taskId: string): Promise<void> {
    this.#staying.get(taskId)?.("canceled");
  }

  /** Ends the work of the tasks that stay at it. */
  complete(): void {
    for (const end of this.#staying.values()) end("completed");
  }
}

function textOf({ parts }: Message): string {
  const [first] = parts;
  return first?.kind === "text" ? first.text : "";
}

const failures: Readonly<Record<string, () => A2AError>> = {
  TaskNotFoundError: () => A2AError.taskNotFound("t"),
  TaskNotCancelableError: () => A2AError.taskNotCancelable("t"),
  PushNotificationNotSupportedError: () => A2AError.pushNotificationNotSupported(),
  UnsupportedOperationError: () => A2AError.unsupportedOperation("this"),
  AuthenticatedExtendedCardNotConfiguredError: () => A2AError.authenticatedExtendedCardNotConfigured(),
};

/** Names of the errors of 0.3 with which the agent can be told to fail. */
export const failureNames: readonly string[] = Object.keys(failures);

/** Fails as it is told by the message "fail NAME"; the rest is the SDK's own. */
class Handler extends DefaultRequestHandler {
  override async sendMessage(
    ...call: Parameters<DefaultRequestHandler["sendMessage"]>
  ): Promise<Message | Task> {
    failIfTold(call[0].message);
    return super.sendMessage(...call);
  }

  override async *sendMessageStream(
    ...call: Parameters<DefaultRequestHandler["sendMessageStream"]>
  ): ReturnType<DefaultRequestHandler["sendMessageStream"]> {
    failIfTold(call[0].message);
    yield* super.sendMessageStream(...call);
  }
}

function failIfTold(message: Message): void {
  const [command, name = ""] = textOf(message).split(" ");
  if (command === "fail") throw failures[name]?.() ?? new Error("no error of the protocol");
}

class Named implements User {
  readonly isAuthenticated = true;
  readonly userName: string;

  constructor(userName: string) {
    this.userName = userName;
  }
}

/** A call as it came in: the method of JSON-RPC, its parameters, and the headers. */
export interface SeenCall {
  readonly method: string;
  readonly params: unknown;
  readonly headers: IncomingHttpHeaders;
}

export interface OlderAgent {
  readonly origin: string;
  /** Every call, in order; a request for the card is none. */
  readonly calls: readonly SeenCall[];
  /** How often the card was asked for. */
  readonly cardRequests: () => number;
  /** Replaces the card that is served. */
  setCard(card: object): void;
  /** Ends the work of the tasks that stay at it. */
  complete(): void;
  /** Ends all connections, as a network that fails does. */
  breakConnections(): void;
}

/** Serves an agent on the SDK of 0.3, as its examples do, until the test has ended. */
export async function startOlderAgent(changes: Partial<AgentCard> = {}): Promise<OlderAgent> {
  // The SDK tells the console of every error that it answers with.
  const silenced = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
  for (const spy of silenced) spy.mockImplementation(() => undefined);
  const server = createServer();
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const card = cardOf(origin, changes);
  const executor = new Executor();
  const handler = new Handler(
    card,
    new InMemoryTaskStore(),
    executor,
    undefined,
    undefined,
    undefined,
    async (context) => ({ ...card, description: `For ${context?.user?.userName ?? "nobody"} only.` }),
  );
  const calls: SeenCall[] = [];
  let served: object | undefined;
  let cards = 0;
  const app = express().use(express.json(), (request, response, next) => {
    if (request.method === "POST") {
      const { method, params } = request.body as SeenCall;
      calls.push({ method, params, headers: request.headers });
    } else cards += 1;
    if (served !== undefined && request.method === "GET") response.json(served);
    else next();
  });
  server.on(
    "request",
    // eslint-disable-next-line typescript/no-deprecated -- what agents of 0.3 are made with
    new A2AExpressApp(handler, async ({ headers: { authorization } }) =>
      authorization === undefined ? new UnauthenticatedUser() : new Named(authorization),
    ).setupRoutes(app),
  );
  onTestFinished(async () => {
    executor.complete();
    for (const spy of silenced) spy.mockRestore();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  });
  return {
    origin,
    calls,
    cardRequests: () => cards,
    setCard(next) {
      served = next;
    },
    complete: () => executor.complete(),
    breakConnections() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
