import {
  isAgentCard,
  isListTasksResponse,
  isSendMessageRequest,
  isStreamResponse,
  isTask,
} from "#generated/plain";
import type { Contender } from "./contender.ts";

/** Ours with the strict extras taken out, to tell what they cost; only types and presence are checked. */
export const a2agenPlain: Contender = {
  name: "a2agen without strict extras",
  messages: {
    SendMessageRequest: { check: isSendMessageRequest },
    Task: { check: isTask },
    AgentCard: { check: isAgentCard },
    StreamResponse: { check: isStreamResponse },
    ListTasksResponse: { check: isListTasksResponse },
  },
};
