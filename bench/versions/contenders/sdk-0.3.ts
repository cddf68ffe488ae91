import { createServer } from "node:http";
import type { AgentCard, Task } from "@a2a-js/sdk-0.3";
import {
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  type TaskStore,
} from "@a2a-js/sdk-0.3/server";
import { jsonRpcHandler, UserBuilder } from "@a2a-js/sdk-0.3/server/express";
import express from "express";
import { card } from "../../server/agent-card.ts";
import { answerTo } from "../../server/work.ts";

/** The agent of the benchmark as it was written for the SDK of 0.3. */
export function createSdk03(): ReturnType<typeof createServer> {
  const requestHandler = new DefaultRequestHandler(agentCard, createStore(), executor);
  const app = express();
  app.use("/rpc", jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
  return createServer(app);
}

const { name, description, version, capabilities, defaultInputModes, defaultOutputModes, skills } = card;

const agentCard: AgentCard = {
  name,
  description,
  version,
  protocolVersion: "0.3.0",
  url: "http://127.0.0.1/rpc",
  capabilities: { streaming: capabilities.streaming ?? false },
  defaultInputModes,
  defaultOutputModes,
  skills: skills.map(({ id, name, description, tags }) => ({ id, name, description, tags })),
};

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const [part] = userMessage.parts;
    bus.publish({
      kind: "task",
      id: taskId,
      contextId,
      status: { state: "completed", timestamp: new Date().toISOString() },
      artifacts: [
        {
          artifactId: "answer",
          name: "answer",
          parts: [{ kind: "text", text: answerTo(part?.kind === "text" ? part.text : "nothing") }],
        },
      ],
      history: [userMessage],
    });
    bus.finished();
  },
  async cancelTask() {},
};

/** The store of the SDK, restarted after every thousand tasks. */
function createStore(): TaskStore {
  let before = new InMemoryTaskStore();
  let current = new InMemoryTaskStore();
  let saved = 0;
  return {
    async save(task: Task) {
      saved += 1;
      if (saved % 1000 === 0) {
        before = current;
        current = new InMemoryTaskStore();
      }
      await current.save(task);
    },
    load: async (id) => (await current.load(id)) ?? before.load(id),
  };
}
