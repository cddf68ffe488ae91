import { type CallError, clientError } from "../service/call-error.ts";
import type { ClientProtocol } from "../service/protocol.ts";
import { ClientCall } from "./client-call.ts";
import { fromErrorObject } from "./error.ts";
import {
  closeCodes,
  defaultCredit,
  FrameError,
  parseServerFrame,
  type ServerFrame,
  subprotocolOf,
} from "./frames.ts";
import type { EventedWebSocket, WebSocketConstructor, WebSocketLike } from "./socket.ts";

export interface ClientConnectionInit {
  readonly url: string;
  readonly WebSocket: WebSocketConstructor;
  readonly protocol: ClientProtocol;
  readonly connectMs: number;
  readonly heartbeatMs: number;
  readonly maximumCharacters: number;
}

/** Milliseconds that a timer can wait; longer ones would fire at once. */
const longestTimer = 2 ** 31 - 1;

/** What a call sends beside its id. */
export interface CallMessage {
  readonly method: string;
  /** As JSON text; undefined for a call with a stream of messages. */
  readonly params: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly credit?: number;
  readonly timeoutMs?: number;
}

/** Carries calls to one server until it breaks; then all calls on it fail with UNAVAILABLE. */
export class ClientConnection {
  readonly #init: ClientConnectionInit;
  readonly #socket: WebSocketLike;
  readonly #calls = new Map<number, ClientCall>();
  #lastId = 0;
  #usable = true;
  #lastSign = 0;
  #lastPing = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  private constructor(socket: WebSocketLike, init: ClientConnectionInit) {
    this.#socket = socket;
    this.#init = init;
  }

  /** Opens a connection; rejects with a CallError. */
  static open(init: ClientConnectionInit): Promise<ClientConnection> {
    const { url, WebSocket, protocol, connectMs } = init;
    return new Promise((resolve, reject) => {
      let socket: EventedWebSocket;
      try {
        socket = new WebSocket(url, [subprotocolOf(protocol)]) as EventedWebSocket;
      } catch (cause) {
        reject(clientError("INVALID_ARGUMENT", `${url}: expected the URL of a WebSocket`, { cause }));
        return;
      }
      const connection = new ClientConnection(socket, init);
      const fail = (why: string): void => {
        clearTimeout(timer);
        reject(clientError("UNAVAILABLE", `${url}: ${why}`));
      };
      const timer = setTimeout(
        () => {
          fail(`no connection within ${connectMs} ms`);
          socket.close();
        },
        Math.min(connectMs, longestTimer),
      );
      let why = "the connection could not be opened";
      socket.addEventListener("open", () => {
        clearTimeout(timer);
        connection.#start();
        resolve(connection);
      });
      socket.addEventListener("message", (event) => connection.#receive(event.data));
      // Only some platforms say what went wrong; "close" follows.
      socket.addEventListener("error", ({ message }) => {
        if (message !== undefined && message !== "") why = message;
      });
      socket.addEventListener("close", ({ code, reason }) => {
        fail(why);
        connection.#drop(`the connection was closed with ${code}${reason === "" ? "" : `: ${reason}`}`);
      });
    });
  }

  /** Whether new calls can be made on it. */
  get usable(): boolean {
    return this.#usable;
  }

  call({ method, params, parameters, credit, timeoutMs }: CallMessage): ClientCall {
    this.#lastId += 1;
    const call = new ClientCall(this.#lastId, credit ?? defaultCredit);
    this.#calls.set(call.id, call);
    const head = JSON.stringify({ type: "call", id: call.id, method, parameters, credit, timeoutMs });
    this.#send(params === undefined ? head : `${head.slice(0, -1)},"params":${params}}`);
    return call;
  }

  /** Sends a message of the caller's stream, as JSON text. */
  message(call: ClientCall, params: string): void {
    if (this.#calls.has(call.id)) this.#send(`{"type":"message","id":${call.id},"params":${params}}`);
  }

  /** Says that the caller's stream has ended. */
  done(call: ClientCall): void {
    if (this.#calls.has(call.id)) this.#send(JSON.stringify({ type: "done", id: call.id }));
  }

  credit(call: ClientCall, credit: number): void {
    if (this.#calls.has(call.id)) this.#send(JSON.stringify({ type: "credit", id: call.id, credit }));
  }

  /** Ends a call that is still open, for its caller at once and for the server when it hears of it. */
  cancel(call: ClientCall, error: CallError): void {
    if (this.#calls.delete(call.id)) {
      this.#send(JSON.stringify({ type: "cancel", id: call.id }));
      this.#closeWhenLeft();
    }
    call.fail(error);
  }

  close(): void {
    this.#drop("the client has closed the connection");
    this.#socket.close(closeCodes.normal);
  }

  #start(): void {
    const { heartbeatMs } = this.#init;
    this.#lastSign = performance.now();
    this.#timer = setInterval(() => this.#sweep(performance.now()), Math.min(heartbeatMs / 2, longestTimer));
    // A timer of Node would keep the process alive; others are numbers.
    (this.#timer as { readonly unref?: () => void }).unref?.();
  }

  /** Asks a silent server whether it is there, and gives it up when it does not answer. */
  #sweep(now: number): void {
    const { heartbeatMs } = this.#init;
    const isAsked = this.#lastPing > this.#lastSign;
    if (isAsked && now - this.#lastPing >= heartbeatMs) {
      this.#drop(`the server was silent for ${Math.round(now - this.#lastSign)} ms`);
      this.#socket.close(closeCodes.silent, "silent");
    } else if (!isAsked && now - this.#lastSign >= heartbeatMs) {
      this.#lastPing = now;
      this.#send('{"type":"ping"}');
    }
  }

  #receive(data: unknown): void {
    this.#lastSign = performance.now();
    try {
      if (typeof data !== "string") throw new FrameError("expected text messages");
      if (data.length > this.#init.maximumCharacters) throw new FrameError("a message is too long");
      this.#take(parseServerFrame(data));
    } catch (error) {
      // Anything that is thrown here would end the process.
      const why = error instanceof FrameError ? error.message : "what it sent cannot be read";
      this.#drop(`the server sent something else than the binding has: ${why}`);
      this.#socket.close(closeCodes.malformed, why);
    }
  }

  #take(frame: ServerFrame): void {
    if (frame.type === "pong") return;
    if (frame.type === "goaway") {
      this.#usable = false;
      this.#closeWhenLeft();
      return;
    }
    // A call that was cancelled is not waited for any more.
    const call = this.#calls.get(Number(frame.id));
    if (call === undefined) return;
    switch (frame.type) {
      case "credit":
        call.addMessageCredit(frame.credit);
        return;
      case "event":
        if (call.waiting >= call.credit) throw new FrameError("more events than a call has credit for");
        call.push({ kind: "value", value: frame.event }, frame.parameters);
        return;
      case "result":
        call.push({ kind: "value", value: frame.result }, frame.parameters);
        break;
      case "end":
        call.push({ kind: "end" }, frame.parameters);
        break;
      case "error":
        call.push(
          { kind: "error", error: fromErrorObject(frame.error, this.#init.protocol) },
          frame.parameters,
        );
        break;
    }
    this.#calls.delete(call.id);
    this.#closeWhenLeft();
  }

  /** A connection of a server that shuts down is of no use when its last call has ended. */
  #closeWhenLeft(): void {
    if (!this.#usable && this.#calls.size === 0) this.#socket.close(closeCodes.normal);
  }

  #drop(why: string): void {
    this.#usable = false;
    clearInterval(this.#timer);
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.fail(clientError("UNAVAILABLE", `${this.#init.url}: ${why}`));
  }

  #send(text: string): void {
    // 1 is OPEN; messages on a broken connection are dropped.
    if (this.#socket.readyState === 1) this.#socket.send(text);
  }
}
