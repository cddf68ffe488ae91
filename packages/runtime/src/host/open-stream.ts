import { longestTimer } from "../core/time.ts";
import { CallError } from "../service/call-error.ts";
import type { Call } from "./call.ts";
import type { Watched } from "./calls-in-work.ts";
import type { Limits } from "./limits.ts";
import type { Buffered, SendBuffer, Sized } from "./send-buffer.ts";

/** The next step of a stream. */
export type StreamStep =
  /** An event, checked; `id` is its place, if the handler names it. */
  | { readonly kind: "event"; readonly value: unknown; readonly id?: string | undefined }
  /** Nothing has come for a while: show the client that the stream is alive. */
  | { readonly kind: "heartbeat" }
  | { readonly kind: "end" }
  | { readonly kind: "error"; readonly error: CallError };

export interface OpenStreamInit {
  readonly call: Call;
  readonly iterator: AsyncIterator<unknown>;
  readonly limits: Limits;
  readonly sendBuffer: SendBuffer;
  /** Checks an event, and returns whether no other may follow; throws a CallError. */
  readonly check: (value: unknown) => boolean;
  /** The client's error for something that the handler threw. */
  readonly toCallError: (error: unknown) => CallError;
  /** Called with its last step. */
  readonly onClose: (stream: OpenStream, last: StreamStep) => void;
}

/**
 * The events of a streaming call. The binding pulls them one by one and pulls again when the client
 * has taken the last one, so that a slow client holds its handler back instead of filling memory.
 */
export class OpenStream implements Watched {
  readonly call: Call;
  readonly #init: OpenStreamInit;
  #waiting: ((step: StreamStep) => void) | undefined;
  #ready: StreamStep | undefined;
  #advancing = false;
  /** Whether the last event has come. */
  #complete = false;
  #closed = false;
  #lastEvent = performance.now();
  #lastStep = this.#lastEvent;
  #lastTaken = this.#lastEvent;
  #aborted = false;
  #whenAborted: (() => void) | undefined;

  constructor(init: OpenStreamInit) {
    this.#init = init;
    this.call = init.call;
    const { call } = init;
    call.onAbort = (reason) => this.#abort(reason);
    if (call.aborted === undefined) call.watch();
    else this.#abort(call.aborted);
  }

  /** Whether the handler has ended. */
  get closed(): boolean {
    return this.#closed;
  }

  /** The next step; one call at a time. After "end" and "error" there is nothing more. */
  pull(): Promise<StreamStep> {
    this.progress();
    if (this.#ready !== undefined) {
      const step = this.#ready;
      this.#ready = undefined;
      return Promise.resolve(step);
    }
    if (this.#closed) return Promise.resolve(end);
    return new Promise((resolve) => {
      this.#waiting = resolve;
      if (!this.#advancing) this.#advance();
    });
  }

  /** Notes that the client has taken a part of an event. */
  progress(): void {
    this.#lastTaken = performance.now();
  }

  /** Makes what is sent for an event, when there is room for it; see `SendBuffer.buffer`. */
  buffer<T extends Sized>(value: unknown, make: () => T): Buffered<T> | Promise<Buffered<T>> {
    return this.#init.sendBuffer.buffer(value, this.call, make);
  }

  /**
   * The first step if it comes within `ms` milliseconds; undefined otherwise, and then `pull` has it.
   */
  async first(ms: number): Promise<StreamStep | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(
        () => {
          this.#waiting = undefined;
          resolve(undefined);
        },
        Math.min(ms, longestTimer),
      );
    });
    try {
      return await Promise.race([this.pull(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the stream for its client, and stops the handler. */
  cancel(reason: CallError): void {
    this.call.abort(reason);
  }

  /**
   * Calls `listener` when the host ends the stream, at once if it has: a client that reads nothing any
   * more would not learn of it, and who writes to it would wait for ever. One listener at most.
   */
  onAbort(listener: () => void): void {
    if (this.#aborted) listener();
    else this.#whenAborted = listener;
  }

  sweep(now: number): void {
    const { limits } = this.#init;
    if (now - this.#lastEvent >= limits.idleMs) this.call.abort(late("the stream had no event for longer"));
    else if (this.#waiting === undefined && now - this.#lastTaken >= limits.stallMs) {
      this.call.abort(late("the client has read nothing for longer"));
    } else if (now - this.#lastStep >= limits.heartbeatMs && this.#waiting !== undefined) {
      this.#lastStep = now;
      this.#deliver(heartbeat);
    }
  }

  #advance(): void {
    this.#advancing = true;
    let next: Promise<IteratorResult<unknown>>;
    try {
      // An iterator that is no generator may answer at once.
      next = Promise.resolve(this.#init.iterator.next());
    } catch (error) {
      this.#fail(error);
      return;
    }
    next.then(
      (result) => this.#take(result),
      (error: unknown) => this.#fail(error),
    );
    // The client has everything; the handler may still have something to do.
    if (this.#complete) this.#close(end);
  }

  /** What comes after the last event is reported and ends the handler. */
  #refuseLate(value: unknown): void {
    try {
      this.#init.check(value);
    } catch {
      // The check has reported it.
    }
    this.#stopHandler();
  }

  #take(result: IteratorResult<unknown>): void {
    this.#advancing = false;
    if (this.#closed) {
      if (this.#complete && result.done !== true) this.#refuseLate(result.value);
      return;
    }
    try {
      if (result.done === true) {
        this.#close(end);
        return;
      }
      this.#lastEvent = this.#lastStep = performance.now();
      const { value } = result;
      this.#complete = this.#init.check(value);
      this.#deliver({ kind: "event", value, id: this.call.takePlace() });
    } catch (error) {
      this.#fail(error);
      this.#stopHandler();
    }
  }

  #fail(error: unknown): void {
    this.#advancing = false;
    // A handler may throw because it was stopped.
    if (this.#closed) return;
    this.#close({ kind: "error", error: this.#init.toCallError(error) });
  }

  #abort(reason: CallError): void {
    if (this.#closed) return;
    this.#ready = undefined;
    // The client of a server that shuts down finds a stream that ended, and takes it up again elsewhere.
    this.#close(reason.reason === "SHUTTING_DOWN" ? end : { kind: "error", error: reason });
    this.#stopHandler();
    this.#aborted = true;
    this.#whenAborted?.();
  }

  #stopHandler(): void {
    // A generator that waits for something settles after that; it is not awaited.
    try {
      this.#init.iterator.return?.().then(undefined, () => undefined);
    } catch {
      // The error of a handler that is stopped has no receiver.
    }
  }

  #close(step: StreamStep): void {
    this.#closed = true;
    this.#init.onClose(this, step);
    this.#deliver(step);
  }

  #deliver(step: StreamStep): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#ready = step;
    else waiting(step);
  }
}

function late(what: string): CallError {
  return new CallError("DEADLINE_EXCEEDED", `${what} than the server allows`);
}

const end: StreamStep = { kind: "end" };
const heartbeat: StreamStep = { kind: "heartbeat" };
