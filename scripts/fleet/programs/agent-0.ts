import type { AgentCard, Task } from "@a2a-js/sdk-0.3";
import type * as Sdk from "@a2a-js/sdk-0.3/server";
import type * as Express from "@a2a-js/sdk-0.3/server/express";
import type * as Grpc from "@a2a-js/sdk-0.3/server/grpc";
import express from "express";
import { listen, listenGrpc, places, Stays } from "./listen.ts";
import { loadAll } from "./load-all.ts";

// An agent on @a2a-js/sdk 0.2 or 0.3 over each binding that the version has.
const sdk = "@a2a-js/sdk";
const modules = [sdk, `${sdk}/server`, `${sdk}/server/express`, `${sdk}/server/grpc`];
const exported = await loadAll(modules);
const { DefaultRequestHandler, InMemoryTaskStore } = exported as typeof Sdk;
// What not every version has.
const { A2AExpressApp, DefaultPushNotificationSender, restHandler, A2AService, grpcService } =
  exported as Partial<typeof Sdk & typeof Express & typeof Grpc>;
if (A2AExpressApp === undefined) {
  console.error(`the package lacks the file of its export ${sdk}/server/express`);
  process.exit(1);
}
const hasPush = DefaultPushNotificationSender !== undefined;
const stays = new Stays();

const card: AgentCard = {
  protocolVersion: process.argv[3] ?? "0.3.0",
  name: "SDK",
  description: "Works.",
  version: "1.0.0",
  url: places.rpc,
  preferredTransport: "JSONRPC",
  additionalInterfaces: [
    { url: places.rpc, transport: "JSONRPC" },
    ...(restHandler === undefined ? [] : [{ url: places.rest, transport: "HTTP+JSON" }]),
    ...(A2AService === undefined ? [] : [{ url: places.grpc, transport: "GRPC" }]),
  ],
  capabilities: { streaming: true, pushNotifications: hasPush },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "work", name: "Work", description: "Works.", tags: ["test"] }],
};

const executor: Sdk.AgentExecutor = {
  async execute({ taskId, contextId, userMessage, task }, bus) {
    const own = { taskId, contextId: task?.contextId ?? contextId };
    const statusOf = (state: Task["status"]["state"]): Task["status"] => ({
      state,
      timestamp: new Date().toISOString(),
    });
    const end = (status: Task["status"]): void => {
      bus.publish({ kind: "status-update", ...own, status, final: true });
      bus.finished();
    };
    const [part] = userMessage.parts;
    const text = part?.kind === "text" ? part.text : "";
    if (task === undefined) {
      const { contextId: context } = own;
      const status = statusOf("submitted");
      bus.publish({ kind: "task", id: taskId, contextId: context, status, history: [userMessage] });
    }
    bus.publish({ kind: "status-update", ...own, status: statusOf("working"), final: false });
    if (text === "ask") {
      const parts = [{ kind: "text" as const, text: "What exactly?" }];
      const message = {
        kind: "message",
        messageId: crypto.randomUUID(),
        role: "agent",
        parts,
        ...own,
      } as const;
      return end({ ...statusOf("input-required"), message });
    }
    if (text === "stay" && (await stays.stay(taskId))) return end(statusOf("canceled"));
    const artifact = { artifactId: "answer", parts: [{ kind: "text" as const, text: "the work" }] };
    bus.publish({ kind: "artifact-update", ...own, artifact, append: false, lastChunk: true });
    return end(statusOf("completed"));
  },
  cancelTask: async (taskId) => stays.cancel(taskId),
};

const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
const userBuilder = async (): Promise<Sdk.User> => ({ isAuthenticated: false, userName: "" });
const app = express();
if (restHandler !== undefined) app.use("/rest", restHandler({ requestHandler: handler, userBuilder }));
// Deprecated since, and the only one that all versions have.
listen(new A2AExpressApp(handler).setupRoutes(app, ""));
if (A2AService !== undefined && grpcService !== undefined) {
  await listenGrpc(A2AService, grpcService({ requestHandler: handler, userBuilder }));
}
