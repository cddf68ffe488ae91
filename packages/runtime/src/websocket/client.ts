import type { CallOptions } from "../service/call-context.ts";
import { type CallError, clientError } from "../service/call-error.ts";
import { invalidAnswer } from "../service/invalid-answer.ts";
import type { ClientMethod } from "../service/method.ts";
import { parameterHeaders } from "../service/parameter-headers.ts";
import type { ClientProtocol } from "../service/protocol.ts";
import type { ClientTransport } from "../service/transport.ts";
import type { Answer } from "./client-call.ts";
import { type CallMessage, ClientConnection } from "./client-connection.ts";
import { defaultCredit, webSocketBinding } from "./frames.ts";
import { platformWebSocket, type WebSocketConstructor } from "./socket.ts";
import { type MessageSink, sendMessages, stringify } from "./stream.ts";

export interface WebSocketTransportOptions {
  /** Where the interface is, from the agent card: `wss://agent.example.com/a2a/websocket`. */
  readonly url: string;
  /**
   * Called instead of the global `WebSocket`, which Node.js has from version 22: that of the package ws, say.
   */
  readonly WebSocket?: WebSocketConstructor;
  /** Name of the binding in the agent card. Default: "WEBSOCKET". */
  readonly binding?: string;
  /** Sent with every call, or made for each one: credentials, traces. */
  readonly headers?: HeaderMap | (() => HeaderMap | Promise<HeaderMap>);
  /** Events of a stream that may come before the caller takes them. Default: 16. */
  readonly credit?: number;
  /** Milliseconds for opening a connection. Default: 10 s. */
  readonly connectMs?: number;
  /**
   * Milliseconds of silence before the server is asked whether it is there; twice as many break the
   * connection. Default: 15 s.
   */
  readonly heartbeatMs?: number;
  /** Characters of a message that are read; a longer one breaks the connection. Default: 50 Mi. */
  readonly maximumCharacters?: number;
  /** Told of everything in an answer that is not as the protocol says but can be read. */
  readonly onWarning?: (warning: {
    readonly method: string;
    readonly path: string;
    readonly message: string;
  }) => void;
}

type HeaderMap = Readonly<Record<string, string>>;

/**
 * Carries calls over one WebSocket, which is opened by the first call, and by the next one after it
 * broke. Calls on a connection that breaks fail with UNAVAILABLE. `close` ends them all.
 */
export function createWebSocketTransport(
  protocol: ClientProtocol,
  options: WebSocketTransportOptions,
): ClientTransport {
  return new WebSocketTransport(protocol, options);
}

class WebSocketTransport implements ClientTransport {
  readonly binding: string;
  readonly #protocol: ClientProtocol;
  readonly #options: WebSocketTransportOptions;
  #connection: Promise<ClientConnection> | undefined;
  #current: ClientConnection | undefined;

  constructor(protocol: ClientProtocol, options: WebSocketTransportOptions) {
    this.binding = options.binding ?? webSocketBinding;
    this.#protocol = protocol;
    this.#options = options;
  }

  async unary(method: ClientMethod, request: unknown, options: CallOptions): Promise<unknown> {
    return this.#answer(method, this.#open(method, request, options));
  }

