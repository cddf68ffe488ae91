import type * as Sdk from "@a2a-js/sdk";
import type * as Server from "@a2a-js/sdk/server";
import type * as Express from "@a2a-js/sdk/server/express";
import type * as Grpc from "@a2a-js/sdk/server/grpc";
import express from "express";
import { listen, listenGrpc, places, Stays } from "./listen.ts";
import { loadAll } from "./load-all.ts";

// An agent on @a2a-js/sdk 1 over each binding.
const sdk = "@a2a-js/sdk";
const modules = [sdk, `${sdk}/server`, `${sdk}/server/express`, `${sdk}/server/grpc`];
const exported = (await loadAll(modules)) as typeof Sdk & typeof Server & typeof Express & typeof Grpc;
const { AgentCard, AgentEvent, TaskArtifactUpdateEvent, TaskStatusUpdateEvent, Task } = exported;
const { A2AService, agentCardHandler, grpcService, jsonRpcHandler, restHandler } = exported;
const stays = new Stays();

const card = AgentCard.fromJSON({
  name: "SDK",
  description: "Works.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: places.rpc, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: places.rest, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    { url: `http://${places.grpc}`, protocolBinding: "GRPC", protocolVersion: "1.0" },
  ],
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "work", name: "Work", description: "Works.", tags: ["test"] }],
});

const executor: Server.AgentExecutor = {
  async execute({ taskId, contextId, userMessage, task }, bus) {
    const own = { taskId, contextId };
    const statusOf = (state: string): object => ({ state, timestamp: new Date().toISOString() });
    const tell = (status: object): void => {
      bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ ...own, status })));
    };
    const content = userMessage.parts[0]?.content;
    const text = content?.$case === "text" ? content.value : "";
    if (task === undefined) {
      const begun = { id: taskId, contextId, status: statusOf("TASK_STATE_SUBMITTED") };
      bus.publish(AgentEvent.task({ ...Task.fromJSON(begun), history: [userMessage] }));
    }
    tell(statusOf("TASK_STATE_WORKING"));
    if (text === "ask") {
      const parts = [{ text: "What exactly?" }];
      const message = { messageId: crypto.randomUUID(), role: "ROLE_AGENT", parts, ...own };
      tell({ ...statusOf("TASK_STATE_INPUT_REQUIRED"), message });
    } else if (text === "stay" && (await stays.stay(taskId))) {
      tell(statusOf("TASK_STATE_CANCELED"));
    } else {
      const artifact = { artifactId: "answer", parts: [{ text: "the work" }] };
      const update = TaskArtifactUpdateEvent.fromJSON({ ...own, artifact, lastChunk: true });
      bus.publish(AgentEvent.artifactUpdate(update));
      tell(statusOf("TASK_STATE_COMPLETED"));
    }
    bus.finished();
  },
  cancelTask: async (taskId) => stays.cancel(taskId),
};

const requestHandler = new exported.DefaultRequestHandler(card, new exported.InMemoryTaskStore(), executor);
const userBuilder = async (): Promise<Server.User> => ({ isAuthenticated: false, userName: "" });
const options = { requestHandler, userBuilder };
listen(
  express()
    .use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }))
    .use("/rest", restHandler(options))
    .use("/", jsonRpcHandler(options)),
);
await listenGrpc(A2AService, grpcService(options));
