import { createServer, type RequestListener } from "node:http";
import { A2AService, errors } from "@a2agen/a2a-1.0";
import { toHono } from "@a2agen/runtime/adapters";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement } from "@a2agen/runtime/host";
import type { HttpHandler } from "@a2agen/runtime/http";
import { createHttpHandler } from "@a2agen/runtime/server";
import { Hono } from "hono";
import { card } from "../agent-card.ts";
import { completeTask, countOf, findTask, streamEvents } from "../work.ts";

/** The agent of the benchmark behind our stubs. */
export function createAgent(): A2AService {
  const unsupported = (): never => {
    throw errors.UnsupportedOperationError();
  };
  return {
    sendMessage: async ({ message }) => ({ task: completeTask(message) }),
    async *sendStreamingMessage({ message }) {
      yield* streamEvents(countOf(message.parts[0]?.text));
    },
    async getTask({ id }) {
      const task = findTask(id);
      if (task === undefined) throw errors.TaskNotFoundError();
      return task;
    },
    listTasks: unsupported,
    cancelTask: unsupported,
    subscribeToTask: unsupported,
    createTaskPushNotificationConfig: unsupported,
    getTaskPushNotificationConfig: unsupported,
    listTaskPushNotificationConfigs: unsupported,
    deleteTaskPushNotificationConfig: unsupported,
    getExtendedAgentCard: unsupported,
  };
}

function createHandler(): HttpHandler {
  const host = createHost({ services: [implement(A2AService, createAgent())], card });
  return createHttpHandler(host, { jsonRpc: "/rpc", rest: "/rest" });
}

export function createOnNode(): ReturnType<typeof createServer> {
  return createServer(toNodeListener(createHandler()));
}

/** Its types need those of browsers, so that the compiler must not see it. */
const nodeServer: string = "@hono/node-server";

export async function createOnHono(): Promise<ReturnType<typeof createServer>> {
  const { getRequestListener } = (await import(nodeServer)) as {
    getRequestListener(fetch: (request: Request) => Response | Promise<Response>): RequestListener;
  };
  const app = new Hono();
  app.use(toHono(createHandler()));
  return createServer(getRequestListener((request) => app.fetch(request)));
}
