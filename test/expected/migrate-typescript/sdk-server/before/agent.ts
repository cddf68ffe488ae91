import { v4 as uuid } from "./uuid.js";
import type { AgentCard, Message, SendMessageResponse, SendMessageSuccessResponse, Task } from "@a2a-js/sdk";
import { AGENT_CARD_PATH } from "@a2a-js/sdk";
import {
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  type RequestContext,
  type AgentExecutionEvent,
} from "@a2a-js/sdk/server";
import type { A2AClient } from "@a2a-js/sdk/client";

class HelloExecutor implements AgentExecutor {
  async execute(requestContext: RequestContext, eventBus: ExecutionEventBus): Promise<void> {
    const { taskId, contextId, userMessage } = requestContext;
    const answer: Message = {
      kind: "message",
      messageId: uuid(),
      role: "agent",
      parts: [{ kind: "text", text: `Hello, ${userMessage.messageId}` }],
      contextId,
    };
    eventBus.publish(answer);
    eventBus.publish({ kind: "status-update", taskId, contextId, status: { state: "unknown" }, final: true });
    eventBus.finished();
  }

  cancelTask = async (_taskId: string, _eventBus: ExecutionEventBus): Promise<void> => {};
}

export function createHandler(card: AgentCard): DefaultRequestHandler {
  return new DefaultRequestHandler(card, new InMemoryTaskStore(), new HelloExecutor());
}

export const cardUrl = (card: AgentCard): string => new URL(AGENT_CARD_PATH, card.url).href;

export function isFinal(event: AgentExecutionEvent): boolean {
  return event.kind === "status-update" && event.final;
}

export function contextOf(event: AgentExecutionEvent): string | undefined {
  return event.contextId;
}

// Asks and waits, as the first clients did.
export async function send(client: A2AClient, text: string): Promise<Task | undefined> {
  const response: SendMessageResponse = await client.sendMessage({
    message: { kind: "message", messageId: uuid(), role: "user", parts: [{ kind: "text", text }] },
    configuration: { blocking: text !== "" },
  });
  if ("error" in response) throw new Error(response.error.message);
  const result = (response as SendMessageSuccessResponse).result;
  return result.kind === "task" ? result : undefined;
}
