import * as validators from "#generated/typia/a2a";
import type { Contender } from "./contender.ts";

export const typia: Contender = {
  name: "typia",
  messages: {
    SendMessageRequest: {
      decode: validators.parseSendMessageRequest,
      check: validators.isSendMessageRequest,
      encode: validators.stringifySendMessageRequest,
    },
    Task: {
      decode: validators.parseTask,
      check: validators.isTask,
      encode: validators.stringifyTask,
    },
    AgentCard: {
      decode: validators.parseAgentCard,
      check: validators.isAgentCard,
      encode: validators.stringifyAgentCard,
    },
    StreamResponse: {
      decode: validators.parseStreamResponse,
      check: validators.isStreamResponse,
      encode: validators.stringifyStreamResponse,
    },
    ListTasksResponse: {
      decode: validators.parseListTasksResponse,
      check: validators.isListTasksResponse,
      encode: validators.stringifyListTasksResponse,
    },
  },
};
