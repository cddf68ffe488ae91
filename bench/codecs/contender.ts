import type { MessageName } from "../payloads.ts";

/** What a contender can do with one message; what it cannot do is left out. */
export interface Operations {
  /** JSON text to a value of the contender's own form; throws for what it refuses. */
  readonly decode?: (text: string) => unknown;
  /** The same for a text with proto field names and enum numbers; absent where that is not accepted. */
  readonly respelled?: (text: string) => unknown;
  /** Whether a parsed JSON value is such a message. */
  readonly check?: (value: unknown) => boolean;
  /** A value of the form that `decode` returns to JSON text. */
  readonly encode?: (value: unknown) => string;
  /** The same in the form that signatures are made over. */
  readonly canonical?: (value: unknown) => string;
  readonly toBinary?: (value: unknown) => Uint8Array;
  readonly fromBinary?: (bytes: Uint8Array) => unknown;
}

export interface Contender {
  readonly name: string;
  readonly messages: Readonly<Record<MessageName, Operations>>;
}

export const operationNames = [
  "decode",
  "respelled",
  "check",
  "encode",
  "canonical",
  "toBinary",
  "fromBinary",
] as const;
export type OperationName = (typeof operationNames)[number];

interface OperationRow {
  readonly title: string;
  /** The contender whose time is 1. */
  readonly baseline: string;
}

export const operationTable = {
  decode: { title: "Decode: JSON text to a checked value", baseline: "JSON" },
  respelled: { title: "Decode: proto names of fields, numbers of enum values", baseline: "JSON" },
  check: { title: "Check: is a parsed value such a message", baseline: "a2agen" },
  encode: { title: "Encode: value to JSON text", baseline: "JSON" },
  canonical: { title: "Canonical form: value to RFC 8785 text", baseline: "JSON" },
  toBinary: { title: "Binary: value to protobuf", baseline: "protobuf-es" },
  fromBinary: { title: "Binary: protobuf to value", baseline: "protobuf-es" },
} as const satisfies Record<OperationName, OperationRow>;

/** The operations of every message, built one by one. */
export function forEachMessage(build: (message: MessageName) => Operations): Contender["messages"] {
  return {
    SendMessageRequest: build("SendMessageRequest"),
    Task: build("Task"),
    AgentCard: build("AgentCard"),
    StreamResponse: build("StreamResponse"),
    ListTasksResponse: build("ListTasksResponse"),
  };
}
