import type { Host } from "../host/host.ts";
import type { HostedMethod } from "../host/hosted-method.ts";
import type { OpenStream } from "../host/open-stream.ts";
import { CallError } from "../service/call-error.ts";
import { bytesOf, isLongerThan } from "../service/text-bytes.ts";
import { toErrorObject } from "./error.ts";
import {
  type CallFrame,
  type CallId,
  type ClientFrame,
  closeCodes,
  defaultCredit,
  FrameError,
  parseClientFrame,
} from "./frames.ts";
import { type OpeningRequest, ServerCall } from "./server-call.ts";
import type { WebSocketLimits } from "./server-limits.ts";
import type { ServerSocket } from "./socket.ts";

export interface ConnectionInit {
  readonly host: Host;
  readonly methods: ReadonlyMap<string, HostedMethod>;
  readonly binding: string;
  readonly limits: WebSocketLimits;
  readonly opening: OpeningRequest;
  readonly isReserved: (name: string) => boolean;
  readonly onClose: (connection: ServerConnection) => void;
}

/** A call that a message is about, and the extensions in use. */
interface Told {
  readonly incoming: ServerCall;
  readonly activated: readonly string[];
}

/** Answers the calls of one client. */
export class ServerConnection {
  readonly #socket: ServerSocket;
  readonly #init: ConnectionInit;
  readonly #calls = new Map<CallId, ServerCall>();
  #streams = 0;
  #whenWritable: (() => void)[] = [];
  #whenIdle: (() => void) | undefined;
  #leaving = false;
  #lastSign = performance.now();
  #lastPing = 0;

  constructor(socket: ServerSocket, init: ConnectionInit) {
    this.#socket = socket;
    this.#init = init;
    socket.on("message", (data, isBinary) => {
      this.#lastSign = performance.now();
      if (isBinary) this.close(closeCodes.notText, "expected text messages");
      // Whatever form ws has put the bytes of a text in, this is that text.
      else this.#receive(utf8.decode(Array.isArray(data) ? Buffer.concat(data) : data));
    });
    socket.on("pong", () => {
      this.#lastSign = performance.now();
    });
    // The close code says what is wrong with a connection; \"close\" follows.
    socket.on("error", () => undefined);
    socket.on("close", () => this.#closed());
  }

  /** Looks after the connection once in a while: pings a silent client and drops a dead one. */
  sweep(now: number): void {
    const { heartbeatMs } = this.#init.limits;
    const isAsked = this.#lastPing > this.#lastSign;
    if (isAsked && now - this.#lastPing >= heartbeatMs) {
      this.#socket.terminate();
    } else if (!isAsked && now - this.#lastSign >= heartbeatMs) {
      this.#lastPing = now;
      this.#socket.ping();
    }
  }

  /** Takes no further calls, and closes when those that are open have ended. */
  async leave(): Promise<void> {
    if (this.#leaving) return;
    this.#leaving = true;
    this.#send(JSON.stringify({ type: "goaway" }));
    if (this.#calls.size > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    this.close(closeCodes.goingAway, "the server is shutting down");
  }

  close(code: number, reason: string): void {
    // The answer of a client that is not listened to would not be heard.
    this.#socket.resume();
    // A reason has at most 123 bytes.
    this.#socket.close(code, reason.slice(0, 100));
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #receive(text: string): void {
    let frame: ClientFrame;
    try {
      frame = parseClientFrame(text);
    } catch (error) {
      this.close(closeCodes.malformed, error instanceof FrameError ? error.message : "malformed");
      return;
    }
    switch (frame.type) {
      case "call":
        this.#call(frame);
        return;
      // The call may have ended while these were on their way.
      case "message":
        this.#takeMessage(frame);
        return;
      case "done":
        this.#calls.get(frame.id)?.messages?.end();
        return;
      case "credit":
        this.#calls.get(frame.id)?.addCredit(frame.credit);
        return;
      case "cancel":
        this.#calls.get(frame.id)?.leave();
        return;
      case "ping":
        this.#send('{"type":"pong"}');
        return;
    }
  }

  /** Gives a message of a client's stream to its handler. */
  #takeMessage({ id, params }: Extract<ClientFrame, { type: "message" }>): void {
    const call = this.#calls.get(id);
    const { messages, input } = call ?? {};
    if (messages === undefined || input === undefined) return;
    if (messages.isFull) this.close(closeCodes.malformed, "more messages than a call has credit for");
    else messages.receive(() => input.decode(params));
  }

  #call(frame: CallFrame): void {
    const { id } = frame;
    if (this.#calls.has(id)) {
      this.close(closeCodes.duplicateId, "a call with this id is open");
      return;
    }
    let call: ServerCall;
    let hosted: HostedMethod;
    try {
      hosted = this.#admit(frame);
      const { binding, opening, isReserved, host } = this.#init;
      const parameterCharacters = host.limits.headerBytes;
      call = new ServerCall(frame, { binding, opening, isReserved, parameterCharacters });
    } catch (error) {
      const refusal = this.#toCallError(error, frame.method);
      const { binding, opening, host } = this.#init;
      const header = (name: string): string | undefined => opening.header(name.toLowerCase());
      const incoming = { binding, header, query: () => undefined, onDisconnect: () => undefined };
      host.observeRefusal(incoming, refusal, this.#init.methods.get(frame.method));
      this.#fail(id, refusal, frame.method);
      return;
    }
    this.#calls.set(id, call);
    this.#answer(hosted, call, frame).catch((error: unknown) => this.#toCallError(error, frame.method));
  }

  async #answer(hosted: HostedMethod, call: ServerCall, frame: CallFrame): Promise<void> {
    const { kind, input } = hosted.method;
    const isStream = kind !== "unary";
    if (isStream) this.#streams += 1;
    if (kind === "client" || kind === "bidi") {
      call.input = input;
      call.messages = this.#init.host.messages({
        most: defaultCredit,
        onTaken: () => this.#giveCredit(call),
      });
    }
    try {
      if (kind === "server" || kind === "bidi") await this.#stream(hosted, call, frame);
      else await this.#unary(hosted, call, frame);
    } catch (error) {
      this.#fail(call, this.#toCallError(error, frame.method), frame.method);
    } finally {
      if (isStream) this.#streams -= 1;
      this.#calls.delete(call.id);
      call.messages?.fail(new CallError("CANCELLED", "the call is over"));
      if (this.#calls.size === 0) this.#whenIdle?.();
    }
  }

