import type { JWK } from "jose";
import { errorMessage, isObject, own } from "../core/object.ts";
import { type FetchLimits, type FetchWhole, fetchJson } from "../service/fetch-json.ts";
import { SignatureError } from "./signature-error.ts";

/** The part of `fetch` that is used. */
export type JwksFetch = FetchWhole;

export interface FetchJwksOptions extends FetchLimits {
  readonly maxKeys: number;
}

export interface FetchedJwks {
  readonly keys: readonly JWK[];
  /** How long the server lets the answer be kept; undefined when it does not say. */
  readonly lifetimeMs: number | undefined;
}

/** Fetches a key set, RFC 7517 section 5. Follows no redirect; throws SignatureError. */
export async function fetchJwks(url: string, options: FetchJwksOptions): Promise<FetchedJwks> {
  try {
    const accept = "application/jwk-set+json, application/json";
    const { value, headers } = await fetchJson(url, { headers: { accept } }, options);
    const lifetimeMs = readLifetime(headers.get("cache-control") ?? "");
    return { keys: readKeys(url, value, options.maxKeys), lifetimeMs };
  } catch (cause) {
    throw new SignatureError("key-unavailable", errorMessage(cause), { cause });
  }
}

function readKeys(url: string, set: unknown, maxKeys: number): readonly JWK[] {
  const keys = isObject(set) ? own(set, "keys") : undefined;
  if (!Array.isArray(keys) || !keys.every(isObject)) {
    throw new Error(`${url}: expected a key set: an object with a list of keys`);
  }
  if (keys.length > maxKeys) throw new Error(`${url}: expected at most ${maxKeys} keys, got ${keys.length}`);
  return keys;
}

function readLifetime(cacheControl: string): number | undefined {
  if (/(?:^|,)\s*no-(?:store|cache)\b/i.test(cacheControl)) return 0;
  const seconds = /(?:^|,)\s*max-age\s*=\s*"?(\d+)/i.exec(cacheControl)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
