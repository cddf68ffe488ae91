import { A2AService, type AgentCard, type StreamResponse, type Task, type TaskState } from "@a2agen/a2a-1.0";
import { type AgentCard as DraftCard, A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import type { Authenticate } from "@a2agen/runtime/host";
import type { CallContext } from "@a2agen/runtime/service";
import { toNodeListener } from "../../../packages/runtime/src/adapters/node.ts";
import { createHost, implement } from "../../../packages/runtime/src/host/index.ts";
import type { HttpHandler } from "../../../packages/runtime/src/http/http-message.ts";
import { createJsonRpcHandler } from "../../../packages/runtime/src/jsonrpc/index.ts";
import { createRestHandler } from "../../../packages/runtime/src/rest/index.ts";
import { type SeenRequest, sendJson, startServer, type WebServer } from "./web-server.ts";

/** What is the same in every card here. */
const common = {
  name: "Test agent",
  description: "Says what it was asked with.",
  version: "1.0.0",
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
} satisfies Partial<AgentCard>;

/** A card of an agent that listens at `origin`, with JSON-RPC before HTTP+JSON. */
export function cardOf(origin: string, changes: Partial<AgentCard> = {}): AgentCard {
  return {
    ...common,
    supportedInterfaces: [
      { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    ],
    ...changes,
  };
}

export function draftCardOf(origin: string, changes: Partial<DraftCard> = {}): DraftCard {
  return {
    ...common,
    protocolVersion: "1.0",
    supportedInterfaces: [
      { url: `${origin}/rpc`, protocolBinding: "JSONRPC" },
      { url: `${origin}/rest`, protocolBinding: "HTTP+JSON" },
    ],
    ...changes,
  };
}

export function task(id: string, state: TaskState, contextId = "context-1"): Task {
  return { id, contextId, status: { state } };
}

export function taskEvent(id: string, state: TaskState): StreamResponse {
  return { task: task(id, state) };
}

export function statusEvent(taskId: string, state: TaskState): StreamResponse {
  return { statusUpdate: { taskId, contextId: "context-1", status: { state } } };
}

export function artifactEvent(taskId: string, text: string): StreamResponse {
  return {
    artifactUpdate: {
      taskId,
      contextId: "context-1",
      artifact: { artifactId: "artifact-1", parts: [{ text }] },
    },
  };
}

export const hello = {
  message: { messageId: "message-1", role: "ROLE_USER", parts: [{ text: "hello" }] },
} as const satisfies Parameters<A2AService["sendMessage"]>[0];

/** What a handler was called with. */
export interface SeenCall {
  readonly method: string;
  readonly request: unknown;
  readonly context: CallContext;
}

export interface Agent extends WebServer {
  /** What the handler was called with, in order. */
  readonly calls: readonly SeenCall[];
  /** The requests for calls, without those for the card. */
  readonly callRequests: readonly SeenRequest[];
}

export interface AgentInit {
  readonly card?: (origin: string) => AgentCard;
  readonly handler?: Partial<A2AService>;
  readonly authenticate?: Authenticate;
  /** Looks at a request first; true when it has answered it. */
  readonly before?: Parameters<typeof startServer>[0] extends (...parts: infer Parts) => void
    ? (...parts: Parts) => boolean
    : never;
  readonly port?: number;
}

/** An agent of A2A 1.0 over JSON-RPC and HTTP+JSON whose card is under the well-known path. */
export async function startAgent(init: AgentInit = {}): Promise<Agent> {
  const calls: SeenCall[] = [];
  const handler: Partial<A2AService> = {
    async sendMessage(request, context) {
      calls.push({ method: "SendMessage", request, context });
      return { task: task("task-1", "TASK_STATE_COMPLETED") };
    },
    async getTask(request, context) {
      calls.push({ method: "GetTask", request, context });
      return task(request.id, "TASK_STATE_WORKING");
    },
    async *sendStreamingMessage(request, context) {
      calls.push({ method: "SendStreamingMessage", request, context });
      yield taskEvent("task-1", "TASK_STATE_WORKING");
      yield statusEvent("task-1", "TASK_STATE_COMPLETED");
    },
    ...init.handler,
  };
  // Built at the first request, when the origin is known.
  let listeners: { readonly rpc: Listener; readonly rest: Listener } | undefined;
  const server = await startServer(
    (request, response) => {
      if (init.before?.(request, response) === true) return;
      const card = (init.card ?? cardOf)(server.origin);
      if (request.url === "/.well-known/agent-card.json") {
        sendJson(response, card);
        return;
      }
      listeners ??= listen(
        createHost({
          services: [implement(A2AService, handler as A2AService)],
          checkAnswers: "shape",
          card,
          ...(init.authenticate === undefined ? {} : { authenticate: init.authenticate }),
        }),
      );
      if (request.url?.startsWith("/rest/") === true) {
        request.url = request.url.slice("/rest".length);
        listeners.rest(request, response);
      } else listeners.rpc(request, response);
    },
    { port: init.port ?? 0 },
  );
  return withCalls(server, calls);
}

/** The same for the draft. */
export async function startDraftAgent(): Promise<Agent> {
  const calls: SeenCall[] = [];
  const handler: Partial<DraftService> = {
    async getTask(request, context) {
      calls.push({ method: "GetTask", request, context });
      return {
        id: request.name.slice("tasks/".length),
        contextId: "context-1",
        status: { state: "working" },
      };
    },
    async *sendStreamingMessage(request, context) {
      calls.push({ method: "SendStreamingMessage", request, context });
      yield { task: { id: "task-1", contextId: "context-1", status: { state: "working" } } };
    },
    async *subscribeToTask(request, context) {
      calls.push({ method: "SubscribeToTask", request, context });
      yield { task: { id: "task-1", contextId: "context-1", status: { state: "completed" } } };
    },
  };
  let listeners: { readonly rpc: Listener; readonly rest: Listener } | undefined;
  const server = await startServer((request, response) => {
    const card = draftCardOf(server.origin);
    if (request.url === "/.well-known/agent-card.json") {
      sendJson(response, card);
      return;
    }
    listeners ??= listen(createHost({ services: [implement(DraftService, handler as DraftService)], card }));
    if (request.url?.startsWith("/rest/") === true) {
      request.url = request.url.slice("/rest".length);
      listeners.rest(request, response);
    } else listeners.rpc(request, response);
  });
  return withCalls(server, calls);
}

type Listener = ReturnType<typeof toNodeListener>;

function listen(host: ReturnType<typeof createHost>): { readonly rpc: Listener; readonly rest: Listener } {
  const listener = (handler: HttpHandler): Listener => toNodeListener(handler);
  return { rpc: listener(createJsonRpcHandler(host)), rest: listener(createRestHandler(host)) };
}

function withCalls(server: WebServer, calls: readonly SeenCall[]): Agent {
  return {
    ...server,
    calls,
    get callRequests() {
      return server.seen.filter(({ target }) => !target.includes(".well-known"));
    },
  };
}

/** What something was rejected with. */
export async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error("expected an error, got none");
}
