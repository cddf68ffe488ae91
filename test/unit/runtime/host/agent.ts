import {
  A2AService,
  type A2AServiceClient,
  type AgentCard,
  errors,
  type SendMessageRequest,
  type StreamResponse,
  type Task,
} from "@a2agen/a2a-1.0";
import {
  createHost,
  type Host,
  type HostOptions,
  implement,
} from "../../../../packages/runtime/src/host/index.ts";
import { type CallContext, CallError } from "../../../../packages/runtime/src/service/index.ts";

/** A card that offers everything. */
export const fullCard: AgentCard = {
  name: "Test",
  description: "An agent of the tests",
  supportedInterfaces: [
    { url: "http://127.0.0.1/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: "http://127.0.0.1/", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
  ],
  version: "1.2.3",
  capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

export const message: SendMessageRequest = {
  message: { messageId: "m1", role: "ROLE_USER", parts: [{ text: "hello" }] },
};

export function makeTask(id: string): Task {
  return { id, contextId: "c1", status: { state: "TASK_STATE_COMPLETED" } };
}

export function makeUpdate(index: number, text = String(index)): StreamResponse {
  return {
    artifactUpdate: {
      taskId: "t1",
      contextId: "c1",
      artifact: { artifactId: "a1", parts: [{ text }] },
      append: index > 0,
    },
  };
}

/** An agent whose methods a test replaces; the others answer something plain. */
export function createAgent(overrides: Partial<A2AService> = {}): A2AService {
  return {
    sendMessage: async () => ({ task: makeTask("t1") }),
    async *sendStreamingMessage() {
      yield { task: makeTask("t1") };
    },
    getTask: async ({ id }) => {
      if (id !== "t1") throw errors.TaskNotFoundError(`there is no task ${id}`);
      return makeTask(id);
    },
    listTasks: async () => ({ tasks: [], nextPageToken: "", pageSize: 10, totalSize: 0 }),
    cancelTask: async ({ id }) => makeTask(id),
    async *subscribeToTask({ id }) {
      yield { task: makeTask(id) };
    },
    createTaskPushNotificationConfig: async (config) => config,
    getTaskPushNotificationConfig: async ({ taskId, id }) => ({ taskId, id, url: "https://example.com" }),
    listTaskPushNotificationConfigs: async () => ({ configs: [] }),
    getExtendedAgentCard: async () => ({ ...fullCard, name: "Extended" }),
    deleteTaskPushNotificationConfig: async () => ({}),
    ...overrides,
  };
}

export interface ReportedError {
  readonly error: unknown;
  readonly method: string;
  readonly binding: string;
}

export interface TestHost {
  readonly host: Host;
  /** What the hook onError was told. */
  readonly reported: readonly ReportedError[];
}

export function createTestHost(
  overrides: Partial<A2AService> = {},
  options: Partial<Omit<HostOptions, "services">> = {},
): TestHost {
  const reported: ReportedError[] = [];
  const host = createHost({
    services: [implement(A2AService, createAgent(overrides))],
    card: fullCard,
    // Events here are what a transport has to carry, not streams of an agent.
    checkAnswers: "shape",
    onError: (error, call) => void reported.push({ error, ...call }),
    ...options,
  });
  return { host, reported };
}

/** The parts of an error that clients see. */
export function summary(error: unknown): object {
  if (!(error instanceof CallError)) return { thrown: String(error) };
  const { name, status, http, message, metadata, violations } = error;
  return {
    name,
    status,
    http,
    message,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(violations.length === 0 ? {} : { violations }),
  };
}

/** What a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("the promise did not reject");
}

export type { A2AServiceClient, CallContext };
