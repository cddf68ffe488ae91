import { isPromise } from "../core/object.ts";
import type { CallContext } from "../service/call-context.ts";
import type { CallError } from "../service/call-error.ts";
import { valueAt } from "../service/field-path.ts";
import type { Method } from "../service/method.ts";
import type { Peer } from "../service/observer.ts";
import type { Protocol } from "../service/protocol.ts";
import type { Principal } from "../service/security.ts";
import { isUri, type ParameterSource, show } from "../service/service-parameters.ts";
import { clientGone } from "./errors.ts";
import { isMessages } from "./request-queue.ts";

/** A call as it came in, from its binding. */
export interface IncomingCall extends ParameterSource {
  /** "JSONRPC", "HTTP+JSON", "GRPC", or the name of a custom binding. */
  readonly binding: string;
  /** Calls `listener` once when the client goes before it has its answer, at once if it has gone. */
  onDisconnect(listener: () => void): void;
  /** The version of a call that names none, where the binding knows it: by the method's name, say. */
  readonly emptyVersion?: string | undefined;
  /** When the client stops waiting, in milliseconds since 1970. */
  readonly deadline?: number;
  /** The client's certificate, where the transport knows it. */
  readonly peerCertificate?: unknown;
  /** When its first byte was read, in milliseconds since 1970, where the binding reads before the host. */
  readonly since?: number | undefined;
  /** Host and port as the client named them. */
  readonly authority?: string | undefined;
  /** The address of the client, or of the last proxy, where the transport knows it. */
  readonly peer?: Peer | undefined;
}

/** When a call expires, by `performance.now`: after `ms` milliseconds, or when its client stops waiting. */
export function expiryOf(
  { deadline = Number.POSITIVE_INFINITY }: Pick<IncomingCall, "deadline">,
  ms: number,
): number {
  return performance.now() + Math.min(ms, deadline - Date.now());
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

/** A call in work. Its signal is only made when it is asked for. */
export class Call implements CallContext {
  readonly method: string;
  readonly binding: string;
  readonly version: string;
  readonly profile: string;
  readonly extensions: readonly string[];
  readonly tenant: string | undefined;
  readonly principal: Principal | undefined;
  /** Set by the host. */
  isUplink = false;
  /** When the call ends for lack of time, by `performance.now`; set by the host. */
  expires: number = Number.POSITIVE_INFINITY;
  /** Called when the call is aborted, before its signal; set by whatever waits for the handler. */
  onAbort: ((reason: CallError) => void) | undefined;
  #incoming: IncomingCall;
  #controller: AbortController | undefined;
  #reason: CallError | undefined;
  #activated: string[] | undefined;
  #named: string[] | undefined;
  #watching = false;
  #place: string | undefined;

  constructor(init: CallInit) {
    this.method = init.method.name;
    this.binding = init.incoming.binding;
    this.version = init.version;
    this.profile = init.profile;
    this.extensions = init.extensions;
    this.tenant = init.tenant;
    this.principal = init.principal;
    this.#incoming = init.incoming;
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
    this.#incoming.onDisconnect(() => this.abort(clientGone()));
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

  /**
   * Settles as a result does, or rejects if the call is aborted first; returns a result that is no promise.
   */
  race(result: unknown): unknown {
    if (!isPromise(result)) return result;
    return new Promise((resolve, reject) => {
      this.onAbort = reject;
      if (this.#reason !== undefined) reject(this.#reason);
      // Handled in any case: an unhandled rejection would end the process.
      result.then(resolve, reject);
    });
  }

  header(name: string): string | undefined {
    return this.#incoming.header(name);
  }

  mark(place: string): void {
    if (/[\0\r\n]/.test(place)) throw new TypeError("mark: expected a text without line ends");
    this.#place = place;
  }

  /** The place that was named since it was last asked for. */
  takePlace(): string | undefined {
    const place = this.#place;
    this.#place = undefined;
    return place;
  }

  /** Whether the client resumes a stream that it has lost. */
  get isContinued(): boolean {
    return this.header("last-event-id") !== undefined;
  }

  /** `named` is the URI by which the client asked for the extension, where it has several. */
  activate(uri: string, named?: string): void {
    if (!isUri(uri)) throw new TypeError(`activate: expected the URI of an extension, found ${show(uri)}`);
    this.#activated ??= [];
    this.#named ??= [];
    if (this.#activated.includes(uri)) return;
    this.#activated.push(uri);
    this.#named.push(named ?? uri);
  }

  /** The extensions that are active, as the answer names them. */
  get named(): readonly string[] {
    return this.#named ?? none;
  }

  /** The extensions that the host and the handler have activated so far. */
  get activated(): readonly string[] {
    return this.#activated ?? none;
  }
}

/** Shared by all calls, and frozen: a handler without types must not add to it. */
const none: readonly string[] = Object.freeze<string[]>([]);

/** The tenant that a request names, or the first message of a stream. */
export function tenantOf(request: unknown, { tenantField }: Protocol): string | undefined {
  const message = isMessages(request) ? request.first : request;
  const tenant = tenantField === undefined ? undefined : valueAt(message, [tenantField]);
  return typeof tenant === "string" && tenant !== "" ? tenant : undefined;
}
