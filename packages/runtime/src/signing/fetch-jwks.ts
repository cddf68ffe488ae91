import type { JWK } from "jose";
import { defined, errorMessage, isObject, own } from "../core/object.ts";
import { startTimer } from "../core/time.ts";
import { SignatureError } from "./signature-error.ts";

/** The part of `fetch` that is used. */
export type JwksFetch = (
  url: string,
  init: {
    readonly headers: Record<string, string>;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

export interface FetchJwksOptions {
  readonly fetch: JwksFetch;
  /** For the whole exchange. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxKeys: number;
}

export interface FetchedJwks {
  readonly keys: readonly JWK[];
  /** How long the server lets the answer be kept; undefined when it does not say. */
  readonly lifetimeMs: number | undefined;
}

/** Fetches a key set, RFC 7517 section 5. Follows no redirect; throws SignatureError. */
export async function fetchJwks(url: string, options: FetchJwksOptions): Promise<FetchedJwks> {
  const controller = new AbortController();
  let stopTimer: (() => void) | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const problem = unavailable(url, `expected an answer within ${options.timeoutMs} ms`);
    stopTimer = startTimer(options.timeoutMs, () => reject(problem));
  });
  try {
    // The race ends the wait even for a fetch that does not listen to the signal.
    return await Promise.race([exchange(url, controller.signal, options), timeout]);
  } catch (cause) {
    if (cause instanceof SignatureError) throw cause;
    throw unavailable(url, errorMessage(cause), cause);
  } finally {
    stopTimer?.();
    controller.abort();
  }
}

async function exchange(url: string, signal: AbortSignal, options: FetchJwksOptions): Promise<FetchedJwks> {
  const headers = { accept: "application/jwk-set+json, application/json" };
  const { fetch } = options;
  const response = await fetch(url, { headers, redirect: "manual", signal });
  // A browser hides the status of a redirect that it does not follow behind 0.
  if (response.status !== 200 || response.redirected) {
    throw unavailable(
      url,
      `expected status 200, got ${response.redirected ? "a redirect" : response.status}`,
    );
  }
  const bytes = await readBody(url, response, options.maxBytes);
  return {
    keys: readKeys(url, bytes, options.maxKeys),
    lifetimeMs: readLifetime(response.headers.get("cache-control") ?? ""),
  };
}

async function readBody(url: string, response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    size += step.value.length;
    // Aborting the signal drops the rest of the body.
    if (size > maxBytes) throw unavailable(url, `expected at most ${maxBytes} bytes, got more`);
    chunks.push(step.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function readKeys(url: string, bytes: Uint8Array, maxKeys: number): readonly JWK[] {
  let set: unknown;
  try {
    set = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw unavailable(url, "expected JSON in UTF-8", cause);
  }
  const keys = isObject(set) ? own(set, "keys") : undefined;
  if (!Array.isArray(keys) || !keys.every(isObject)) {
    throw unavailable(url, "expected a key set: an object with a list of keys");
  }
  if (keys.length > maxKeys) throw unavailable(url, `expected at most ${maxKeys} keys, got ${keys.length}`);
  return keys;
}

function readLifetime(cacheControl: string): number | undefined {
  if (/(?:^|,)\s*no-(?:store|cache)\b/i.test(cacheControl)) return 0;
  const seconds = /(?:^|,)\s*max-age\s*=\s*"?(\d+)/i.exec(cacheControl)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

function unavailable(url: string, problem: string, cause?: unknown): SignatureError {
  return new SignatureError("key-unavailable", `${url}: ${problem}`, defined({ cause }));
}
