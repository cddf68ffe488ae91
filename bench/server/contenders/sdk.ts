import { createServer } from "node:http";
import { AgentCard, StreamResponse, Task } from "@a2a-js/sdk";
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  ServerCallContext,
} from "@a2a-js/sdk/server";
import { jsonRpcHandler, restHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";
import { card } from "../agent-card.ts";
import { completeTask, countOf, knownTask, sample, streamEvents } from "../work.ts";

/** The agent of the benchmark behind the stubs of @a2a-js/sdk on Express, as its README builds a server. */
export async function createSdk(): Promise<ReturnType<typeof createServer>> {
  const executor: AgentExecutor = {
    async execute({ userMessage, taskId, contextId }, bus) {
      const [part] = userMessage.parts;
      const text = part?.content?.$case === "text" ? part.content.value : "";
      const message = { ...sample, contextId, parts: [{ text }] };
      const count = countOf(message);
      if (count === 0) {
        bus.publish(AgentEvent.task(Task.fromJSON(completeTask(message, taskId))));
      } else {
        for (const event of streamEvents(count))
          publish(bus, StreamResponse.fromJSON(withIds(event, { taskId, contextId })));
      }
      bus.finished();
    },
    async cancelTask() {},
  };
  const store = new InMemoryTaskStore();
  await store.save(Task.fromJSON(completeTask(sample, knownTask)), new ServerCallContext());
  const requestHandler = new DefaultRequestHandler(AgentCard.fromJSON(card), store, executor);
  const options = { requestHandler, userBuilder: UserBuilder.noAuthentication };
  const app = express();
  app.use("/rpc", jsonRpcHandler(options));
  app.use("/rest", restHandler(options));
  return createServer(app);
}

type Bus = Parameters<AgentExecutor["execute"]>[1];

function publish(bus: Bus, { payload }: StreamResponse): void {
  switch (payload?.$case) {
    case "task":
      bus.publish(AgentEvent.task(payload.value));
      return;
    case "statusUpdate":
      bus.publish(AgentEvent.statusUpdate(payload.value));
      return;
    case "artifactUpdate":
      bus.publish(AgentEvent.artifactUpdate(payload.value));
      return;
    case "message":
    case undefined:
      throw new Error("the streams of the benchmark have no messages");
  }
}

function withIds(event: object, ids: { taskId: string; contextId: string }): object {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]: [string, object]) => [
      name,
      name === "task" ? { ...value, id: ids.taskId, contextId: ids.contextId } : { ...value, ...ids },
    ]),
  );
}
