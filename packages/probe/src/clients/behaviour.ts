import type { AgentCard } from "@a2agen/a2a-1.0";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { ProtocolName } from "@a2agen/exchange/versions.ts";
import type { Requirement } from "../core/requirement.ts";

/** One thing that an agent does, right or wrong, and what a client makes of it. */
export interface Behaviour extends Requirement {
  /** Unique; begins with a group. */
  readonly id: string;
  /** What the agent does: "answers with a field that no version has". */
  readonly does: string;
  /**
   * "understood": the client shows the text of the answer and succeeds; "refused": it fails; "whole": if it
   * succeeds it shows the whole text; "ended": it comes to an end.
   */
  readonly expected: "understood" | "refused" | "whole" | "ended";
  /** Changes the card, which is of 1.0. */
  readonly card?: (card: AgentCard, at: Place) => AgentCard;
  /** Changes the JSON of the card, in its version. */
  readonly cardJson?: (card: Json) => unknown;
  /** Instead of application/json. */
  readonly cardType?: string;
  /** Answers requests for the card in another way than with the card. */
  readonly cardAnswer?: (call: Call) => HttpAnswer | undefined;
  /** What a call is answered with; with undefined, or without it, the right answer. */
  readonly answer?: (call: Call) => Answer | undefined;
  /** Milliseconds for which a call is not read. */
  readonly readAfterMs?: number;
  /** The interface is named by its URL, whatever the client understands. */
  readonly isAbsolute?: true;
  /** Only for clients that call SendStreamingMessage. */
  readonly isStream?: true;
  /** What is wrong with all that the client sent. */
  readonly judge?: (calls: readonly Call[]) => string | undefined;
}

/** A version over a binding, in which a client is tried. */
export interface Spoken {
  readonly version: ProtocolName;
  readonly binding: string;
  /** Cards name interfaces of gRPC by host and port alone, for clients that know nothing else. */
  readonly isBare?: true;
}

/** Nothing listens there. */
export const dead = "http://127.0.0.1:2";

/** Where the agent is. */
export interface Place {
  readonly origin: string;
  /** Where nothing listens. */
  readonly dead: string;
  readonly binding: string;
}

/** A request of the client under test. */
export interface Call {
  /** Of 1.0: "sendMessage"; "card" for the card; undefined for anything but a call. */
  readonly member: string | undefined;
  /** How many requests for the same came before. */
  readonly count: number;
  /** Milliseconds since the client was started. */
  readonly atMs: number;
  readonly exchange: Exchange;
  /** The request as it was sent, in JSON. */
  readonly value: unknown;
  readonly problems: readonly string[];
}

/** Milliseconds to wait before what follows. */
export interface Pause {
  readonly pauseMs: number;
}

/** An answer of HTTP, as it goes out. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly pieces?: readonly (string | Uint8Array | Pause)[];
  /** "cut" ends the connection where the answer has not ended; "open" leaves it open. */
  readonly end?: "cut" | "open";
}

/** The JSON of a message, to be changed in its place. */
export type Json = Record<string, unknown>;

/** An answer without its binding; values are in the types of 1.0. */
export interface Answer {
  /** One value, or the events of a stream. */
  readonly values?: readonly (object | Pause)[];
  /** The generation of the task after each value, for versions that count; default: 1, then 1 more each. */
  readonly generation?: (at: number) => number;
  /** Changes the JSON of a value, in the version that is spoken. */
  readonly edit?: (value: Json, form: "json" | "binary", at: number) => unknown;
  /** Changes the envelope of JSON-RPC. */
  readonly envelope?: (envelope: Json, at: number) => unknown;
  /** Changes the text of a body or an event. */
  readonly text?: (text: string, at: number) => string;
  /** Writes an event of a stream: `data: ...` and an empty line, unless it is given. */
  readonly event?: (data: string, at: number) => string;
  /** Changes the pieces that go out. */
  readonly pieces?: (pieces: readonly Uint8Array[]) => readonly (Uint8Array | Pause)[];
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly end?: "cut" | "open";
  /** Ends the call, or the stream behind its values. */
  readonly failure?: ScriptedFailure;
  /** An answer of HTTP instead of one of the protocol. */
  readonly http?: HttpAnswer;
  /** Instead of the status of gRPC 0. */
  readonly grpcStatus?: number;
}

/** An error of 1.0 by its name, or one with its own codes. */
export interface ScriptedFailure {
  readonly name?: string;
  readonly jsonRpc?: number | string;
  readonly http?: number;
  readonly grpc?: number;
  readonly message?: string;
  /** Without the details that name it. */
  readonly isBare?: true;
  /** HTTP status of an error of JSON-RPC; default: 200. */
  readonly jsonRpcStatus?: number;
}

export function isPause(value: object): value is Pause {
  return "pauseMs" in value;
}