  /** The method of a call; throws a CallError for a call that is not taken. */
  #admit({ method }: CallFrame): HostedMethod {
    const { methods, limits } = this.#init;
    const hosted = methods.get(method);
    if (this.#leaving) throw new CallError("UNAVAILABLE", "the server is shutting down");
    if (hosted === undefined) {
      throw new CallError(
        "UNIMPLEMENTED",
        `the server has no method ${JSON.stringify(method.slice(0, 100))}`,
      );
    }
    const isPlain = hosted.method.kind === "unary";
    const isFull = isPlain ? this.#plainCalls >= limits.calls : this.#streams >= limits.streams;
    if (isFull) {
      const what = isPlain ? `${limits.calls} calls` : `${limits.streams} streams`;
      throw new CallError("RESOURCE_EXHAUSTED", `the connection has ${what} open, its limit`, {
        retryAfterMs: 1000,
      });
    }
    return hosted;
  }

  get #plainCalls(): number {
    return this.#calls.size - this.#streams;
  }

  async #unary(hosted: HostedMethod, incoming: ServerCall, frame: CallFrame): Promise<void> {
    const { host } = this.#init;
    const { method } = hosted;
    const { value, call } = await host.unary(hosted, incoming, () => this.#read(hosted, incoming, frame));
    if (incoming.messages?.failure !== undefined) throw incoming.messages.failure;
    this.#sendValue("result", method.output.stringify(value), { incoming, activated: call.activated });
  }

  async #stream(hosted: HostedMethod, incoming: ServerCall, frame: CallFrame): Promise<void> {
    const { host } = this.#init;
    const { method } = hosted;
    const stream = await host.stream(hosted, incoming, () => this.#read(hosted, incoming, frame));
    try {
      await this.#pump(stream, { incoming, write: (value) => method.output.stringify(value) });
    } catch (error) {
      const reason = this.#toCallError(error, method.name);
      stream.cancel(reason);
      throw reason;
    }
  }

  /** The request of a call, or its client's stream: with the first message where that names the tenant. */
  #read({ method }: HostedMethod, { messages }: ServerCall, { params }: CallFrame): unknown {
    if (messages === undefined) return method.input.decode(params);
    const { protocol, limits } = this.#init.host;
    return protocol.tenantField === undefined ? messages : messages.begin(limits);
  }

  /** Allows a message more, since the handler has taken one. */
  #giveCredit({ id }: ServerCall): void {
    if (this.#calls.has(id)) this.#send(JSON.stringify({ type: "credit", id, credit: 1 }));
  }

  /** Sends the events of a stream, each one when the client takes it and the connection can carry it. */
  async #pump(
    stream: OpenStream,
    { incoming, write }: { readonly incoming: ServerCall; readonly write: (value: unknown) => string },
  ): Promise<void> {
    const { call } = stream;
    for (;;) {
      await incoming.credit(call.signal);
      await this.#writable();
      const step = await stream.pull();
      switch (step.kind) {
        case "event": {
          incoming.takeCredit();
          this.#sendValue("event", write(step.value), { incoming, activated: call.activated });
          break;
        }
        case "heartbeat":
          // Pings show that the connection is alive.
          break;
        case "error":
          throw step.error;
        case "end":
          if (incoming.messages?.failure !== undefined) throw incoming.messages.failure;
          this.#send(`${this.#headOf("end", { incoming, activated: call.activated })}}`);
          return;
      }
    }
  }

  #sendValue(type: "result" | "event", value: string, told: Told): void {
    const { eventBytes } = this.#init.host.limits;
    if (isLongerThan(value, eventBytes)) {
      throw new CallError("INTERNAL", "an answer is larger than the server sends", {
        metadata: { bytes: String(bytesOf(value)), limit: String(eventBytes) },
      });
    }
    this.#send(`${this.#headOf(type, told)},"${type}":${value}}`);
  }

  /** Tells a client of the error of a call; one that was not taken has an id only. */
  #fail(call: ServerCall | CallId, error: CallError, method: string): void {
    const { host } = this.#init;
    const head =
      call instanceof ServerCall
        ? this.#headOf("error", { incoming: call, activated: host.activatedFor(call) })
        : `{"type":"error","id":${JSON.stringify(call)}`;
    const write = (told: CallError): string =>
      `${head},"error":${JSON.stringify(toErrorObject(told, host.protocol))}}`;
    let text: string;
    try {
      text = write(error);
    } catch (cause) {
      // Details that a handler gave have no form in JSON.
      text = write(this.#toCallError(cause, method));
    }
    this.#send(text);
  }

  /** How a message of a call begins: the first one names the extensions in use, if there are any. */
  #headOf(type: string, { incoming, activated }: Told): string {
    const head = `{"type":"${type}","id":${JSON.stringify(incoming.id)}`;
    const parameter = this.#init.host.protocol.extensionsParameter;
    const isFirst = !incoming.told;
    incoming.told = true;
    if (!isFirst || parameter === undefined || activated.length === 0) return head;
    return `${head},"parameters":${JSON.stringify({ [parameter.name]: activated.join(",") })}`;
  }

  #toCallError(error: unknown, method: string): CallError {
    return this.#init.host.toCallError(error, { name: method }, { binding: this.#init.binding });
  }

  get #isFull(): boolean {
    return this.#socket.bufferedAmount > this.#init.limits.bufferedBytes;
  }

  #send(text: string): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    socket.send(text, () => this.#sent());
    // A client that does not read what it asked for is not listened to until it does.
    if (this.#isFull && !socket.isPaused) socket.pause();
  }

  #sent(): void {
    this.#lastSign = performance.now();
    if (this.#isFull) return;
    if (this.#socket.isPaused) this.#socket.resume();
    this.#wakeWriters();
  }

  #wakeWriters(): void {
    const waiting = this.#whenWritable;
    this.#whenWritable = [];
    for (const wake of waiting) wake();
  }

  async #writable(): Promise<void> {
    while (this.#isFull && this.#socket.readyState === this.#socket.OPEN) {
      await new Promise<void>((resolve) => {
        this.#whenWritable.push(resolve);
      });
    }
  }

  #closed(): void {
    for (const call of this.#calls.values()) call.leave();
    this.#wakeWriters();
    this.#whenIdle?.();
    this.#init.onClose(this);
  }
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
