import type { CredentialAsk } from "../client/contract/connect-options.ts";
import { onAbort } from "../core/on-abort.ts";
import { guardFetch } from "./guarded-fetch.ts";
import { OAuthError } from "./oauth-error.ts";
import type { OAuthOptions } from "./oauth-options.ts";
import { memoryTokenCache } from "./token-cache.ts";
import { TokenSource } from "./token-source.ts";

/** A credential for schemes of OAuth 2.0 and OpenID Connect, and for bearer tokens. */
export interface OAuthCredentials {
  /** A token for what `connect` asks; rejects with an OAuthError. */
  (ask: CredentialAsk): Promise<string>;
  /** Goes on with the URL that a person came back to, whom a `provider` led to the authorization server. */
  complete(url: string | URL): void;
}

/**
 * Makes a credential that gets tokens as the card says, keeps them, renews them, and asks for more scopes
 * when a call needs them: `credentials: { oauth: oauthCredentials({ clientId, clientSecret }) }`.
 */
export function oauthCredentials(options: OAuthOptions): OAuthCredentials {
  const cache = options.cache ?? memoryTokenCache();
  const { timeoutMs = 30_000, maximumBytes = 1_048_576, insecure = false } = options;
  const send = guardFetch({
    fetch: (...request) => (options.fetch ?? fetch)(...request),
    timeoutMs,
    maximumBytes,
    insecure,
  });
  const sources = new Map<string, TokenSource>();
  let comeBack: ((url: string | URL) => void) | undefined;
  const lead = async (url: URL, signal: AbortSignal): Promise<string | URL> => {
    if (options.redirect !== undefined) return options.redirect.open(url, signal);
    const back = new Promise<string | URL>((resolve, reject) => {
      comeBack = resolve;
      onAbort(signal, () => reject(new OAuthError("the wait for a person was ended")));
    });
    await options.provider?.redirectToAuthorization(url);
    return back;
  };
  const credential = async (ask: CredentialAsk): Promise<string> => {
    const key = JSON.stringify([ask.scheme, ask.scopes, ask.resource]);
    const source = sources.get(key) ?? new TokenSource({ options, send, cache, lead });
    sources.set(key, source);
    return source.token(ask);
  };
  return Object.assign(credential, {
    complete(url: string | URL): void {
      if (comeBack === undefined) throw new OAuthError("complete: nobody was led to an authorization server");
      comeBack(url);
      comeBack = undefined;
    },
  });
}
