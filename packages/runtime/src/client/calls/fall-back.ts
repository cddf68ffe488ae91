import { errorCode, isObject } from "../../core/object.ts";
import type { CallOptions } from "../../service/call-context.ts";
import { type CallError, isCallError } from "../../service/call-error.ts";
import type { ClientMethod } from "../../service/method.ts";
import type { ClientTransport } from "../../service/transport.ts";
import { wrapTransport } from "../../service/wrap-transport.ts";
import { openStream, readOpened } from "./open-stream.ts";

/** A way to an agent: one interface of its card. */
export interface Route {
  readonly transport: ClientTransport;
}

export interface FallBackInit<R extends Route> {
  readonly first: R;
  /** Opens the next interface of the card; undefined if there is no other. */
  readonly next: () => R | undefined;
  /** Called when calls go another way than before. */
  readonly onSwitch: (from: R, to: R, error: CallError) => void;
}

/** The interfaces of a card, of which calls use one until it cannot be reached. */
export class Routes<R extends Route> {
  readonly #init: FallBackInit<R>;
  readonly #opened: R[];
  #current: R;

  constructor(init: FallBackInit<R>) {
    this.#init = init;
    this.#opened = [init.first];
    this.#current = init.first;
  }

  /** The interface in use. */
  get current(): R {
    return this.#current;
  }

  /**
   * Calls the other interfaces of the card while the one in use cannot be reached (A2A 5.2): a call that
   * cannot have been processed, or that may be processed twice. The first that answers is used from then on.
   */
  toTransport(): ClientTransport {
    const first = this.#init.first.transport;
    const { clientStream, bidiStream } = first;
    const outer = wrapTransport(first, {
      unary: (method, request, options) =>
        this.#call(method, options, (transport, rest) => transport.unary(method, request, rest)),
      stream: (method, request, options) => this.#stream(method, request, options),
      ...(clientStream && {
        clientStream: (...call) => (this.#current.transport.clientStream ?? clientStream)(...call),
      }),
      ...(bidiStream && {
        bidiStream: (...call) => (this.#current.transport.bidiStream ?? bidiStream)(...call),
      }),
    });
    const binding = (): string => this.#current.transport.binding;
    return {
      ...outer,
      get binding() {
        return binding();
      },
      close: async () => {
        await Promise.all(this.#opened.map(({ transport }) => transport.close()));
      },
    };
  }

  async *#stream(
    method: ClientMethod,
    request: unknown,
    options: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    const open = (transport: ClientTransport, rest: CallOptions): ReturnType<typeof openStream> =>
      openStream(transport.stream(method, request, rest));
    yield* readOpened(await this.#call(method, options, open));
  }

  async #call<T>(
    method: ClientMethod,
    options: CallOptions,
    once: (transport: ClientTransport, options: CallOptions) => Promise<T>,
  ): Promise<T> {
    const { timeoutMs } = options;
    const start = performance.now();
    const before = this.#current;
    let failure: CallError | undefined;
    for (const route of this.#from(before)) {
      try {
        const left = timeoutMs === undefined ? undefined : timeoutMs - (performance.now() - start);
        if (failure !== undefined && left !== undefined && left <= 0) break;
        const answer = await once(
          route.transport,
          left === undefined || failure === undefined ? options : { ...options, timeoutMs: left },
        );
        if (failure !== undefined) this.#use(route, before, failure);
        return answer;
      } catch (error) {
        if (isCallError(error) && isOutOfReach(error, method)) {
          failure ??= error;
          continue;
        }
        // The interface has answered, if only with an error.
        if (failure !== undefined && isCallError(error) && error.origin === undefined) {
          this.#use(route, before, failure);
        }
        throw error;
      }
    }
    // Every interface was tried, the one in use first.
    throw failure as CallError;
  }

  /** The interface in use, then the other ones, which are opened when their turn comes. */
  *#from(current: R): Generator<R, void, undefined> {
    yield current;
    for (const route of this.#opened) if (route !== current) yield route;
    for (let route = this.#init.next(); route !== undefined; route = this.#init.next()) {
      this.#opened.push(route);
      yield route;
    }
  }

  #use(route: R, before: R, error: CallError): void {
    // Of calls at the same time the first one decides.
    if (this.#current !== before) return;
    this.#current = route;
    this.#init.onSwitch(before, route, error);
  }
}

/** Whether an error leaves it to another interface to answer: nothing was processed, or it may be twice. */
function isOutOfReach(error: CallError, { idempotent }: ClientMethod): boolean {
  if (error.status !== "UNAVAILABLE" || error.origin !== "client") return false;
  return idempotent === true || wasNotSent(error);
}

/** Codes of errors with which no connection came about; those of undici, too. */
const noConnection: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** How grpc-js says so, in its text only. */
const grpcTexts = /^(?:No connection established|Name resolution failed|DNS resolution failed)/u;

/** Whether a request cannot have reached a server. */
function wasNotSent(error: CallError): boolean {
  let cause: unknown = error.cause;
  for (let depth = 0; depth < 5 && isObject(cause); depth++) {
    if (noConnection.has(errorCode(cause))) return true;
    const { details } = cause;
    if (typeof details === "string" && grpcTexts.test(details)) return true;
    ({ cause } = cause);
  }
  return false;
}
