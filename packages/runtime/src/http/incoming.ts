import type { IncomingCall } from "../host/call.ts";
import type { Peer } from "../service/observer.ts";
import type { HttpRequest } from "./http-message.ts";

/** The path of a target, as it was sent. */
export function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}

/** The query of a target without its "?", as it was sent. */
export function queryOf(target: string): string {
  const start = target.indexOf("?");
  return start < 0 ? "" : target.slice(start + 1);
}

/** An HTTP request as the host sees it. */
export class HttpCall implements IncomingCall {
  readonly binding: string;
  /** Set by a binding that knows the version of a call which names none. */
  emptyVersion: string | undefined;
  /** Set by a binding that reads the body before the host is asked, where the host is observed. */
  since: number | undefined;
  readonly #request: HttpRequest;
  #query: URLSearchParams | undefined;

  constructor(binding: string, request: HttpRequest) {
    this.binding = binding;
    this.#request = request;
  }

  get peerCertificate(): unknown {
    return this.#request.peerCertificate;
  }

  get authority(): string | undefined {
    return this.#request.header("host");
  }

  get peer(): Peer | undefined {
    return this.#request.peer;
  }

  header(name: string): string | undefined {
    return this.#request.header(name);
  }

  query(name: string): string | undefined {
    if (!this.#request.target.includes("?")) return undefined;
    this.#query ??= new URLSearchParams(queryOf(this.#request.target));
    const value = this.#query.get(name);
    if (value !== null) return value;
    // Names of service parameters are in any case (A2A 3.2.6).
    const wanted = name.toLowerCase();
    for (const [key, other] of this.#query) if (key.toLowerCase() === wanted) return other;
    return undefined;
  }

  onDisconnect(listener: () => void): void {
    this.#request.onDisconnect(listener);
  }
}