  async #answer(method: ClientMethod, opening: Promise<OpenedCall>): Promise<unknown> {
    const opened = await opening;
    try {
      const answer = await opened.call.next();
      switch (answer.kind) {
        case "value":
          return this.#decode(method, answer.value);
        case "error":
          throw answer.error;
        case "end":
          throw this.#invalid(method, "the call ended without a result");
      }
    } finally {
      opened.finish();
    }
  }

  stream(method: ClientMethod, request: unknown, options: CallOptions): AsyncIterable<unknown> {
    return this.#iterate(method, (credit) => this.#open(method, request, options, credit));
  }

  async clientStream(
    method: ClientMethod,
    requests: AsyncIterable<unknown>,
    options: CallOptions,
  ): Promise<unknown> {
    return this.#answer(method, this.#openStream(method, requests, options));
  }

  bidiStream(
    method: ClientMethod,
    requests: AsyncIterable<unknown>,
    options: CallOptions,
  ): AsyncIterable<unknown> {
    return this.#iterate(method, (credit) => this.#openStream(method, requests, options, credit));
  }

  #iterate(method: ClientMethod, open: (credit: number) => Promise<OpenedCall>): AsyncIterable<unknown> {
    const credit = this.#options.credit ?? defaultCredit;
    return {
      [Symbol.asyncIterator]: () =>
        new StreamIterator({
          open: () => open(credit),
          decode: (value) => this.#decode(method, value),
          credit,
        }),
    };
  }

  /** Opens a call with a stream of messages, which are sent as the server takes them. */
  async #openStream(
    method: ClientMethod,
    requests: AsyncIterable<unknown>,
    options: CallOptions,
    credit?: number,
  ): Promise<OpenedCall> {
    const opened = await this.#open(method, undefined, options, credit);
    void sendMessages(requests, opened, (message) => stringify(method, message));
    return opened;
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#current = undefined;
    await connection?.then(
      (open) => open.close(),
      // There is nothing to close where none was opened.
      () => undefined,
    );
  }

  async #open(
    method: ClientMethod,
    request: unknown,
    options: CallOptions,
    credit?: number,
  ): Promise<OpenedCall> {
    const { signal, timeoutMs } = options;
    const clock = createClock(this.#options.url, timeoutMs);
    try {
      throwIfAborted(signal);
      const message = await clock.race(this.#message(method, request, options), signal);
      const connection = await clock.race(this.#connect(), signal);
      throwIfAborted(signal);
      const call = connection.call({
        ...message,
        ...(credit === undefined ? {} : { credit }),
        ...(Number.isFinite(timeoutMs) && credit === undefined ? { timeoutMs } : {}),
      });
      call.onParameters = (parameters) => {
        try {
          options.onHeaders?.(toHeaders(parameters));
        } catch (cause) {
          // The caller's own failure ends its call, and no other one on the connection.
          connection.cancel(
            call,
            clientError("UNAVAILABLE", `${this.#options.url}: onHeaders failed`, { cause }),
          );
        }
      };
      const onAbort = (): void => connection.cancel(call, aborted(signal));
      signal?.addEventListener("abort", onAbort, { once: true });
      clock.onExpiry((error) => connection.cancel(call, error));
      return {
        call,
        stopClock: () => clock.stop(),
        addCredit: (more) => connection.credit(call, more),
        message: (params) => connection.message(call, params),
        done: () => connection.done(call),
        fail: (error) => connection.cancel(call, error),
        finish: () => {
          clock.stop();
          signal?.removeEventListener("abort", onAbort);
          if (!call.ended) connection.cancel(call, clientError("CANCELLED", "the caller ended the call"));
        },
      };
    } catch (error) {
      clock.stop();
      throw error;
    }
  }

  async #message(
    method: ClientMethod,
    request: unknown,
    { extensions = [], headers = {} }: CallOptions,
  ): Promise<Omit<CallMessage, "credit" | "timeoutMs">> {
    const own = this.#options.headers ?? {};
    const { name, kind } = method;
    const isMessage = kind === "unary" || kind === "server";
    const params = isMessage ? stringify(method, request) : undefined;
    const parameters = lowerNames([
      typeof own === "function" ? await own() : own,
      parameterHeaders({ extensions }, this.#protocol),
      headers,
    ]);
    return { method: name, params, parameters };
  }

  /** The connection that is open, or a new one; calls that come meanwhile share it. */
  #connect(): Promise<ClientConnection> {
    if (this.#connection !== undefined && this.#current?.usable !== false) return this.#connection;
    const { url, WebSocket = platformWebSocket(), connectMs = 10_000, heartbeatMs = 15_000 } = this.#options;
    const maximumCharacters = this.#options.maximumCharacters ?? 50 * 1024 * 1024;
    const protocol = this.#protocol;
    const opening = ClientConnection.open({
      url,
      WebSocket,
      protocol,
      connectMs,
      heartbeatMs,
      maximumCharacters,
    });
    this.#connection = opening;
    this.#current = undefined;
    this.#remember(opening).catch(() => {
      // The call that asked for the connection fails; the next one opens another.
      if (this.#connection === opening) this.#connection = undefined;
    });
    return opening;
  }

  async #remember(opening: Promise<ClientConnection>): Promise<void> {
    const connection = await opening;
    if (this.#connection === opening) this.#current = connection;
  }

  #decode(method: ClientMethod, value: unknown): unknown {
    const { name, output } = method;
    try {
      return output.decodeParsed(value, {
        wellFormed: false,
        lenient: true,
        onWarning: ({ path, message }) => this.#options.onWarning?.({ method: name, path, message }),
      });
    } catch (cause) {
      throw this.#invalid(method, cause instanceof Error ? cause.message : String(cause), cause);
    }
  }

  #invalid({ name, output }: ClientMethod, why: string, cause?: unknown): CallError {
    const text = `${this.#options.url}: ${name} returned no ${output.typeName}: ${why}`;
    return invalidAnswer(this.#protocol, text, cause);
  }
}

