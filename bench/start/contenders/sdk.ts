import { createServer } from "node:http";
import { AgentCard, TaskState } from "@a2a-js/sdk";
import { AgentEvent, type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { jsonRpcHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";
import { card } from "../../server/agent-card.ts";
import { announce } from "../announce.ts";

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const content = userMessage.parts[0]?.content;
    const text = content?.$case === "text" ? content.value : "nothing";
    const ids = { taskId, contextId, metadata: undefined };
    const status = (state: TaskState) => ({ state, message: undefined, timestamp: new Date().toISOString() });
    bus.publish(
      AgentEvent.task({
        id: taskId,
        contextId,
        status: status(TaskState.TASK_STATE_SUBMITTED),
        artifacts: [],
        history: [userMessage],
        metadata: undefined,
      }),
    );
    const part = {
      content: { $case: "text" as const, value: `You said: ${text}` },
      metadata: undefined,
      filename: "",
      mediaType: "",
    };
    const artifact = {
      artifactId: "answer",
      name: "",
      description: "",
      parts: [part],
      metadata: undefined,
      extensions: [],
    };
    bus.publish(AgentEvent.artifactUpdate({ ...ids, artifact, append: false, lastChunk: false }));
    bus.publish(AgentEvent.statusUpdate({ ...ids, status: status(TaskState.TASK_STATE_COMPLETED) }));
    bus.finished();
  },
  async cancelTask() {},
};

const requestHandler = new DefaultRequestHandler(AgentCard.fromJSON(card), new InMemoryTaskStore(), executor);
const app = express();
app.use("/rpc", jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
announce(createServer(app));
