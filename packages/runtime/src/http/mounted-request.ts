import type { Peer } from "../service/observer.ts";
import type { BodyLimits, HttpRequest } from "./http-message.ts";
import { pathOf } from "./incoming.ts";
import { isBelow } from "./mount.ts";

/** A request below a path that is taken off, as it is where a framework mounts a handler. */
export class MountedRequest implements HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly base: string;
  readonly #request: HttpRequest;

  /** `mount` is "/agents/one"; the target has to be below it. */
  constructor(request: HttpRequest, mount: string) {
    const rest = request.target.slice(mount.length);
    this.method = request.method;
    this.target = rest.startsWith("/") ? rest : `/${rest}`;
    this.base = `${request.base ?? ""}${mount}`;
    this.#request = request;
  }

  get peerCertificate(): unknown {
    return this.#request.peerCertificate;
  }

  get peer(): Peer | undefined {
    return this.#request.peer;
  }

  header(name: string): string | undefined {
    return this.#request.header(name);
  }

  body(limits: BodyLimits): Promise<Uint8Array> {
    return this.#request.body(limits);
  }

  onDisconnect(listener: () => void): void {
    this.#request.onDisconnect(listener);
  }
}

/** A request as a handler at a mount sees it; undefined for one that is not below it. */
export function requestBelow(request: HttpRequest, mount: string): HttpRequest | undefined {
  return isBelow(pathOf(request.target), mount) ? new MountedRequest(request, mount) : undefined;
}
