import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";

/** Texts that lead the agent where checks need it; all are optional. */
export interface ProbeScenario {
  /** Any text that the agent answers; default: "Hello". */
  readonly plain?: string;
  /** Leads to a task with an artifact. */
  readonly artifact?: string;
  /** Leads to a task that stays at work for some seconds. */
  readonly working?: string;
  /** Leads to a task that asks for input. */
  readonly inputRequired?: string;
  /** Answers what `inputRequired` led to. */
  readonly answer?: string;
  /** Leads to a task that fails. */
  readonly failing?: string;
  /** Is answered by a message, without a task. */
  readonly reply?: string;
}

export interface ProbeOptions {
  /** Texts, or the path of a YAML file with them. */
  readonly scenario?: ProbeScenario | string;
  /**
   * Manifests of extensions that the card declares: files, their folders, or packages such as
   * "@a2agen/ext-x402". Installed packages of the card's extensions are found by themselves.
   */
  readonly extensions?: readonly string[];
  /** Credentials, and other headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hosts of interfaces, beside that of the card. */
  readonly allowHosts?: readonly string[];
  /** Messages that reach the agent's own code; default: 100. */
  readonly maxMessages?: number;
  /** Sends only what changes nothing. */
  readonly readOnly?: boolean;
  /** At most 30 requests and 3 seconds. */
  readonly quick?: boolean;
  /** Requests per second; default: no limit. */
  readonly rate?: number;
  /** Milliseconds to wait for an answer, or for the next event of a stream; default: 10,000. */
  readonly timeoutMs?: number;
  /** Sends the requests that are made from the protocol's model, some thousands; default: true. */
  readonly generatedRequests?: boolean;
  /** Called with every exchange. */
  readonly onExchange?: (exchange: Exchange) => void;
}
