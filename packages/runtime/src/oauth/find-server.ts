import { type AuthorizationServer, discoveryRequest, processDiscoveryResponse } from "oauth4webapi";
import type { CredentialAsk } from "../client/contract/connect-options.ts";
import { parseUrl } from "../core/url.ts";
import type { OAuthFlow, OAuthFlows } from "../service/security.ts";
import { checkUrl, type GuardedFetch, requestOptions } from "./guarded-fetch.ts";
import { inStep, OAuthError } from "./oauth-error.ts";
import type { OAuthOptions } from "./oauth-options.ts";

/** An authorization server, as a card and the server itself describe it. */
export interface OAuthServer {
  readonly metadata: AuthorizationServer;
  /** Whether only the card describes it, so that `issuer` is no more than the origin of its endpoints. */
  readonly isGuessed: boolean;
  /** The flows of the card; undefined where the card names none. */
  readonly flows: OAuthFlows | undefined;
}

export interface FindServerInit {
  readonly options: OAuthOptions;
  readonly send: GuardedFetch;
  /** Whether more than the endpoints of the card is needed. */
  readonly needsMetadata: boolean;
}

/** Finds the authorization server of a scheme; rejects with an OAuthError. */
export async function findServer(ask: CredentialAsk, init: FindServerInit): Promise<OAuthServer> {
  const { oauth2SecurityScheme: oauth, openIdConnectSecurityScheme: openId } = ask.scheme;
  const flows = oauth?.flows;
  const found = (metadata: AuthorizationServer): OAuthServer => {
    checkEndpoints(metadata, init.options);
    if (init.options.issuer === undefined) checkAgainstCard(metadata, flows);
    return { metadata, isGuessed: false, flows };
  };
  const { issuer } = init.options;
  if (issuer !== undefined) return found(await readIssuer(issuer, init));
  const url = openId?.openIdConnectUrl ?? oauth?.oauth2MetadataUrl;
  if (url !== undefined && url !== "") return found(await readMetadata(url, init));
  const guessed = guessServer(flows);
  if (guessed !== undefined) {
    checkEndpoints(guessed, init.options);
    if (!init.needsMetadata) return { metadata: guessed, isGuessed: true, flows };
    // Many servers have a document that their agents' cards do not mention.
    const known = await readIssuer(guessed.issuer, init).catch(() => undefined);
    if (known !== undefined && known.token_endpoint === guessed.token_endpoint) return found(known);
    return { metadata: guessed, isGuessed: true, flows };
  }
  return found(await readIssuer(await readResource(ask, init), init));
}

/** What the endpoints of a card say of their server; undefined if the card has none. */
function guessServer(flows: OAuthFlows = {}): AuthorizationServer | undefined {
  const all: readonly OAuthFlow[] = [
    flows.authorizationCode,
    flows.deviceCode,
    flows.clientCredentials,
  ].flatMap((flow) => flow ?? []);
  const pick = (name: Exclude<keyof OAuthFlow, "scopes">): string =>
    all.find((flow) => flow[name])?.[name] ?? "";
  const url = parseUrl(pick("tokenUrl"));
  if (url === undefined) return undefined;
  return {
    issuer: url.origin,
    token_endpoint: url.href,
    authorization_endpoint: pick("authorizationUrl"),
    device_authorization_endpoint: pick("deviceAuthorizationUrl"),
  };
}

/** The document of an issuer, by RFC 8414 or else by OpenID. */
async function readIssuer(issuer: string, { send }: FindServerInit): Promise<AuthorizationServer> {
  const url = parseUrl(issuer);
  if (url === undefined)
    throw new OAuthError(`${JSON.stringify(issuer)} is no URL; set issuer`, { fact: "issuer" });
  const read = (algorithm: "oauth2" | "oidc"): Promise<AuthorizationServer> =>
    inStep(`metadata of ${issuer}`, async () => {
      const options = { algorithm, ...requestOptions(send) };
      return processDiscoveryResponse(url, await discoveryRequest(url, options));
    });
  return read("oauth2").catch((first: unknown) => read("oidc").catch(() => Promise.reject(first as Error)));
}

const wellKnown = /\/\.well-known\/(?:oauth-authorization-server|openid-configuration)/;

