import type { Scenario } from "./scenario.ts";

/**
 * What a mock answers by: a scenario, the card of an agent, of any version, or the exchanges of a recording.
 * A text is the path of a file with one of them.
 */
export type MockSource = string | Scenario | object;

/** Which interfaces the card of a mock lists; all without them. */
export interface MockedInterfaces {
  /** "1.0", "0.3": as cards name them. */
  readonly versions?: readonly string[];
  /** "JSONRPC", "HTTP+JSON", "GRPC". */
  readonly bindings?: readonly string[];
}

/** A program that answers in place of what is made up. */
export interface ProgramRules {
  /** The program and its arguments, which no shell reads. */
  readonly command: readonly [program: string, ...args: readonly string[]];
  /** Milliseconds after which it is ended, and its task fails. Default: 60,000. */
  readonly timeoutMs?: number;
}

export interface MockOptions extends MockedInterfaces {
  /** Of the values that are made up; the same seed makes the same answers. Default: 1. */
  readonly seed?: number | string;
  /**
   * "cut-after-3", "comments" and others are of streams over JSON-RPC and HTTP+JSON, "slow-reader" is of
   * requests over them; "duplicates" and "wrong-version" are of every binding. Each request has one of the
   * faults, chosen by the seed. Default: none.
   */
  readonly faults?: readonly string[];
  /** Whether streams of a recording have its pauses. Default: they have none. */
  readonly paced?: boolean;
  /** Answers messages, for the mock of a card: with what it writes, given the text of the message. */
  readonly program?: ProgramRules;
  /** Called with each call, before it is answered. */
  readonly onCall?: (call: MockedCall) => void;
}

/** A call that a mock got. */
export interface MockedCall {
  /** As the proto names it, "SendMessage". */
  readonly method: string;
  /** "JSONRPC", "HTTP+JSON", "GRPC". */
  readonly binding: string;
  /** "1.0", "0.3". */
  readonly version: string;
  /** In the types of 1.0. */
  readonly request: unknown;
}

/** Where a mock listens. */
export interface ListenOptions {
  /** Default: "127.0.0.1". */
  readonly host?: string;
  /** Of JSON-RPC and HTTP+JSON. Default: 0, a free one. */
  readonly port?: number;
  /** Of gRPC, 0 for a free one. Default: no gRPC. */
  readonly grpcPort?: number;
}

/** A mock that listens. */
export interface ListeningMock {
  /** The origin over HTTP. */
  readonly url: string;
  /** The address of gRPC; undefined without it. */
  readonly grpcUrl: string | undefined;
  readonly card: object;
  close(): Promise<void>;
}

/** A mock of an agent. */
export interface MockAgent {
  /** Where `fetch` finds it, without a port. */
  readonly url: string;
  /** In every version that it speaks. */
  readonly card: object;
  /** For `connect(service, mock.url, { fetch: mock.fetch })`; rejects for other origins. */
  readonly fetch: typeof fetch;
  /** Answers requests to any origin: for servers, and for what intercepts requests. */
  readonly handler: (request: Request) => Promise<Response>;
  /** The calls so far, the first one first. */
  readonly calls: readonly MockedCall[];
  /** Serves it over sockets too; it has the same tasks there. */
  listen(options?: ListenOptions): Promise<ListeningMock>;
  /** Ends it, with the servers that `listen` opened. */
  close(): Promise<void>;
}
