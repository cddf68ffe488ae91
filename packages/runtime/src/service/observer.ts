import type { CallContext } from "./call-context.ts";
import type { TraceCarrier } from "./trace-carrier.ts";

/**
 * Is told what hosts, agents and connections do: `observer` among their options. `otel()` of `@a2agen/otel`
 * makes one. What it throws is reported to `onError`, or as a warning, and changes nothing else.
 */
export interface Observer {
  /** Something begins; undefined for what is of no interest. */
  begin(operation: Operation): Observation | undefined;
  /** The trace to which the code belongs that runs now, for what goes on later or elsewhere. */
  carrier?(): TraceCarrier | undefined;
  /** Is given numbers to read; returns a function that ends this. */
  watch?(gauges: Gauges): () => void;
}

/** Something that has begun. */
export interface Observation {
  /** Calls `work` at once, so that what this begins belongs to the operation. */
  run(work: () => void): void;
  /** Headers by which a peer continues the trace. */
  carrier(): TraceCarrier | undefined;
  /** The request is known; the first message of a client's stream. */
  request(value: unknown): void;
  /** The answer, or an event of a stream or turn. */
  answer(value: unknown): void;
  /** It is over; with what was thrown, if it failed. Called once. */
  end(failure?: Failure): void;
}

/** Why something failed. */
export interface Failure {
  readonly error: unknown;
}

/** Numbers that are read when they are wanted. */
export type Gauges = {
  readonly [Name in GaugeName]?: () => number | Promise<number>;
};

/**
 * Open streams of a host; turns at work, tasks in the queue of the store, and leases that an agent has;
 * webhooks to which it delivers.
 */
export type GaugeName = "streams" | "turns" | "queued" | "leases" | "webhooks";

/** What an observer is told of. */
export type Operation =
  | ServerCall
  | ClientCall
  | TurnWork
  | StepWork
  | StoreWrite
  | PushDelivery
  | PushReceipt;

/** An address and a port. */
export interface Peer {
  readonly address: string;
  readonly port: number | undefined;
}

/** A call came in, if only to be refused. */
export interface ServerCall {
  readonly kind: "server";
  /** Name of the method, in the newest version of a family; undefined if there is no such method. */
  readonly method: string | undefined;
  readonly isStream: boolean;
  readonly binding: string;
  /** The version that the call speaks; undefined for one that the host does not. */
  readonly version: string | undefined;
  /** The card of the agent. */
  readonly card: object | undefined;
  /** When its first byte was read, in milliseconds since 1970. */
  readonly since: number;
  /** Host and port as the client named them, "example.com:443". */
  readonly authority: string | undefined;
  readonly peer: Peer | undefined;
  /** A header or an entry of the metadata; names in any case. */
  header(name: string): string | undefined;
}

/** A call of a connection, with all attempts at it. */
export interface ClientCall {
  readonly kind: "client";
  readonly method: string;
  readonly isStream: boolean;
  /** Where calls go now: another interface of the card, if the first cannot be reached. */
  target(): CallTarget;
}

/** The interface of a card that is called. */
export interface CallTarget {
  readonly url: string;
  readonly binding: string;
  readonly version: string | undefined;
  readonly card: object;
}

/** The agent works on a message. */
export interface TurnWork {
  readonly kind: "turn";
  readonly taskId: string;
  readonly contextId: string;
  readonly messageId: string;
  /** More than 1 for a turn that begins again in another process. */
  readonly attempt: number;
  /** Milliseconds that the message has waited; undefined if nobody knows. */
  readonly waitMs: number | undefined;
  /** The call of the message. */
  readonly call: CallContext;
  /** The trace of that call; undefined for a turn that begins within the call. */
  readonly carrier: TraceCarrier | undefined;
  readonly card: object | undefined;
}

/** `turn.step` runs something. */
export interface StepWork {
  readonly kind: "step";
  readonly name: string;
  readonly taskId: string;
  /** The turn. */
  readonly within: Observation | undefined;
}

/** A task is created, or entries are appended to its log. */
export interface StoreWrite {
  readonly kind: "append";
  readonly taskId: string;
  readonly entries: number;
  readonly creates: boolean;
  /** The turn that writes; undefined for a call. */
  readonly within: Observation | undefined;
}

/** One attempt to deliver a notification to a webhook. */
export interface PushDelivery {
  readonly kind: "delivery";
  readonly taskId: string;
  /** Identifier of the configuration. */
  readonly configId: string;
  readonly attempt: number;
  /** Of the webhook: scheme, host and port, without what may be secret. */
  readonly origin: string;
  /** The trace of the call that has set the configuration. */
  readonly carrier: TraceCarrier | undefined;
}

/** A notification came to a receiver, if only to be refused. */
export interface PushReceipt extends Pick<ServerCall, "since" | "header" | "authority" | "peer"> {
  readonly kind: "receipt";
}
