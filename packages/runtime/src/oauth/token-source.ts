import type { CredentialAsk } from "../client/contract/connect-options.ts";
import { onAbort } from "../core/on-abort.ts";
import { parseUrl } from "../core/url.ts";
import { chooseFlow } from "./choose-flow.ts";
import type { OAuthTokens } from "./client-provider.ts";
import { findServer, type OAuthServer } from "./find-server.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import { identifyClient, type OAuthClient, registrationKey } from "./identify-client.ts";
import { isOAuthError, OAuthError } from "./oauth-error.ts";
import type { OAuthFlowName, OAuthOptions, OAuthRedirect } from "./oauth-options.ts";
import { flowRequests, refreshTokens, type TokenRequestInit } from "./request-tokens.ts";
import type { TokenCache } from "./token-cache.ts";

export interface TokenSourceInit {
  readonly options: OAuthOptions;
  readonly send: GuardedFetch;
  readonly cache: TokenCache;
  readonly lead: OAuthRedirect["open"];
}

/** Tokens as they are kept. */
interface KeptTokens extends OAuthTokens {
  /** Milliseconds since 1970 from which the token is no longer used; absent if it has no end. */
  readonly expires_at?: number;
  /** The scopes that were asked for. */
  readonly asked?: readonly string[];
}

/** A request that several calls wait for. */
interface Flight {
  readonly token: Promise<string>;
  readonly controller: AbortController;
  waiting: number;
}

/** Where tokens come from. */
interface Origin {
  readonly server: OAuthServer;
  readonly client: OAuthClient;
  readonly flow: OAuthFlowName;
  readonly resource: string | undefined;
  readonly key: string;
}

/** The tokens for one scheme of one interface. */
export class TokenSource {
  readonly #init: TokenSourceInit;
  /** Scopes that calls have turned out to need. */
  readonly #more = new Set<string>();
  #origin: Promise<Origin> | undefined;
  #kept: KeptTokens | undefined;
  #flight: Flight | undefined;

  constructor(init: TokenSourceInit) {
    this.#init = init;
  }

  /** A token; asks for one at most once at a time. Rejects with an OAuthError. */
  async token(ask: CredentialAsk): Promise<string> {
    const before = this.#flight;
    if (before !== undefined) {
      if (ask.challenge === undefined) return this.#wait(before, ask.signal);
      // What it brings may be what the server has refused.
      await this.#wait(before, ask.signal).catch(() => undefined);
    }
    return this.#wait(this.#flight ?? this.#start(ask), ask.signal);
  }

