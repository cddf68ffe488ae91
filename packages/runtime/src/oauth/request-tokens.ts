import {
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  deviceAuthorizationRequest,
  generateRandomCodeVerifier,
  generateRandomState,
  genericTokenEndpointRequest,
  processAuthorizationCodeResponse,
  processDeviceAuthorizationResponse,
  processGenericTokenEndpointResponse,
  type TokenEndpointResponse,
  validateAuthResponse,
} from "oauth4webapi";
import { sleep } from "../core/time.ts";
import type { OAuthServer } from "./find-server.ts";
import { type GuardedFetch, requestOptions } from "./guarded-fetch.ts";
import type { OAuthClient } from "./identify-client.ts";
import { inStep, isOAuthError, OAuthError } from "./oauth-error.ts";
import type { OAuthFlowName, OAuthOptions, OAuthRedirect } from "./oauth-options.ts";

/** All that requests for tokens need. */
export interface TokenRequestInit {
  readonly server: OAuthServer;
  readonly client: OAuthClient;
  readonly options: OAuthOptions;
  readonly send: GuardedFetch;
  readonly scopes: readonly string[];
  readonly resource: string | undefined;
  /** Leads a person to a URL; resolves to the one that they came back to. */
  readonly lead: OAuthRedirect["open"];
  /** Ends the request, or the wait for a person. */
  readonly signal: AbortSignal;
}

type Parameters = Readonly<Record<string, string>>;

/** How each flow gets tokens; each rejects with an OAuthError. */
export const flowRequests = {
  clientCredentials: requestAsClient,
  deviceCode: requestByDevice,
  authorizationCode: requestByBrowser,
} as const satisfies Record<OAuthFlowName, (init: TokenRequestInit) => Promise<TokenEndpointResponse>>;

/** Exchanges a refresh token. */
export async function refreshTokens(
  init: TokenRequestInit,
  refreshToken: string,
): Promise<TokenEndpointResponse> {
  const flows = Object.values(init.server.flows ?? {}) as readonly { readonly refreshUrl?: string }[];
  const url = flows.find(({ refreshUrl }) => refreshUrl)?.refreshUrl;
  const { server } = init;
  const metadata = {
    ...server.metadata,
    ...(url !== undefined && server.isGuessed && { token_endpoint: url }),
  };
  const { resource } = init;
  const parameters = { refresh_token: refreshToken, ...(resource !== undefined && { resource }) };
  return requestToken({ ...init, server: { ...server, metadata } }, "refresh_token", parameters);
}

async function requestAsClient(init: TokenRequestInit): Promise<TokenEndpointResponse> {
  const own = await init.options.provider?.prepareTokenRequest?.(init.scopes.join(" ") || undefined);
  const { grant_type: grant = "client_credentials", ...parameters } = Object.fromEntries(own ?? []);
  return requestToken(init, grant, { ...askedOf(init), ...parameters });
}

async function requestByDevice(init: TokenRequestInit): Promise<TokenEndpointResponse> {
  const { server, client, options, signal } = init;
  const begun = await inStep(`device authorization at ${server.metadata.issuer}`, async () =>
    processDeviceAuthorizationResponse(
      server.metadata,
      client.client,
      await deviceAuthorizationRequest(
        server.metadata,
        client.client,
        client.authentication,
        askedOf(init),
        requestOptions(init.send, init.signal),
      ),
    ),
  );
  options.onDeviceCode?.({
    userCode: begun.user_code,
    verificationUri: begun.verification_uri,
    verificationUriComplete: begun.verification_uri_complete,
    expiresInSeconds: begun.expires_in,
  });
  const end = performance.now() + begun.expires_in * 1000;
  let seconds = begun.interval ?? 5;
  while (performance.now() < end) {
    await sleep(seconds * 1000, { signal });
    if (signal.aborted) throw new OAuthError("the wait for a person was ended");
    try {
      return await requestToken(init, "urn:ietf:params:oauth:grant-type:device_code", {
        device_code: begun.device_code,
      });
    } catch (error) {
      if (isOAuthError(error, "slow_down")) seconds += 5;
      else if (!isOAuthError(error, "authorization_pending")) throw error;
    }
  }
  throw new OAuthError("nobody confirmed the device code before it expired", { error: "expired_token" });
}

async function requestByBrowser(init: TokenRequestInit): Promise<TokenEndpointResponse> {
  const { server, client, options, signal } = init;
  const { provider, redirect } = options;
  const { metadata, isGuessed } = server;
  const back = redirect?.redirectUrl ?? String(provider?.redirectUrl);
  const verifier = generateRandomCodeVerifier();
  const state = (await provider?.state?.()) ?? generateRandomState();
  const url = new URL(metadata.authorization_endpoint ?? "");
  const parameters: Parameters = {
    ...askedOf(init),
    response_type: "code",
    client_id: client.client.client_id,
    redirect_uri: back,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  await provider?.saveCodeVerifier(verifier);
  const answer = await inStep("sign-in", () => init.lead(url, signal));
  return inStep(`authorization code at ${metadata.issuer}`, async () => {
    const query = new URL(answer).searchParams;
    // The issuer is not known.
    if (isGuessed) query.delete("iss");
    const checked = validateAuthResponse(metadata, client.client, query, state);
    const { authentication } = client;
    return processAuthorizationCodeResponse(
      metadata,
      client.client,
      await authorizationCodeGrantRequest(metadata, client.client, authentication, checked, back, verifier, {
        ...requestOptions(init.send, init.signal),
        additionalParameters: init.resource === undefined ? {} : { resource: init.resource },
      }),
    );
  });
}

async function requestToken(
  init: TokenRequestInit,
  grant: string,
  parameters: Parameters,
): Promise<TokenEndpointResponse> {
  const { metadata } = init.server;
  const { client, authentication } = init.client;
  return inStep(`token of ${metadata.issuer}`, async () =>
    processGenericTokenEndpointResponse(
      metadata,
      client,
      await genericTokenEndpointRequest(
        metadata,
        client,
        authentication,
        grant,
        parameters,
        requestOptions(init.send, init.signal),
      ),
    ),
  );
}

function askedOf({ scopes, resource }: TokenRequestInit): Parameters {
  return {
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    ...(resource !== undefined && { resource }),
  };
}
