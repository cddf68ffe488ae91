import { createServer } from "node:http";
import { AgentCard, type Artifact, type Part, TaskState } from "@a2a-js/sdk";
import { AgentEvent, type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { jsonRpcHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";
import { card } from "../../server/agent-card.ts";
import { answerTo } from "../../server/work.ts";
import { pauseBefore, pieceOf, readOrder } from "../order.ts";

/** The agent of this part as it is written with @a2a-js/sdk. */
export function createSdkHandler(): DefaultRequestHandler {
  return new DefaultRequestHandler(AgentCard.fromJSON(card), new InMemoryTaskStore(), executor);
}

export function createSdk(): ReturnType<typeof createServer> {
  const app = express();
  const userBuilder = UserBuilder.noAuthentication;
  app.use("/rpc", jsonRpcHandler({ requestHandler: createSdkHandler(), userBuilder }));
  return createServer(app);
}

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const content = userMessage.parts[0]?.content;
    const text = content?.$case === "text" ? content.value : "nothing";
    const ids = { taskId, contextId, metadata: undefined };
    bus.publish(
      AgentEvent.task({
        id: taskId,
        contextId,
        status: statusOf(TaskState.TASK_STATE_SUBMITTED),
        artifacts: [],
        history: [userMessage],
        metadata: undefined,
      }),
    );
    const order = readOrder(text);
    if (order === undefined) {
      const artifact = makeArtifact("answer", "answer", answerTo(text));
      bus.publish(AgentEvent.artifactUpdate({ ...ids, artifact, append: false, lastChunk: false }));
    } else {
      for (let index = 0; index < order.events; index++) {
        const pause = pauseBefore(order, index);
        if (pause !== undefined) await pause;
        const { artifactId, text: line, append, lastChunk } = pieceOf(order, index);
        const artifact = makeArtifact(artifactId, "", line);
        bus.publish(AgentEvent.artifactUpdate({ ...ids, artifact, append, lastChunk }));
      }
    }
    bus.publish(AgentEvent.statusUpdate({ ...ids, status: statusOf(TaskState.TASK_STATE_COMPLETED) }));
    bus.finished();
  },
  async cancelTask() {},
};

function statusOf(state: TaskState): {
  readonly state: TaskState;
  readonly message: undefined;
  readonly timestamp: string;
} {
  return { state, message: undefined, timestamp: new Date().toISOString() };
}

function makeArtifact(artifactId: string, name: string, text: string): Artifact {
  const part: Part = {
    content: { $case: "text", value: text },
    metadata: undefined,
    filename: "",
    mediaType: "",
  };
  return { artifactId, name, description: "", parts: [part], metadata: undefined, extensions: [] };
}
