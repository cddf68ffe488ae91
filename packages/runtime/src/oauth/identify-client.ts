import {
  type AuthorizationServer,
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  dynamicClientRegistrationRequest,
  modifyAssertion,
  None,
  PrivateKeyJwt,
  processDynamicClientRegistrationResponse,
} from "oauth4webapi";
import type { OAuthClientInformation, OAuthClientMetadata } from "./client-provider.ts";
import type { OAuthServer } from "./find-server.ts";
import { type GuardedFetch, requestOptions } from "./guarded-fetch.ts";
import { inStep, OAuthError } from "./oauth-error.ts";
import type { OAuthFlowName, OAuthOptions } from "./oauth-options.ts";
import type { TokenCache } from "./token-cache.ts";

/** A client at an authorization server, and how it proves itself there. */
export interface OAuthClient {
  readonly client: Client;
  readonly authentication: ClientAuth;
}

export interface IdentifyInit {
  readonly options: OAuthOptions;
  readonly send: GuardedFetch;
  readonly cache: TokenCache;
  readonly flow: OAuthFlowName;
}

/** What a client that registers itself says of each flow. */
const grantTypes: Readonly<Record<OAuthFlowName, string[]>> = {
  clientCredentials: ["client_credentials"],
  deviceCode: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
  authorizationCode: ["authorization_code", "refresh_token"],
};

/** Finds or registers the client; rejects with an OAuthError that says what is missing. */
export async function identifyClient(server: OAuthServer, init: IdentifyInit): Promise<OAuthClient> {
  const { metadata } = server;
  const { options } = init;
  const known = await findClient(metadata, init);
  const information = known ?? (await registerClient(metadata, init));
  const secret = options.clientSecret ?? information.client_secret;
  return {
    client: { client_id: information.client_id },
    authentication: authenticate(server, options, { ...information, client_secret: secret }),
  };
}

/** Where a registration is kept. */
export function registrationKey(
  { issuer }: AuthorizationServer,
  { redirect }: OAuthOptions,
  flow: OAuthFlowName,
): string {
  // A registration is for one address to come back to; the port of a loopback address may differ.
  const back = redirect?.redirectUrl.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d+/, "$1");
  return JSON.stringify(["client", issuer, flow, back ?? ""]);
}

async function findClient(
  metadata: AuthorizationServer,
  { options, cache, flow }: IdentifyInit,
): Promise<OAuthClientInformation | undefined> {
  const { clientId, provider } = options;
  if (clientId !== undefined) return { client_id: clientId };
  const own = await provider?.clientInformation({ issuer: metadata.issuer });
  if (own !== undefined) return own;
  const url = provider?.clientMetadataUrl;
  if (url !== undefined && metadata["client_id_metadata_document_supported"] === true)
    return { client_id: url };
  const kept = (await cache.get(registrationKey(metadata, options, flow))) as
    | OAuthClientInformation
    | undefined;
  const end = kept?.client_secret_expires_at ?? 0;
  return end > 0 && end * 1000 < Date.now() ? undefined : kept;
}

async function registerClient(
  metadata: AuthorizationServer,
  { options, send, cache, flow }: IdentifyInit,
): Promise<OAuthClientInformation> {
  const { provider, redirect } = options;
  const given = options.clientMetadata ?? provider?.clientMetadata;
  const offers = metadata.registration_endpoint !== undefined;
  if (given === undefined || !offers) {
    const way = offers
      ? "clientMetadata to register at the server"
      : "register at the server, which has no registration_endpoint";
    throw new OAuthError(`${metadata.issuer} knows clients by an identifier; set clientId, or ${way}`, {
      fact: "client identity",
    });
  }
  const back = redirect?.redirectUrl ?? provider?.redirectUrl?.toString();
  const returns = flow === "authorizationCode" && back !== undefined;
  const asked: OAuthClientMetadata = {
    grant_types: grantTypes[flow],
    redirect_uris: returns ? [back] : [],
    response_types: returns ? ["code"] : [],
    ...given,
  };
  const found = await inStep(`registration at ${metadata.issuer}`, async () =>
    processDynamicClientRegistrationResponse(
      await dynamicClientRegistrationRequest(metadata, asked as Partial<Client>, requestOptions(send)),
    ),
  );
  const information = found as OAuthClientInformation;
  if (provider?.saveClientInformation === undefined) {
    await cache.set(registrationKey(metadata, options, flow), information);
  } else await provider.saveClientInformation(information, { issuer: metadata.issuer });
  return information;
}

function authenticate(
  { metadata, isGuessed }: OAuthServer,
  { privateKey, clientAuthentication, provider }: OAuthOptions,
  { client_secret: secret, token_endpoint_auth_method: registered }: OAuthClientInformation,
): ClientAuth {
  if (provider?.addClientAuthentication !== undefined) {
    return (as, _client, body, headers) =>
      provider.addClientAuthentication?.(headers, body, as.token_endpoint ?? "", as);
  }
  const takes = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const bySecret = takes.includes("client_secret_basic") ? "client_secret_basic" : "client_secret_post";
  const usual = privateKey === undefined ? (secret === undefined ? "none" : bySecret) : "private_key_jwt";
  const method = clientAuthentication ?? registered ?? usual;
  const lacking = (option: string): OAuthError =>
    new OAuthError(`${method} needs ${option}`, { fact: "client authentication" });
  switch (method) {
    case "none":
      return None();
    case "private_key_jwt":
      if (privateKey === undefined) throw lacking("privateKey");
      // Who only knows the endpoint names it, as RFC 7523 has it.
      return PrivateKeyJwt(privateKey, {
        [modifyAssertion](_header, payload) {
          if (isGuessed) payload["aud"] = metadata.token_endpoint;
        },
      });
    case "client_secret_basic":
      if (secret === undefined) throw lacking("clientSecret");
      return ClientSecretBasic(secret);
    case "client_secret_post":
      if (secret === undefined) throw lacking("clientSecret");
      return ClientSecretPost(secret);
  }
  throw new OAuthError(`${method} is not supported; set clientAuthentication`, {
    fact: "client authentication",
  });
}
