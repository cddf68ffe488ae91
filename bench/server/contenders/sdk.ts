import { createServer } from "node:http";
import { AgentCard, type Artifact, type Part, Task, TaskState } from "@a2a-js/sdk";
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  ServerCallContext,
  type TaskStore,
} from "@a2a-js/sdk/server";
import { jsonRpcHandler, restHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";
import { card } from "../agent-card.ts";
import { answerTo, countOf, findTask, knownTask, lineOf } from "../work.ts";

/** The agent of the benchmark behind the stubs of @a2a-js/sdk on Express, as its documentation shows. */
export async function createSdk(): Promise<ReturnType<typeof createServer>> {
  return createServer(await createApp(card));
}

/** The same with the layer that translates for clients of 0.3. */
export async function createCompatibleSdk(): Promise<ReturnType<typeof createServer>> {
  const older = { url: "http://127.0.0.1/rpc", protocolBinding: "JSONRPC", protocolVersion: "0.3" };
  const supportedInterfaces = [...card.supportedInterfaces, older];
  return createServer(await createApp({ ...card, supportedInterfaces }, { enabled: true }));
}

async function createApp(
  shown: typeof card,
  legacyCompat?: { readonly enabled: boolean },
): Promise<express.Express> {
  const store = await createStore();
  const requestHandler = new DefaultRequestHandler(AgentCard.fromJSON(shown), store, executor);
  const options = {
    requestHandler,
    userBuilder: UserBuilder.noAuthentication,
    ...(legacyCompat === undefined ? {} : { legacyCompat }),
  };
  const app = express();
  app.use("/rpc", jsonRpcHandler(options));
  app.use("/rest", restHandler(options));
  return app;
}

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const content = userMessage.parts[0]?.content;
    const text = content?.$case === "text" ? content.value : "nothing";
    const updates = countOf(text);
    const ids = { taskId, contextId, metadata: undefined };
    if (updates === 0) {
      bus.publish(
        AgentEvent.task({
          id: taskId,
          contextId,
          status: {
            state: TaskState.TASK_STATE_COMPLETED,
            message: undefined,
            timestamp: new Date().toISOString(),
          },
          artifacts: [makeArtifact("answer", answerTo(text))],
          history: [userMessage],
          metadata: undefined,
        }),
      );
    } else {
      const status = { message: undefined, timestamp: undefined };
      bus.publish(
        AgentEvent.task({
          id: taskId,
          contextId,
          status: { ...status, state: TaskState.TASK_STATE_WORKING },
          artifacts: [],
          history: [],
          metadata: undefined,
        }),
      );
      for (let index = 0; index < updates; index++) {
        bus.publish(
          AgentEvent.artifactUpdate({
            ...ids,
            artifact: makeArtifact("log", lineOf(index)),
            append: index > 0,
            lastChunk: index === updates - 1,
          }),
        );
        // The bus knows no back-pressure: without a pause nothing would be sent before the last event.
        await new Promise((resolve) => setImmediate(resolve));
      }
      bus.publish(
        AgentEvent.statusUpdate({ ...ids, status: { ...status, state: TaskState.TASK_STATE_COMPLETED } }),
      );
    }
    bus.finished();
  },
  async cancelTask() {},
};

function makeArtifact(artifactId: string, text: string): Artifact {
  const part: Part = {
    content: { $case: "text", value: text },
    metadata: undefined,
    filename: "",
    mediaType: "",
  };
  return {
    artifactId,
    name: artifactId,
    description: "",
    parts: [part],
    metadata: undefined,
    extensions: [],
  };
}

/**
 * The store of the SDK, restarted after every thousand tasks, so that its memory does not grow with the run.
 */
async function createStore(): Promise<TaskStore> {
  const first = new InMemoryTaskStore();
  await first.save(Task.fromJSON(findTask(knownTask)), new ServerCallContext());
  let before = new InMemoryTaskStore();
  let current = new InMemoryTaskStore();
  let saved = 0;
  return {
    async save(task, context) {
      saved += 1;
      if (saved % 1000 === 0) {
        before = current;
        current = new InMemoryTaskStore();
      }
      await current.save(task, context);
    },
    load: async (id, context) =>
      id === knownTask
        ? first.load(id, context)
        : ((await current.load(id, context)) ?? before.load(id, context)),
    list: (params, context) => current.list(params, context),
  };
}
