import {
  AgentCard,
  ListTasksResponse,
  type MessageFns,
  SendMessageRequest,
  StreamResponse,
  Task,
} from "#generated/ts-proto/lf/a2a/v1/a2a";
import type { Contender, Operations } from "./contender.ts";

export const tsProto: Contender = {
  name: "ts-proto",
  messages: {
    SendMessageRequest: operationsOf(SendMessageRequest),
    Task: operationsOf(Task),
    AgentCard: operationsOf(AgentCard),
    StreamResponse: operationsOf(StreamResponse),
    ListTasksResponse: operationsOf(ListTasksResponse),
  },
};

function operationsOf(message: MessageFns): Operations {
  return {
    decode: (text) => message.fromJSON(JSON.parse(text)),
    encode: (value) => JSON.stringify(message.toJSON(value)),
    toBinary: (value) => message.encode(value).finish(),
    fromBinary: (bytes) => message.decode(bytes),
  };
}
