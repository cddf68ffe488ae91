import type { Socket } from "node:net";
import type { BodyLimits, HttpRequest } from "../http/http-message.ts";
import { authorityOf, hasDoubledHeader, originForm } from "../http/request-head.ts";
import type { Peer } from "../service/observer.ts";
import { BodyChunks } from "./body-chunks.ts";
import { watchBody } from "./body-clock.ts";
import {
  bodyConsumed,
  bodyEncoded,
  bodyTooLarge,
  bodyTooSlow,
  clientGone,
  isEncoded,
} from "./body-errors.ts";
import { isClosed, type NodeRequest, type NodeResponse } from "./node-message.ts";

export interface NodeHttpRequestInit {
  /** Path and query, where they are not those of the request. */
  readonly target?: string;
  /** What was taken off the path before the target. */
  readonly base?: string;
  /** The body, where a framework has read it. */
  readonly readBody?: Uint8Array;
  /** Whether the client waits for 100 Continue, which has not been sent. */
  readonly expectContinue?: boolean;
}

/** A body without end up to this length is read and thrown away, so that the connection can be kept. */
const skippedBytes = 64 * 1024;

/** A request of Node as the handlers see it. Listeners are attached when they are needed. */
export class NodeHttpRequest implements HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly base: string | undefined;
  readonly raw: NodeRequest;
  /** Whether the answer is complete as far as we are concerned: the client may go. */
  answered = false;
  readonly #response: NodeResponse;
  readonly #readBody: Uint8Array | undefined;
  #waitsForContinue: boolean;
  #refused = false;

  constructor(raw: NodeRequest, response: NodeResponse, init: NodeHttpRequestInit = {}) {
    this.raw = raw;
    this.#response = response;
    this.method = raw.method ?? "GET";
    this.target = init.target ?? originForm(raw.url ?? "/");
    this.base = init.base;
    this.#readBody = init.readBody;
    this.#waitsForContinue = init.expectContinue ?? false;
  }

  get peerCertificate(): unknown {
    return certificateOf(this.raw.socket);
  }

  get peer(): Peer | undefined {
    // Of the compatibility API of node:http2 as well.
    const { remoteAddress: address, remotePort: port } = (this.raw.socket ?? {}) as Partial<Socket>;
    return address === undefined ? undefined : { address, port };
  }

  /** Whether there are several headers Host or Authorization, of which Node takes the first. */
  get hasDoubledHeader(): boolean {
    return hasDoubledHeader(this.raw.rawHeaders ?? []);
  }

  header(name: string): string | undefined {
    const lower = name.toLowerCase();
    const value = (lower === "host" ? this.#authority : undefined) ?? this.raw.headers[lower];
    if (typeof value === "string") return value;
    return Array.isArray(value) ? value.join(", ") : undefined;
  }

  /**
   * Whether an unwanted body is on its way, and the connection is best closed after the
   * answer; what is short is simply read and thrown away.
   */
  get leavesBody(): boolean {
    if (this.#refused) return true;
    const { raw } = this;
    if (raw.complete || raw.readableEnded) return false;
    return raw.headers["transfer-encoding"] !== undefined || !(this.#declaredLength <= skippedBytes);
  }

  /** True while the client waits for a 100 (Continue) before it sends its body. */
  get waitsForContinue(): boolean {
    return this.#waitsForContinue;
  }

  body({ maximumBytes, timeoutMs }: BodyLimits): Promise<Uint8Array> {
    const { raw } = this;
    if (this.#declaredLength > maximumBytes) {
      this.#refused = this.#readBody === undefined;
      return Promise.reject(bodyTooLarge(maximumBytes));
    }
    if (this.#readBody !== undefined) return Promise.resolve(this.#readBody);
    const encoding = this.header("content-encoding");
    if (isEncoded(encoding)) {
      this.#refused = true;
      return Promise.reject(bodyEncoded(encoding));
    }
    if (raw.readableEnded) {
      return this.#declaredLength > 0 ? Promise.reject(bodyConsumed()) : Promise.resolve(new Uint8Array());
    }
    if (raw.destroyed) return Promise.reject(clientGone());
    if (this.#waitsForContinue) {
      this.#waitsForContinue = false;
      this.#response.writeContinue();
    }
    return new Promise((resolve, reject) => {
      const chunks = new BodyChunks();
      let settled = false;
      const refuse = (error: Error): void => {
        settled = true;
        this.#refused = true;
        stop();
        reject(error);
      };
      const stop = watchBody(timeoutMs, () => refuse(bodyTooSlow(timeoutMs)));
      const fail = (cause?: unknown): void => {
        if (settled) return;
        settled = true;
        stop();
        reject(clientGone(cause));
      };
      raw.on("data", (chunk: Uint8Array) => {
        if (settled) return;
        chunks.add(chunk);
        if (chunks.length > maximumBytes) refuse(bodyTooLarge(maximumBytes));
      });
      raw.on("end", () => {
        if (settled) return;
        settled = true;
        stop();
        resolve(chunks.join());
      });
      raw.on("error", fail);
      raw.on("close", () => fail());
    });
  }

  onDisconnect(listener: () => void): void {
    if (this.answered) return;
    if (isClosed(this.#response)) {
      listener();
      return;
    }
    this.#response.on("close", () => {
      if (!this.answered) listener();
    });
  }

  /**
   * The authority of a target that is a whole URL, which counts more than Host; HTTP/2 has a field for it.
   */
  get #authority(): string | readonly string[] | undefined {
    return authorityOf(this.raw.url ?? "") ?? this.raw.headers[":authority"];
  }

  /** NaN when the request does not say. */
  get #declaredLength(): number {
    return Number(this.raw.headers["content-length"]);
  }
}

/** The certificate of a client that the TLS server has verified. */
function certificateOf(socket: unknown): unknown {
  if (typeof socket !== "object" || socket === null) return undefined;
  const { authorized, getPeerCertificate } = socket as {
    readonly authorized?: unknown;
    readonly getPeerCertificate?: unknown;
  };
  if (authorized !== true || typeof getPeerCertificate !== "function") return undefined;
  const certificate: unknown = getPeerCertificate.call(socket);
  const isEmpty =
    typeof certificate !== "object" || certificate === null || Object.keys(certificate).length === 0;
  return isEmpty ? undefined : certificate;
}
