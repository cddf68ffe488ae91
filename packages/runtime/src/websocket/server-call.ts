import type { IncomingCall } from "../host/call.ts";
import type { RequestQueue } from "../host/request-queue.ts";
import { CallError } from "../service/call-error.ts";
import type { Method } from "../service/method.ts";
import type { Peer } from "../service/observer.ts";
import { type CallFrame, type CallId, defaultCredit } from "./frames.ts";

/** What calls see of the request that opened the connection. */
export interface OpeningRequest {
  /** Path and query. */
  readonly url: string;
  /** A header, several of one name joined with ", "; names in lower case. */
  header(name: string): string | undefined;
  readonly peer: Peer | undefined;
  readonly peerCertificate: unknown;
}

export interface ServerCallInit {
  readonly binding: string;
  readonly opening: OpeningRequest;
  /** Whether only the request that opened the connection may have this header; names in lower case. */
  readonly isReserved: (name: string) => boolean;
  /** Most characters of one parameter. */
  readonly parameterCharacters: number;
}

/** Most credit that a call can have; what is above it is lost. */
const maximumCredit = 2 ** 31;

/**
 * A call as the host sees it: the parameters of its message come before the headers of the opening request.
 */
export class ServerCall implements IncomingCall {
  readonly id: CallId;
  readonly binding: string;
  readonly deadline?: number;
  /** The messages of the client's stream, of a call that has one. */
  messages: RequestQueue | undefined;
  input: Method["input"] | undefined;
  /** Whether the client has been told which extensions are in use. */
  told = false;
  readonly #opening: OpeningRequest;
  readonly #isReserved: (name: string) => boolean;
  readonly #parameters: ReadonlyMap<string, string>;
  #query: URLSearchParams | undefined;
  #credit: number;
  #onCredit: (() => void) | undefined;
  #listeners: (() => void)[] = [];
  #gone = false;

  /** Throws a CallError for parameters that are none. */
  constructor(frame: CallFrame, init: ServerCallInit) {
    this.id = frame.id;
    this.binding = init.binding;
    this.#opening = init.opening;
    this.#isReserved = init.isReserved;
    this.#parameters = readParameters(frame.parameters, init.parameterCharacters);
    this.#credit = frame.credit ?? defaultCredit;
    if (frame.timeoutMs !== undefined) this.deadline = Date.now() + frame.timeoutMs;
  }

  get peer(): Peer | undefined {
    return this.#opening.peer;
  }

  get peerCertificate(): unknown {
    return this.#opening.peerCertificate;
  }

  header(name: string): string | undefined {
    const key = name.toLowerCase();
    const own = this.#isReserved(key) ? undefined : this.#parameters.get(key);
    return own ?? this.#opening.header(key);
  }

  query(name: string): string | undefined {
    const { url } = this.#opening;
    const mark = url.indexOf("?");
    if (mark < 0) return undefined;
    this.#query ??= new URLSearchParams(url.slice(mark + 1));
    return this.#query.get(name) ?? undefined;
  }

  onDisconnect(listener: () => void): void {
    if (this.#gone) listener();
    else this.#listeners.push(listener);
  }

  /** Tells the call that its client has gone, or wants it no more. */
  leave(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.messages?.fail(new CallError("CANCELLED", "the client has gone"));
    for (const listener of this.#listeners) listener();
    this.#listeners = [];
    this.#onCredit?.();
  }

  addCredit(credit: number): void {
    this.#credit = Math.min(this.#credit + credit, maximumCredit);
    this.#onCredit?.();
  }

  takeCredit(): void {
    this.#credit -= 1;
  }

  /** Resolves when the client takes another event, or when the call has ended. */
  async credit(signal: AbortSignal): Promise<void> {
    if (this.#credit > 0 || this.#gone || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#onCredit = undefined;
        signal.removeEventListener("abort", done);
        resolve();
      };
      this.#onCredit = done;
      signal.addEventListener("abort", done);
    });
  }
}

function readParameters(value: unknown, maximumCharacters: number): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  if (value === undefined || value === null) return parameters;
  const entries = typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : undefined;
  if (entries === undefined) throw invalidParameter("parameters", "expected an object of texts");
  for (const [name, text] of entries as readonly (readonly [string, unknown])[]) {
    if (typeof text !== "string") throw invalidParameter(`parameters.${name}`, "expected a text");
    if (text.length > maximumCharacters) {
      throw invalidParameter(`parameters.${name}`, `expected at most ${maximumCharacters} characters`);
    }
    parameters.set(name.toLowerCase(), text);
  }
  return parameters;
}

function invalidParameter(field: string, description: string): CallError {
  return new CallError("INVALID_ARGUMENT", `${field}: ${description}`, {
    violations: [{ field, description }],
  });
}
