import { KeptAnswers } from "../core/kept-answers.ts";
import { isObject } from "../core/object.ts";
import type { Authenticate } from "../host/authentication.ts";
import type { Principal } from "../service/security.ts";
import { bearerSchemes, bearerToken, type Claims, invalidToken, principalOf } from "./bearer-token.ts";
import { hashText } from "./hash-text.ts";
import { askJson, checkUrl, type RemoteOptions, reportUnavailable, unavailable } from "./remote.ts";

export interface IntrospectOptions extends RemoteOptions {
  /** The introspection endpoint. */
  readonly url: string;
  /** How this server proves itself there, by HTTP Basic. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** One of them has to be in `aud`. Default: not looked at, since the endpoint knows who asks. */
  readonly audience?: string | readonly string[];
  /** Milliseconds for which an answer counts, also for a revoked token; at most to `exp`. Default: 30,000. */
  readonly ttlMs?: number;
  /** Most answers that are kept. Default: 10,000. */
  readonly maxEntries?: number;
  /** Most tokens that are asked about at one time; calls beyond fail with UNAVAILABLE. Default: 100. */
  readonly maxPending?: number;
  /** Who the caller is; undefined for nobody. Default: as for `verifyJwt`. */
  readonly principal?: (claims: Claims) => Principal | undefined;
}

interface Entry {
  /** Undefined for a token that is not active. */
  readonly claims: Claims | undefined;
  readonly until: number;
}

/**
 * Authenticates callers by bearer tokens that an authorization server knows (RFC 7662). Answers are kept for
 * a time, by hashes of tokens; one request at a time asks about a token. UNAVAILABLE when it cannot be asked.
 */
export function introspect(options: IntrospectOptions): Authenticate {
  const { ttlMs = 30_000, maxEntries = 10_000, maxPending = 100 } = options;
  const url = checkUrl(options.url, "url");
  const audiences = options.audience === undefined ? undefined : [options.audience].flat();
  const form = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1);
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Basic ${btoa(`${form(options.clientId)}:${form(options.clientSecret)}`)}`,
  };
  const entries = new KeptAnswers<Entry>(maxEntries);

  const ask = async (token: string): Promise<Entry> => {
    try {
      const body = new URLSearchParams({ token, token_type_hint: "access_token" }).toString();
      const claims = await askJson(url, { method: "POST", headers, body }, options);
      if (!isObject(claims)) throw new Error(`${url}: expected an object`);
      return {
        claims: claims["active"] === true ? claims : undefined,
        until: performance.now() + ttlMs,
      };
    } catch (error) {
      reportUnavailable(error, options);
      throw unavailable();
    }
  };
  const find = async (token: string): Promise<Claims | undefined> => {
    const hash = await hashText(token);
    const kept = entries.get(hash);
    if (kept !== undefined && performance.now() < kept.until) return kept.claims;
    if (entries.isBusy(hash, maxPending)) throw unavailable();
    return (await entries.ask(hash, () => ask(token))).claims;
  };
  return async (request) => {
    const token = bearerToken(request);
    if (token === undefined) return undefined;
    const claims = await find(token);
    if (claims === undefined) throw invalidToken("the token is not active");
    const { exp, nbf, aud } = claims;
    const now = Date.now() / 1000;
    if ((typeof exp === "number" && exp <= now) || (typeof nbf === "number" && nbf > now))
      throw invalidToken("the token is not active");
    if (audiences !== undefined && ![aud].flat().some((each) => audiences.includes(String(each))))
      throw invalidToken("the token's claim aud is missing or not accepted");
    const principal = (options.principal ?? principalOf)(claims);
    return principal && { schemes: bearerSchemes(request), ...principal };
  };
}
