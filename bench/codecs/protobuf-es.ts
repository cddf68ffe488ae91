import {
  type DescMessage,
  fromBinary,
  fromJsonString,
  type Message,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import {
  AgentCardSchema,
  ListTasksResponseSchema,
  SendMessageRequestSchema,
  StreamResponseSchema,
  TaskSchema,
} from "#generated/protobuf-es/lf/a2a/v1/a2a_pb";
import type { MessageName } from "../payloads.ts";
import { type Contender, forEachMessage } from "./contender.ts";

/** The descriptors of the measured messages. */
export const schemas: Readonly<Record<MessageName, DescMessage>> = {
  SendMessageRequest: SendMessageRequestSchema,
  Task: TaskSchema,
  AgentCard: AgentCardSchema,
  StreamResponse: StreamResponseSchema,
  ListTasksResponse: ListTasksResponseSchema,
};

/** Unknown fields are ignored, as A2A wants; by default they are refused. */
const options = { ignoreUnknownFields: true };

export const protobufEs: Contender = {
  name: "protobuf-es",
  messages: forEachMessage((message) => {
    const schema = schemas[message];
    return {
      decode: (text) => fromJsonString(schema, text, options),
      respelled: (text) => fromJsonString(schema, text, options),
      encode: (value) => toJsonString(schema, value as Message),
      toBinary: (value) => toBinary(schema, value as Message),
      fromBinary: (bytes) => fromBinary(schema, bytes),
    };
  }),
};

/** A message as peers may write it too: with proto names of fields, and numbers of enum values. */
export function respell(message: MessageName, text: string): string {
  const schema = schemas[message];
  const other = toJsonString(schema, fromJsonString(schema, text, options), {
    useProtoFieldName: true,
    enumAsInteger: true,
  });
  // Flat inside, as in `buildPayload`.
  return Buffer.from(other).toString();
}
