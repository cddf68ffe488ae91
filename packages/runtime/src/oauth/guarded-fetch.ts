import { allowInsecureRequests, customFetch } from "oauth4webapi";
import { linkSignals } from "../core/on-abort.ts";
import { startTimer } from "../core/time.ts";
import { readWhole } from "../service/fetch-json.ts";
import { isSecureUrl } from "../service/loopback.ts";
import { OAuthError } from "./oauth-error.ts";

export interface GuardedFetchInit {
  readonly fetch: typeof fetch;
  /** Allows unencrypted requests to other hosts. */
  readonly insecure: boolean;
  /** Milliseconds for a request with its answer. */
  readonly timeoutMs: number;
  /** Bytes of an answer. */
  readonly maximumBytes: number;
}

/** Sends one request, within the time and size that are allowed. */
export type GuardedFetch = (url: string, init?: object) => Promise<Response>;

/** What the library's requests are made with: the guarded fetch checks encryption itself. */
export interface RequestOptions {
  readonly [customFetch]: GuardedFetch;
  // oxlint-disable-next-line typescript/no-deprecated -- guardFetch refuses http to other machines itself
  readonly [allowInsecureRequests]: true;
  readonly signal?: AbortSignal;
}

export function requestOptions(send: GuardedFetch, signal?: AbortSignal): RequestOptions {
  // oxlint-disable-next-line typescript/no-deprecated -- guardFetch refuses http to other machines itself
  return { [customFetch]: send, [allowInsecureRequests]: true, ...(signal && { signal }) };
}

/** A fetch to authorization servers: encrypted, without redirects, bounded in time and size. */
export function guardFetch(init: GuardedFetchInit): GuardedFetch {
  return async (url, given = {}) => {
    // Of the library, which has types of its own for them.
    const request = given as RequestInit;
    const where = checkUrl(url, init.insecure);
    const { controller, release } = linkSignals(request.signal ?? undefined);
    const late = new OAuthError(`${where}: no answer within ${init.timeoutMs} ms`);
    const stopTimer = startTimer(init.timeoutMs, () => controller.abort(late));
    try {
      const response = await init.fetch(url, { ...request, redirect: "manual", signal: controller.signal });
      if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
        response.body?.cancel().catch(() => undefined);
        throw new OAuthError(`${where}: redirects, which is not followed: a secret could go elsewhere`);
      }
      const body = await readWhole(response, init.maximumBytes);
      if (body === undefined)
        throw new OAuthError(`${where}: the answer is longer than ${init.maximumBytes} bytes`);
      const headers = new Headers({ "content-type": response.headers.get("content-type") ?? "" });
      return new Response(body.length === 0 ? null : body, { status: response.status, headers });
    } catch (error) {
      throw controller.signal.reason === late ? late : error;
    } finally {
      stopTimer();
      release();
    }
  };
}

/** The place for errors, without a query; throws for a URL to which no secret may be sent. */
export function checkUrl(text: string, insecure: boolean): string {
  const url = new URL(text);
  const where = `${url.origin}${url.pathname}`;
  if (isSecureUrl(url) || (insecure && url.protocol === "http:")) return where;
  throw new OAuthError(
    `${where}: expected https (or http on this machine); found ${url.protocol.slice(0, -1)}`,
  );
}
