import type { Principal } from "./security.ts";

/** The call that a handler answers. */
export interface CallContext {
  /** Name of the method in the proto. */
  readonly method: string;
  /** "JSONRPC", "HTTP+JSON", "GRPC", or the name of a custom binding. */
  readonly binding: string;
  /** The protocol version that the client speaks, major and minor number; empty when calls carry none. */
  readonly version: string;
  /**
   * Name of the profile that the client speaks, "a2a-0.3": also where its version says less, and where the
   * handler is written in another one.
   */
  readonly profile: string;
  /** URIs of the extensions that the client asks for, without repetitions. */
  readonly extensions: readonly string[];
  /**
   * URIs of the extensions that are active for this call: those that the server has activated, what they
   * need first, and those that the handler has activated itself.
   */
  readonly activated: readonly string[];
  /** The tenant that the request names. */
  readonly tenant: string | undefined;
  /** The caller; undefined if the server does not authenticate. */
  readonly principal: Principal | undefined;
  /** Aborted when the client goes, the time is up, or the server shuts down; the reason is a CallError. */
  readonly signal: AbortSignal;
  /**
   * True for a call over HTTP that only adds its message to a task whose stream is another call (A2A 1.1,
   * SendLiveMessage): it is acknowledged when the handler's events end, and carries none of them.
   */
  readonly isUplink?: boolean;
  /** An HTTP header or an entry of the metadata, its values joined with ", "; names in any case. */
  header(name: string): string | undefined;
  /**
   * Says that an extension is in use for this call; an answer names it, in a stream if it is said before
   * the first event. Throws a TypeError for a text that is not a URI.
   */
  activate(uri: string): void;
  /**
   * Names the place of the event that a handler yields next. Server-sent events carry it as their `id`, and a
   * client that has lost its stream names the last one in the header `Last-Event-ID`. Text without line ends.
   */
  mark?(place: string): void;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, which fails with CANCELLED; the reason of the signal is the cause. */
  readonly signal?: AbortSignal;
  /**
   * Milliseconds until a call without streams, or the first event of a stream, fails with DEADLINE_EXCEEDED.
   */
  readonly timeoutMs?: number;
  /** Sent beside the client's own: HTTP headers or gRPC metadata. */
  readonly headers?: Readonly<Record<string, string>>;
  /** URIs of extensions that the call wants to use. */
  readonly extensions?: readonly string[];
  /** Called with the headers of the answer, names in lower case; in gRPC with the initial metadata. */
  readonly onHeaders?: (headers: Readonly<Record<string, string>>) => void;
  /**
   * Called with the requested extensions that the server has activated for this call:
   * before the answer, the first event, or an error, at every attempt. Only the client of a connection
   * tells; a bare transport does not.
   */
  readonly onActivated?: (uris: readonly string[]) => void;
  /** Called before each event that the server has given an identifier, with that. */
  readonly onEventId?: (id: string) => void;
}

/**
 * The client of a service: the interface of its handlers, called with `CallOptions`, or without. A
 * client can stand where a handler is wanted.
 */
export type ClientOf<Service> = {
  [Key in keyof Service]: Service[Key] extends (request: infer Input, context: CallContext) => infer Output
    ? (request: Input, options?: CallOptions) => Output
    : never;
};
