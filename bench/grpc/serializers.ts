import {
  A2AService,
  GetTaskRequestBinary,
  SendMessageRequestBinary,
  SendMessageResponseBinary,
  StreamResponseBinary,
  TaskBinary,
} from "@a2agen/a2a-1.0";
import type { GrpcCallName } from "./names.ts";

/** What grpc-js calls to encode and to decode. */
export interface Serializer<T> {
  readonly encode: (value: T) => Buffer;
  readonly decode: (bytes: Buffer) => T;
}

/** Our binary codecs as grpc-js takes them. */
export const requests = {
  SendMessage: toSerializer(SendMessageRequestBinary),
  GetTask: toSerializer(GetTaskRequestBinary),
  SendStreamingMessage: toSerializer(SendMessageRequestBinary),
} as const satisfies Record<GrpcCallName, unknown>;

export const responses = {
  SendMessage: toSerializer(SendMessageResponseBinary),
  GetTask: toSerializer(TaskBinary),
  SendStreamingMessage: toSerializer(StreamResponseBinary),
} as const satisfies Record<GrpcCallName, unknown>;

export function pathOf(name: GrpcCallName): string {
  return `/${A2AService.typeName}/${name}`;
}

function toSerializer<T>(codec: {
  encode(value: T): Uint8Array;
  decode(bytes: Uint8Array): T;
}): Serializer<T> {
  return {
    encode: (value) => {
      const bytes = codec.encode(value);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    decode: (bytes) => codec.decode(bytes),
  };
}