/** The document at a URL, which must be that of the issuer in it. */
async function readMetadata(text: string, init: FindServerInit): Promise<AuthorizationServer> {
  return inStep(`metadata at ${text}`, async () => {
    const url = new URL(text);
    if (wellKnown.test(url.pathname)) {
      const issuer = new URL(url.pathname.replace(wellKnown, "") || "/", url);
      return processDiscoveryResponse(issuer, await init.send(url.href));
    }
    const response = await init.send(url.href);
    const { issuer } = (await response.clone().json()) as { readonly issuer?: string };
    const named = parseUrl(issuer ?? "");
    if (named?.origin !== url.origin) {
      throw new OAuthError(`metadata at ${text}: expected an issuer of this origin; set issuer`, {
        fact: "issuer",
      });
    }
    return processDiscoveryResponse(named, response);
  });
}

/** The issuer that the interface itself names (RFC 9728). */
async function readResource(
  { resource, challenge }: CredentialAsk,
  { send }: FindServerInit,
): Promise<string> {
  const url = parseUrl(resource);
  const path = `/.well-known/oauth-protected-resource${url?.pathname.replace(/\/$/, "") ?? ""}`;
  const where = challenge?.resourceMetadata ?? (url && new URL(path, url).href);
  const missing = (why: string): OAuthError =>
    new OAuthError(`the card names no authorization server, ${why}; set issuer`, { fact: "issuer" });
  if (url === undefined || where === undefined) throw missing("and the interface has no URL");
  const response = await inStep(`resource metadata at ${where}`, () => send(where)).catch(
    (error: OAuthError) => error,
  );
  if (response instanceof OAuthError) throw missing(response.message);
  if (response.status !== 200) throw missing(`and ${where} has status ${response.status}`);
  const about = await inStep(
    `resource metadata at ${where}`,
    () =>
      response.json() as Promise<{
        readonly resource?: string;
        readonly authorization_servers?: readonly string[];
      }>,
  );
  const named = parseUrl(about.resource ?? "");
  // Another resource could have tokens sent to it.
  if (named?.origin !== url.origin || !url.pathname.startsWith(named.pathname.replace(/\/$/, ""))) {
    throw new OAuthError(`resource metadata at ${where}: it is that of another resource than ${resource}`, {
      fact: "resource",
    });
  }
  const [issuer] = about.authorization_servers ?? [];
  if (issuer === undefined) throw missing(`and ${where} has no authorization_servers`);
  return issuer;
}

/** Secrets go to the issuer's own origin, encrypted, unless the caller allows others. */
function checkEndpoints(
  metadata: AuthorizationServer,
  { allowOrigins = [], insecure = false }: OAuthOptions,
): void {
  const { origin } = new URL(metadata.issuer);
  const { token_endpoint, authorization_endpoint, device_authorization_endpoint, registration_endpoint } =
    metadata;
  const named = {
    token_endpoint,
    authorization_endpoint,
    device_authorization_endpoint,
    registration_endpoint,
  };
  for (const [name, text] of Object.entries(named)) {
    if (text === undefined || text === "") continue;
    const url = parseUrl(text);
    if (url === undefined)
      throw new OAuthError(`${metadata.issuer}: its ${name} is no URL`, { fact: "issuer" });
    checkUrl(text, insecure);
    if (url.origin === origin || allowOrigins.includes(url.origin)) continue;
    throw new OAuthError(
      `${metadata.issuer}: its ${name} is at another origin, ${url.origin}; allow it with allowOrigins`,
      { fact: "issuer" },
    );
  }
}

/** A card and the metadata that it names have to agree on where secrets go. */
function checkAgainstCard({ issuer, token_endpoint }: AuthorizationServer, flows: OAuthFlows = {}): void {
  for (const flow of Object.values(flows) as readonly (OAuthFlow | undefined)[]) {
    const url = parseUrl(flow?.tokenUrl ?? "");
    if (url === undefined || url.origin === parseUrl(token_endpoint ?? "")?.origin) continue;
    throw new OAuthError(
      `the card has its tokenUrl at ${url.origin}, and the metadata of ${issuer} has another; set issuer`,
      { fact: "issuer" },
    );
  }
}
