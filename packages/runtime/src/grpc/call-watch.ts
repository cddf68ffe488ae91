import type { ClientUnaryCall, Metadata } from "@grpc/grpc-js";
import type { TypeRegistry } from "../binary/type-registry.ts";
import { errorMessage } from "../core/object.ts";
import { onAbort } from "../core/on-abort.ts";
import { longestTimer } from "../core/time.ts";
import type { CallOptions } from "../service/call-context.ts";
import { type CallError, clientError, isCallError } from "../service/call-error.ts";
import type { ClientProtocol } from "../service/protocol.ts";
import { fromServiceError, isServiceError } from "./error.ts";
import { toHeaders } from "./metadata.ts";

/** The common part of the calls of grpc-js. */
export type ClientCall = ClientUnaryCall & NodeJS.EventEmitter;

export interface WatchInit {
  readonly address: string;
  readonly protocol: ClientProtocol;
  readonly types: TypeRegistry | undefined;
  readonly options: CallOptions;
}

/** The error for a call whose caller had ended it before it began. */
export function checkSignal({ signal }: CallOptions): void {
  if (signal?.aborted === true) throw cancelled(signal.reason);
}

function cancelled(cause: unknown): CallError {
  return clientError("CANCELLED", "the caller ended the call", { cause });
}

/** Puts the signal of a caller, its time limit and a call of grpc-js together. */
export class CallWatch {
  readonly #init: WatchInit;
  readonly #call: ClientCall;
  readonly #stopListening: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #expired = false;
  #ended = false;
  #failure: CallError | undefined;
  #whenEnded: (() => void)[] = [];

  constructor(call: ClientCall, init: WatchInit) {
    this.#init = init;
    this.#call = call;
    const { signal, onHeaders } = init.options;
    // The library emits errors after a reader has gone, which would end the process.
    call.on("error", () => this.#end());
    call.on("status", () => this.#end());
    if (onHeaders !== undefined) {
      call.once("metadata", (metadata: Metadata) => this.#passHeaders(onHeaders, metadata));
    }
    if (signal !== undefined) this.#stopListening = onAbort(signal, () => this.cancel());
  }

  /** The caller's own failure ends its call: thrown to the library, it would end the process. */
  #passHeaders(onHeaders: NonNullable<CallOptions["onHeaders"]>, metadata: Metadata): void {
    try {
      onHeaders(toHeaders(metadata));
    } catch (cause) {
      this.fail(clientError("UNAVAILABLE", `${this.#init.address}: onHeaders failed`, { cause }));
    }
  }

  /** Whether the server has ended the call. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Calls a function when the call has ended. */
  onEnd(listener: () => void): void {
    if (this.#ended) listener();
    else this.#whenEnded.push(listener);
  }

  /** Ends the call when nothing has come within the time that the caller gives. */
  startClock(): void {
    const { timeoutMs } = this.#init.options;
    if (timeoutMs === undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#expired = true;
        this.cancel();
      },
      Math.min(timeoutMs, longestTimer),
    );
  }

  stopClock(): void {
    clearTimeout(this.#timer);
  }

  /** Ends the call for another reason, which becomes its error. */
  fail(error: CallError): void {
    this.#failure ??= error;
    this.cancel();
  }

  cancel(): void {
    if (!this.#ended) this.#call.cancel();
  }

  /** Forgets the caller's signal and time limit, and ends a call that is still open. */
  finish(): void {
    this.stopClock();
    this.#stopListening?.();
    this.cancel();
  }

  /** The same for a call that has ended by itself. */
  done(): void {
    this.#end();
    this.finish();
  }

  /** The error for what the library threw. */
  explain(error: unknown): CallError {
    if (this.#failure !== undefined) return this.#failure;
    if (isCallError(error)) return error;
    const { address, protocol, types, options } = this.#init;
    if (this.#expired) return late(address, options, error);
    if (options.signal?.aborted === true) return cancelled(options.signal.reason);
    if (!isServiceError(error)) {
      const message = errorMessage(error);
      return clientError("UNAVAILABLE", `${address}: ${message}`, { cause: error });
    }
    const found = fromServiceError(error, protocol, types);
    // An error without a cause is the server's own.
    if (found.cause === undefined) return found;
    if (found.status === "DEADLINE_EXCEEDED" && options.timeoutMs !== undefined) {
      return late(address, options, error);
    }
    return found;
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const listener of this.#whenEnded) listener();
  }
}

function late(address: string, { timeoutMs }: CallOptions, cause: unknown): CallError {
  return clientError("DEADLINE_EXCEEDED", `${address}: no answer within ${timeoutMs} ms`, { cause });
}
