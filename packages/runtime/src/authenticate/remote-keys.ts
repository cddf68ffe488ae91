import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { errorCode, errorMessage, isObject, own } from "../core/object.ts";
import { askJson, checkUrl, type RemoteOptions, reportUnavailable, unavailable } from "./remote.ts";

/** How long the keys of an issuer are kept. */
export interface KeyCacheOptions extends RemoteOptions {
  /**
   * Milliseconds until keys are fetched again; a key that the issuer has withdrawn counts till then.
   * Default: 600,000.
   */
  readonly maxAgeMs?: number;
  /** Milliseconds between two fetches for keys that are not among those there are. Default: 30,000. */
  readonly cooldownMs?: number;
  /** Milliseconds for which older keys count while the issuer cannot be reached. Default: 3,600,000. */
  readonly staleMs?: number;
}

/** Milliseconds between two attempts while the issuer cannot be reached. */
const retryMs = 1000;

/** The keys of an issuer, fetched when they are needed, by one request at a time. */
export class RemoteKeys {
  readonly #issuer: string;
  readonly #url: string | undefined;
  readonly #options: KeyCacheOptions;
  #keys: JWTVerifyGetKey | undefined;
  #fetchedAt = 0;
  #triedAt = Number.NEGATIVE_INFINITY;
  #hasFailed = false;
  #pending: Promise<void> | undefined;

  /** Without a URL the metadata of the issuer says it. */
  constructor(issuer: string, url: string | undefined, options: KeyCacheOptions) {
    this.#issuer = checkUrl(issuer, "issuer");
    this.#url = url === undefined ? undefined : checkUrl(url, "jwks");
    this.#options = options;
  }

  /** The key for a token. Throws UNAVAILABLE where it may be one that cannot be fetched. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const { maxAgeMs = 600_000, cooldownMs = 30_000, staleMs = 3_600_000 } = this.#options;
    const age = (): number => performance.now() - this.#fetchedAt;
    if (this.#keys === undefined || age() >= maxAgeMs) await this.#fetchAfter(0);
    if (this.#keys === undefined || age() >= maxAgeMs + staleMs) throw unavailable();
    try {
      return await this.#keys(header, token);
    } catch (error) {
      if (errorCode(error) !== "ERR_JWKS_NO_MATCHING_KEY") throw error;
      // The key may be newer than the cache.
      await this.#fetchAfter(cooldownMs);
      if (this.#hasFailed) throw unavailable();
      return this.#keys(header, token);
    }
  };

  /** Fetches the keys unless that was tried less than so many milliseconds ago; waits for a fetch at work. */
  async #fetchAfter(ms: number): Promise<void> {
    const now = performance.now();
    if (this.#pending === undefined && now - this.#triedAt >= (this.#hasFailed ? retryMs : ms)) {
      this.#triedAt = now;
      this.#pending = this.#fetch().finally(() => {
        this.#pending = undefined;
      });
    }
    await this.#pending;
  }

  async #fetch(): Promise<void> {
    // What is withdrawn from here on may be among them.
    const begun = performance.now();
    try {
      const url = this.#url ?? (await findKeys(this.#issuer, this.#options));
      const headers = { accept: "application/jwk-set+json, application/json" };
      // What is no set of keys is refused.
      this.#keys = createLocalJWKSet((await askJson(url, { headers }, this.#options)) as JSONWebKeySet);
      this.#fetchedAt = begun;
      this.#hasFailed = false;
    } catch (error) {
      this.#hasFailed = true;
      reportUnavailable(error, this.#options);
    }
  }
}

/** The URL of an issuer's keys, by OpenID Connect Discovery or RFC 8414. */
async function findKeys(issuer: string, options: RemoteOptions): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const problems: string[] = [];
  for (const url of [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ]) {
    try {
      const metadata = await askJson(url, { headers: {} }, options);
      const [named, keys] = isObject(metadata) ? [own(metadata, "issuer"), own(metadata, "jwks_uri")] : [];
      if (named !== issuer) throw new Error(`${url}: expected the issuer ${issuer}, got another one`);
      return checkUrl(String(keys), `${url}: jwks_uri`);
    } catch (error) {
      problems.push(errorMessage(error));
    }
  }
  throw new Error(problems.join("; "));
}
