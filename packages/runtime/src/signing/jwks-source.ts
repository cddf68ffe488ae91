import type { JWK } from "jose";
import { KeptAnswers } from "../core/kept-answers.ts";
import { type FetchJwksOptions, fetchJwks, type JwksFetch } from "./fetch-jwks.ts";
import { createJkuAllowList } from "./jku-allow-list.ts";

/** Which key sets are trusted, and how they are fetched and kept. */
export interface JwksSourceOptions {
  /**
   * Whose keys are trusted: origins ("https://keys.example.com"), folders ("https://example.com/keys/")
   * and single URLs ("https://example.com/jwks.json"). Everyone who can publish keys there can sign
   * cards of any agent. Only https.
   */
  readonly allow: readonly string[];
  /** Default: the global one. */
  readonly fetch?: JwksFetch;
  /** For one exchange. Default: 5,000. */
  readonly timeoutMs?: number;
  /** Of one key set. Default: 262,144. */
  readonly maxBytes?: number;
  /** Of one key set. Default: 100. */
  readonly maxKeys?: number;
  /** How long a key set is kept at most; less when Cache-Control says so. Default: 600,000. */
  readonly maxAgeMs?: number;
  /** How old a key set is at least before it is fetched again for a key that it lacks. Default: 30,000. */
  readonly cooldownMs?: number;
  /** How many key sets are kept. Default: 100. */
  readonly maxEntries?: number;
  /** Milliseconds of a clock that only goes forward. Default: `performance.now`. */
  readonly now?: () => number;
}

/** Where the key sets come from that signatures name by `jku`. */
export interface JwksSource {
  /** The keys at the URL, all of them; throws SignatureError when they are not to be had. */
  get(jku: string, kid?: string): Promise<readonly JWK[]>;
}

interface Entry {
  readonly keys: readonly JWK[];
  readonly fetchedAt: number;
  readonly expiresAt: number;
}

/**
 * Fetches key sets over HTTPS from an allow list, and keeps them for a time. Make one for the whole
 * program: the cache lives in it.
 */
export function createJwksSource(options: JwksSourceOptions): JwksSource {
  const {
    maxAgeMs = 600_000,
    cooldownMs = 30_000,
    maxEntries = 100,
    now = () => performance.now(),
  } = options;
  const allowList = createJkuAllowList(options.allow);
  const entries = new KeptAnswers<Entry>(maxEntries);
  const request: FetchJwksOptions = {
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeoutMs: options.timeoutMs ?? 5000,
    maxBytes: options.maxBytes ?? 262_144,
    maxKeys: options.maxKeys ?? 100,
  };

  async function load(url: string): Promise<Entry> {
    const { keys, lifetimeMs = maxAgeMs } = await fetchJwks(url, request);
    const fetchedAt = now();
    return { keys, fetchedAt, expiresAt: fetchedAt + Math.min(lifetimeMs, maxAgeMs) };
  }

  return {
    async get(jku, kid) {
      const url = allowList.check(jku);
      const kept = entries.get(url);
      const entry =
        kept !== undefined && now() < kept.expiresAt ? kept : await entries.ask(url, () => load(url));
      const hasKey = kid === undefined || entry.keys.some((key) => key.kid === kid);
      // The key may be newer than the cache.
      if (hasKey || now() < entry.fetchedAt + cooldownMs) return entry.keys;
      return (await entries.ask(url, () => load(url))).keys;
    },
  };
}