  #start(ask: CredentialAsk): Flight {
    const controller = new AbortController();
    const token = this.#obtain({ ...ask, signal: controller.signal }).finally(() => {
      this.#flight = undefined;
    });
    this.#flight = { token, controller, waiting: 0 };
    return this.#flight;
  }

  /** The request is ended when nobody waits for it any more. */
  async #wait(flight: Flight, signal: AbortSignal): Promise<string> {
    flight.waiting += 1;
    const stop = onAbort(signal, () => {
      flight.waiting -= 1;
      if (flight.waiting === 0) flight.controller.abort(signal.reason);
    });
    try {
      return await flight.token;
    } finally {
      stop();
    }
  }

  async #obtain(ask: CredentialAsk): Promise<string> {
    this.#origin ??= this.#findOrigin(ask);
    const origin = await this.#origin.catch((error: unknown) => {
      // Another time the server may answer.
      this.#origin = undefined;
      throw error;
    });
    const { challenge } = ask;
    const refused = challenge === undefined ? undefined : this.#kept?.access_token;
    for (const scope of challenge?.scopes ?? []) this.#more.add(scope);
    const scopes = this.#scopesOf(ask);
    const usable = (kept: KeptTokens | undefined): boolean =>
      kept !== undefined &&
      kept.access_token !== refused &&
      (kept.expires_at ?? Number.POSITIVE_INFINITY) > Date.now() &&
      covers(kept, scopes);
    if (usable(this.#kept)) return this.#kept?.access_token ?? "";
    const { cache } = this.#init;
    const alone = cache.lock?.bind(cache) ?? ((_key: string, work: () => Promise<string>) => work());
    return alone(origin.key, async () => {
      // Another process may have renewed them.
      const kept = await this.#read(origin);
      if (usable(kept)) return this.#use(kept as KeptTokens);
      const asked = challenge?.error === "insufficient_scope" && kept?.access_token === refused;
      if (asked && kept !== undefined && kept.asked !== undefined && covers(kept, scopes)) {
        throw new OAuthError(
          `the call needs ${challenge.scopes.join(" ") || "more"}, and a token with ${scopes.join(" ") || "no scope"} was refused; set scopes, or grant them at ${origin.server.metadata.issuer}`,
          { fact: "scopes" },
        );
      }
      const fresh = await this.#request(origin, { kept, scopes, signal: ask.signal });
      const tokens: KeptTokens = { ...fresh, ...this.#endOf(fresh), asked: scopes };
      await this.#write(origin, tokens);
      return this.#use(tokens);
    });
  }

  #use(tokens: KeptTokens): string {
    this.#kept = tokens;
    return tokens.access_token;
  }

  #scopesOf({ scheme, scopes }: CredentialAsk): readonly string[] {
    const openId =
      scheme.openIdConnectSecurityScheme !== undefined && this.#init.options.clientSecret === undefined;
    return [
      ...new Set([
        ...(openId ? ["openid"] : []),
        ...scopes,
        ...(this.#init.options.scopes ?? []),
        ...this.#more,
      ]),
    ];
  }

  async #findOrigin(ask: CredentialAsk): Promise<Origin> {
    const { options, send, cache } = this.#init;
    const needsMetadata = options.clientId === undefined;
    const server = await findServer(ask, { options, send, needsMetadata });
    const flow = chooseFlow(server, options);
    const client = await identifyClient(server, { options, send, cache, flow });
    const resource = await this.#resourceOf(ask);
    const { issuer } = server.metadata;
    const about = [issuer, client.client.client_id, flow, resource ?? "", ...[...ask.scopes].sort()];
    return { server, client, flow, resource, key: JSON.stringify(["tokens", ...about]) };
  }

  async #resourceOf(ask: CredentialAsk): Promise<string | undefined> {
    const { resource, provider } = this.#init.options;
    if (resource === false) return undefined;
    const url = parseUrl(resource ?? ask.resource);
    if (provider?.validateResourceURL !== undefined) {
      return (await provider.validateResourceURL(ask.resource, url?.href))?.href;
    }
    if (resource !== undefined) return resource;
    if (url !== undefined) url.hash = "";
    return /^https?:$/.test(url?.protocol ?? "") ? ask.resource.replace(/#.*/s, "") : undefined;
  }

  async #request(
    origin: Origin,
    {
      kept,
      scopes,
      signal,
    }: {
      readonly kept: KeptTokens | undefined;
      readonly scopes: readonly string[];
      readonly signal: AbortSignal;
    },
  ): Promise<OAuthTokens> {
    const { options, send, lead } = this.#init;
    const init: TokenRequestInit = { ...origin, options, send, lead, scopes, signal };
    const refreshToken = kept?.refresh_token;
    try {
      if (refreshToken !== undefined && covers(kept as KeptTokens, scopes)) {
        try {
          // A server that gives no new refresh token leaves the old one as it is.
          return { refresh_token: refreshToken, ...(await refreshTokens(init, refreshToken)) };
        } catch (error) {
          if (!isOAuthError(error, "invalid_grant")) throw error;
          await this.#write(origin, undefined);
        }
      }
      return await flowRequests[origin.flow](init);
    } catch (error) {
      if (isOAuthError(error, "invalid_client") || isOAuthError(error, "unauthorized_client")) {
        await this.#forgetClient(origin);
      }
      throw error;
    }
  }

  /** A registration that the server no longer knows. */
  async #forgetClient({ server, flow }: Origin): Promise<void> {
    const { options, cache } = this.#init;
    this.#origin = undefined;
    await options.provider?.invalidateCredentials?.("all");
    await cache.set(registrationKey(server.metadata, options, flow), undefined);
  }

  async #read({ server, key }: Origin): Promise<KeptTokens | undefined> {
    const { options, cache } = this.#init;
    if (options.provider !== undefined) return options.provider.tokens({ issuer: server.metadata.issuer });
    return (await cache.get(key)) as KeptTokens | undefined;
  }

  async #write({ server, key }: Origin, tokens: KeptTokens | undefined): Promise<void> {
    const { provider } = this.#init.options;
    if (provider === undefined) return this.#init.cache.set(key, tokens);
    if (tokens === undefined) return provider.invalidateCredentials?.("tokens");
    return provider.saveTokens(tokens, { issuer: server.metadata.issuer });
  }

  #endOf({ expires_in: seconds }: OAuthTokens): Pick<KeptTokens, "expires_at"> {
    if (seconds === undefined) return {};
    const leeway = this.#init.options.leewaySeconds ?? Math.min(30, seconds / 10);
    return { expires_at: Date.now() + (seconds - leeway) * 1000 };
  }
}

/** Whether tokens were asked for with some scopes: what a server left out it would leave out again. */
function covers({ asked, scope }: KeptTokens, scopes: readonly string[]): boolean {
  const known = asked ?? scope?.split(" ");
  return known === undefined || scopes.every((wanted) => known.includes(wanted));
}