/** A call on its connection. */
interface OpenedCall extends MessageSink {
  stopClock(): void;
  addCredit(credit: number): void;
  /** To be called when the caller wants no more; a call that is still open is cancelled. */
  finish(): void;
}

interface StreamInit {
  readonly open: () => Promise<OpenedCall>;
  readonly decode: (value: unknown) => unknown;
  readonly credit: number;
}

/** The events of a stream; the call is made when the first one is asked for. */
class StreamIterator implements AsyncIterator<unknown, undefined> {
  readonly #init: StreamInit;
  #opened: Promise<OpenedCall> | undefined;
  #taken = 0;
  #ended = false;

  constructor(init: StreamInit) {
    this.#init = init;
  }

  async next(): Promise<IteratorResult<unknown, undefined>> {
    if (this.#ended) return { done: true, value: undefined };
    this.#opened ??= this.#init.open();
    try {
      const opened = await this.#opened;
      return await this.#take(await opened.call.next(), opened);
    } catch (error) {
      if (this.#isEnded) return { done: true, value: undefined };
      await this.return();
      throw error;
    }
  }

  /** A getter, for the compiler does not see that it changes while something is waited for. */
  get #isEnded(): boolean {
    return this.#ended;
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#ended = true;
    const opened = this.#opened;
    this.#opened = undefined;
    // What cannot be opened has been told to who asked for the first event.
    await opened?.then(
      (call) => call.finish(),
      () => undefined,
    );
    return { done: true, value: undefined };
  }

  async #take(answer: Answer, opened: OpenedCall): Promise<IteratorResult<unknown, undefined>> {
    switch (answer.kind) {
      case "value":
        // What the caller does from here on may take its time.
        opened.stopClock();
        this.#giveCredit(opened);
        return { done: false, value: this.#init.decode(answer.value) };
      case "error":
        throw answer.error;
      case "end":
        return this.return();
    }
  }

  /** Lets the server go on when half of what it may send has been taken. */
  #giveCredit(opened: OpenedCall): void {
    this.#taken += 1;
    if (this.#taken * 2 < this.#init.credit) return;
    opened.addCredit(this.#taken);
    this.#taken = 0;
  }
}

/** Milliseconds that a timer can wait; longer ones would fire at once. */
const longestTimer = 2 ** 31 - 1;

/** Ends a call when its time is up. */
interface Clock {
  /**
   * Waits for something unless the time is up or the caller gives up first; rejects with a CallError then.
   */
  race<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T>;
  onExpiry(listener: (error: CallError) => void): void;
  stop(): void;
}

function createClock(url: string, timeoutMs: number | undefined): Clock {
  let listener: ((error: CallError) => void) | undefined;
  let expired: CallError | undefined;
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(
          () => {
            expired = clientError("DEADLINE_EXCEEDED", `${url}: no answer within ${timeoutMs} ms`);
            listener?.(expired);
          },
          Math.min(timeoutMs, longestTimer),
        );
  return {
    race: (work, signal) =>
      new Promise((resolve, reject) => {
        const onAbort = (): void => reject(aborted(signal));
        const done = (): void => signal?.removeEventListener("abort", onAbort);
        signal?.addEventListener("abort", onAbort, { once: true });
        listener = reject;
        if (expired !== undefined) reject(expired);
        work.then(resolve, reject).finally(done);
      }),
    onExpiry(next) {
      listener = next;
      if (expired !== undefined) next(expired);
    },
    stop: () => clearTimeout(timer),
  };
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw aborted(signal);
}

function aborted(signal: AbortSignal | undefined): CallError {
  return clientError("CANCELLED", "the caller ended the call", { cause: signal?.reason });
}

/** Later ones replace earlier ones whatever the case of their names. */
function lowerNames(maps: readonly HeaderMap[]): HeaderMap {
  const all = maps.flatMap((map) => Object.entries(map));
  return Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]));
}

function toHeaders(parameters: unknown): HeaderMap {
  if (typeof parameters !== "object" || parameters === null) return {};
  const texts = Object.entries(parameters).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts.map(([name, value]) => [name.toLowerCase(), value]));
}
