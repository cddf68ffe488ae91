import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from "node:http";
import { Agent as HttpsAgent, type RequestOptions, request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { defined, errorCode } from "../core/object.ts";
import { parseUrl } from "../core/url.ts";
import { readRetryAfter } from "./retry-delay.ts";
import type { UrlGuard } from "./url-guard.ts";
import { isWebhookError, WebhookError } from "./webhook-error.ts";

/** Keys of TLS that a client has, as `node:tls` takes them. */
export interface ClientTls {
  /** Certificates of the authorities that are trusted, in PEM, instead of the usual ones. */
  readonly ca?: string | readonly string[];
  /** The agent's own certificate and key, in PEM, for webhooks that ask for one. */
  readonly cert?: string;
  readonly key?: string;
}

export interface PosterInit {
  readonly guard: UrlGuard;
  readonly lookup: LookupFunction;
  readonly tls: ClientTls;
  /** Most redirects of one notification. */
  readonly redirects: number;
  /** Connections to one host at the same time. */
  readonly connectionsPerHost: number;
}

export interface Notification {
  readonly url: string;
  readonly contentType: string;
  /** By which the receiver finds a notification that came before. */
  readonly id: string;
  readonly body: Buffer;
  /** Token and credentials, for the origin of the URL only. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Sends notifications; every address is checked, that of a redirect as well (section 13.2). */
export class Poster {
  readonly #init: PosterInit;
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;
  readonly #tls: Pick<RequestOptions, "ca" | "cert" | "key">;

  constructor(init: PosterInit) {
    this.#init = init;
    const { tls, connectionsPerHost: maxSockets } = init;
    // The timeout is for idle connections.
    const options = {
      keepAlive: true,
      maxSockets,
      maxFreeSockets: 2,
      timeout: 30_000,
      scheduling: "lifo",
    } as const;
    this.#http = new HttpAgent(options);
    const { ca, ...own } = tls;
    this.#tls = { ...own, ...(ca !== undefined && { ca: [ca].flat() }) };
    this.#https = new HttpsAgent({ ...options, ...this.#tls });
  }

  /** Resolves when a webhook has accepted; rejects with a WebhookError, or with the signal's reason. */
  async post(notification: Notification, signal: AbortSignal): Promise<void> {
    const { guard, redirects } = this.#init;
    let url = guard.check(notification.url);
    const { origin } = url;
    let { secrets } = notification;
    for (let count = 0; ; count++) {
      const target = { url, headers: headersOf(notification, secrets), body: notification.body, signal };
      const answer = await this.#send(target);
      const { statusCode: status = 0, headers } = answer;
      await drain(answer);
      if (status >= 200 && status < 300) return;
      const retryAfterMs = readRetryAfter(headers["retry-after"]);
      if (status < 300 || status >= 400 || status === 304) {
        throw new WebhookError("status", `the webhook answered ${status}`, {
          status,
          ...defined({ retryAfterMs }),
        });
      }
      if (count === redirects) {
        throw new WebhookError("redirect", `more than ${redirects} redirects`, { status });
      }
      url = followRedirect({ status, location: headers.location, from: url }, guard);
      // The secrets are for the first origin only, and are dropped even if a later redirect leads back.
      if (url.origin !== origin) secrets = {};
    }
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  /**
   * One request. If the webhook has closed a kept connection in the meantime, the request goes over a
   * new connection: a webhook that restarts has closed every kept one.
   */
  async #send(target: Target): Promise<IncomingMessage> {
    try {
      const agent = target.url.protocol === "https:" ? this.#https : this.#http;
      return await this.#sendOnce(target, { agent });
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      return await this.#sendOnce(target, { agent: false, ...this.#tls });
    }
  }

  #sendOnce(
    { url, headers, body, signal }: Target,
    connection: Pick<RequestOptions, "agent" | "ca" | "cert" | "key">,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const isTls = url.protocol === "https:";
      const options: RequestOptions = {
        ...connection,
        method: "POST",
        headers: { ...headers, "content-length": body.byteLength },
        lookup: this.#init.lookup,
        signal,
      };
      const sent: ClientRequest = isTls ? requestHttps(url, options) : requestHttp(url, options);
      sent.on("response", resolve);
      sent.on("error", (error) => reject(explain(error, sent, signal)));
      sent.end(body);
    });
  }
}

interface Target {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

class StaleConnection extends Error {}

function headersOf(
  { contentType, id }: Notification,
  secrets: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return { accept: "*/*", "content-type": contentType, "webhook-id": id, ...secrets };
}

function explain(error: Error, sent: ClientRequest, signal: AbortSignal): Error {
  if (signal.aborted) return signal.reason instanceof Error ? signal.reason : error;
  if (isWebhookError(error)) return error;
  const code = errorCode(error) ?? error.name;
  if (sent.reusedSocket && (code === "ECONNRESET" || code === "EPIPE")) {
    return new StaleConnection("the connection was closed", { cause: error });
  }
  // The error of an unreadable answer contains the answer, which may repeat secrets.
  const cause = code.startsWith("HPE_") ? {} : { cause: error };
  return new WebhookError("unreachable", `no connection, or a broken one: ${code}`, cause);
}

interface Redirect {
  readonly status: number;
  readonly location: string | undefined;
  readonly from: URL;
}

function followRedirect({ status, location, from }: Redirect, guard: UrlGuard): URL {
  const refuse = (reason: string, cause?: unknown): WebhookError =>
    new WebhookError("redirect", `the webhook answered ${status}, ${reason}`, {
      status,
      ...defined({ cause }),
    });
  // The other redirects turn a POST into a GET.
  if (status !== 307 && status !== 308) throw refuse("with which a notification is not sent on");
  const next = location === undefined ? undefined : parseUrl(location, from);
  if (next === undefined) throw refuse("without a URL to go to");
  if (from.protocol === "https:" && next.protocol !== "https:") throw refuse("which gives up the encryption");
  try {
    return guard.check(next.href);
  } catch (cause) {
    if (!isWebhookError(cause, "refused")) throw cause;
    throw refuse(`which leads to where it may not go: ${cause.message}`);
  }
}

/** Limits for reading the rest of an answer, which only keeps its connection reusable. */
const maximumDrainBytes = 16_384;
const maximumDrainMs = 1000;

/** Discards the body of an answer; a long or slow one costs its connection. Never rejects. */
function drain(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(() => answer.destroy(), maximumDrainMs);
    answer.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maximumDrainBytes) answer.destroy();
    });
    // Only the status matters: errors within the body do not affect the notification.
    answer.on("error", () => undefined);
    answer.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
