import type { CallContext } from "../service/call-context.ts";
import type { CallError } from "../service/call-error.ts";
import type { Method } from "../service/method.ts";
import type { Principal } from "../service/security.ts";
import { isUri, type ParameterSource, show } from "../service/service-parameters.ts";

/** What a binding tells of a call that came in. */
export interface IncomingCall extends ParameterSource {
  /** "JSONRPC", "HTTP+JSON", "GRPC", or the name of a custom binding. */
  readonly binding: string;
  /** Calls `listener` once when the client goes before it has its answer, at once if it has gone. */
  onDisconnect(listener: () => void): void;
  /** The version of a call that names none, where the binding knows it otherwise: by the name of the method, say. */
  readonly emptyVersion?: string | undefined;
  /** When the client stops waiting, in milliseconds since 1970. */
  readonly deadline?: number;
  /** The client's certificate, where the transport knows it. */
  readonly peerCertificate?: unknown;
}

export interface CallInit {
  readonly method: Method;
  readonly incoming: IncomingCall;
  readonly version: string;
  readonly profile: string;
  readonly extensions: readonly string[];
  readonly tenant: string | undefined;
  readonly principal: Principal | undefined;
}

/** A call in work. What costs time is made when it is asked for. */
export class Call implements CallContext {
  readonly method: string;
  readonly binding: string;
  readonly version: string;
  readonly profile: string;
  readonly extensions: readonly string[];
  readonly tenant: string | undefined;
  readonly principal: Principal | undefined;
  /** When the call ends for lack of time; set by the host. */
  expires = Number.POSITIVE_INFINITY;
  /** Told when the call is aborted, before the signal; set by who waits for the handler. */
  onAbort: ((reason: CallError) => void) | undefined;
  #incoming: IncomingCall;
  #controller: AbortController | undefined;
  #reason: CallError | undefined;
  #activated: string[] | undefined;
  #watching = false;
  #gone: () => CallError;

  constructor(init: CallInit, gone: () => CallError) {
    this.method = init.method.name;
    this.binding = init.incoming.binding;
    this.version = init.version;
    this.profile = init.profile;
    this.extensions = init.extensions;
    this.tenant = init.tenant;
    this.principal = init.principal;
    this.#incoming = init.incoming;
    this.#gone = gone;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason === undefined) this.watch();
      else this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Aborts the call when its client goes. */
  watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    this.#incoming.onDisconnect(() => this.abort(this.#gone()));
  }

  get aborted(): CallError | undefined {
    return this.#reason;
  }

  abort(reason: CallError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.onAbort?.(reason);
    this.#controller?.abort(reason);
  }

  header(name: string): string | undefined {
    return this.#incoming.header(name);
  }

  activate(uri: string): void {
    if (!isUri(uri)) throw new TypeError(`activate: expected the URI of an extension, found ${show(uri)}`);
    this.#activated ??= [];
    if (!this.#activated.includes(uri)) this.#activated.push(uri);
  }

  /** The extensions in use, as far as the host and the handler have said so. */
  get activated(): readonly string[] {
    return this.#activated ?? none;
  }
}

/** Shared by all calls: a handler without types must not put anything into it. */
const none: readonly string[] = Object.freeze<string[]>([]);
