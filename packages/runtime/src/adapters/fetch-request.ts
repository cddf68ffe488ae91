import { startTimer } from "../core/time.ts";
import type { BodyLimits, HttpRequest } from "../http/http-message.ts";
import { type CallError, isCallError } from "../service/call-error.ts";
import type { Peer } from "../service/observer.ts";
import { BodyChunks } from "./body-chunks.ts";
import {
  bodyConsumed,
  bodyEncoded,
  bodyTooLarge,
  bodyTooSlow,
  clientGone,
  isEncoded,
} from "./body-errors.ts";
import { peerOf } from "./fetch-peer.ts";
import { keepOpen } from "./keep-open.ts";
import type { MountedTarget } from "./mount.ts";

/** A request of the Fetch API as the handlers see it. */
export class FetchRequest implements HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly base: string | undefined;
  /** Whether the answer is complete for us: Deno aborts the signal of every request in the end. */
  answered = false;
  readonly #request: Request;
  readonly #server: unknown;

  /** `server` is what the platform hands on beside a request. */
  constructor(request: Request, { target, base, server }: MountedTarget & { readonly server?: unknown }) {
    this.#request = request;
    this.#server = server;
    this.method = request.method;
    this.target = target;
    this.base = base;
  }

  get peer(): Peer | undefined {
    return peerOf(this.#request, this.#server);
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined;
  }

  body({ maximumBytes, timeoutMs }: BodyLimits): Promise<Uint8Array> {
    const request = this.#request;
    keepOpen(request, this.#server);
    if (request.bodyUsed) return Promise.reject(bodyConsumed());
    const encoding = this.header("content-encoding");
    if (isEncoded(encoding)) return Promise.reject(bodyEncoded(encoding));
    const declared = this.header("content-length");
    if (Number(declared) > maximumBytes) return Promise.reject(bodyTooLarge(maximumBytes));
    return new Promise((resolve, reject) => {
      const cancelled = new AbortController();
      const stop = startTimer(timeoutMs, () => {
        reject(bodyTooSlow(timeoutMs));
        cancelled.abort();
      });
      // A server holds a client to the length that it declares, so that no more than that is kept.
      const bytes =
        declared === undefined
          ? readCounting(request, maximumBytes, cancelled.signal)
          : request.arrayBuffer().then((buffer) => {
              if (buffer.byteLength > maximumBytes) throw bodyTooLarge(maximumBytes);
              return new Uint8Array(buffer);
            });
      bytes.then(resolve, (error: unknown) => reject(toBodyError(error))).finally(stop);
    });
  }

  onDisconnect(listener: () => void): void {
    if (this.answered) return;
    keepOpen(this.#request, this.#server);
    const { signal } = this.#request;
    if (signal.aborted) {
      listener();
      return;
    }
    const hear = (): void => {
      if (!this.answered) listener();
    };
    signal.addEventListener("abort", hear, { once: true });
  }
}

/** Path and query of an absolute URL, without its fragment. */
export function targetOf(url: string): string {
  const authority = url.indexOf("://");
  const start = authority < 0 ? 0 : url.indexOf("/", authority + 3);
  if (start < 0) return "/";
  const end = url.indexOf("#", start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}

async function readCounting(
  request: Request,
  maximumBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks = new BodyChunks();
  if (request.body === null) return chunks.join();
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const cancel = (): void => {
    reader.cancel().catch(() => undefined);
  };
  signal.addEventListener("abort", cancel);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks.join();
    chunks.add(value);
    if (chunks.length > maximumBytes) {
      cancel();
      throw bodyTooLarge(maximumBytes);
    }
  }
}

function toBodyError(error: unknown): CallError {
  return isCallError(error) ? error : clientGone(error);
}
