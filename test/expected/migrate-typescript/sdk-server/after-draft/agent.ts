import { v4 as uuid } from "./uuid.js";
import type { SendMessageResponse, SendMessageSuccessResponse } from "@a2a-js/sdk";
import type { AgentCard, Message, Task } from "@a2agen/a2a-1.0-draft";
import { AGENT_CARD_PATH } from "@a2a-js/sdk";
import {
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  type RequestContext,
} from "@a2a-js/sdk/server";
import type { StreamResponse } from "@a2agen/a2a-1.0-draft";
import type { A2AClient } from "@a2a-js/sdk/client";

class HelloExecutor implements AgentExecutor {
  async execute(requestContext: RequestContext, eventBus: ExecutionEventBus): Promise<void> {
    const { taskId, contextId, userMessage } = requestContext;
    const answer: Message = {
      messageId: uuid(),
      role: "agent",
      parts: [{ text: `Hello, ${userMessage.messageId}` }],
      contextId,
    };
    eventBus.publish({ message: answer });
    eventBus.publish({ statusUpdate: { taskId, contextId, status: { state: "unknown" }, final: true } });
    eventBus.finished();
  }

  cancelTask = async (_taskId: string, _eventBus: ExecutionEventBus): Promise<void> => {};
}

export function createHandler(card: AgentCard): DefaultRequestHandler {
  return new DefaultRequestHandler(card, new InMemoryTaskStore(), new HelloExecutor());
}

export const cardUrl = (card: AgentCard): string => new URL(AGENT_CARD_PATH, card.url).href;

export function isFinal(event: StreamResponse): boolean {
  return event.statusUpdate !== undefined && event.statusUpdate.final;
}

export function contextOf(event: StreamResponse): string | undefined {
  return event.contextId;
}

// Asks and waits, as the first clients did.
export async function send(client: A2AClient, text: string): Promise<Task | undefined> {
  const response: SendMessageResponse = await client.sendMessage({
    message: { messageId: uuid(), role: "user", parts: [{ text }] },
    configuration: { blocking: text !== "" },
  });
  if ("error" in response) throw new Error(response.error.message);
  const result = (response as SendMessageSuccessResponse).result;
  return result.task !== undefined ? result.task : undefined;
}
