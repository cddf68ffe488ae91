import * as a2a from "@a2agen/a2a-1.0";
import type { Codec } from "@a2agen/runtime";
import { canonicalize } from "@a2agen/runtime/canonical";
import type { Contender, Operations } from "./contender.ts";

/** Ours, as users import it. */
export const a2agen: Contender = {
  name: "a2agen",
  messages: {
    SendMessageRequest: operationsOf(a2a.SendMessageRequestCodec, {
      decode: (text) => a2a.parseSendMessageRequest(text),
      check: a2a.isSendMessageRequest,
      encode: a2a.stringifySendMessageRequest,
      toBinary: a2a.encodeSendMessageRequestBinary,
      fromBinary: (bytes) => a2a.decodeSendMessageRequestBinary(bytes),
    }),
    Task: operationsOf(a2a.TaskCodec, {
      decode: (text) => a2a.parseTask(text),
      check: a2a.isTask,
      encode: a2a.stringifyTask,
      toBinary: a2a.encodeTaskBinary,
      fromBinary: (bytes) => a2a.decodeTaskBinary(bytes),
    }),
    AgentCard: operationsOf(a2a.AgentCardCodec, {
      decode: (text) => a2a.parseAgentCard(text),
      check: a2a.isAgentCard,
      encode: a2a.stringifyAgentCard,
      toBinary: a2a.encodeAgentCardBinary,
      fromBinary: (bytes) => a2a.decodeAgentCardBinary(bytes),
    }),
    StreamResponse: operationsOf(a2a.StreamResponseCodec, {
      decode: (text) => a2a.parseStreamResponse(text),
      check: a2a.isStreamResponse,
      encode: a2a.stringifyStreamResponse,
      toBinary: a2a.encodeStreamResponseBinary,
      fromBinary: (bytes) => a2a.decodeStreamResponseBinary(bytes),
    }),
    ListTasksResponse: operationsOf(a2a.ListTasksResponseCodec, {
      decode: (text) => a2a.parseListTasksResponse(text),
      check: a2a.isListTasksResponse,
      encode: a2a.stringifyListTasksResponse,
      toBinary: a2a.encodeListTasksResponseBinary,
      fromBinary: (bytes) => a2a.decodeListTasksResponseBinary(bytes),
    }),
  },
};

interface Functions<T> {
  readonly decode: (text: string) => T;
  readonly check: (value: unknown) => boolean;
  readonly encode: (value: T) => string;
  readonly toBinary: (value: T) => Uint8Array;
  readonly fromBinary: (bytes: Uint8Array) => T;
}

/** A value that is encoded was decoded by the same contender, so that its type is known. */
function operationsOf<T>(codec: Codec<T>, { encode, toBinary, ...others }: Functions<T>): Operations {
  return {
    ...others,
    respelled: others.decode,
    encode: encode as (value: unknown) => string,
    canonical: (value) => canonicalize(codec, value as T),
    toBinary: toBinary as (value: unknown) => Uint8Array,
  };
}
