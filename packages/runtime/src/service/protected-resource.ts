import { defined } from "../core/object.ts";
import type { AgentInterface } from "./card.ts";
import type { OAuthFlow, Security, SecurityScheme } from "./security.ts";

/** The metadata of a protected resource (RFC 9728 section 2). */
export interface ResourceMetadata {
  /** The URL of an interface of the card, or the origin that it is at. */
  readonly resource: string;
  readonly authorization_servers?: readonly string[];
  readonly scopes_supported?: readonly string[];
  readonly bearer_methods_supported: readonly string[];
}

/** An interface of an agent as a protected resource. */
export interface ProtectedResource {
  readonly binding: string;
  /** Of its metadata. */
  readonly url: string;
  readonly metadata: ResourceMetadata;
}

const wellKnown = "/.well-known/oauth-protected-resource";

/**
 * The interfaces over HTTP as protected resources, and each origin as one; none where the card has no
 * scheme of OAuth or OpenID Connect and no authorization servers are given.
 */
export function protectedResourcesOf(
  interfaces: readonly AgentInterface[],
  { requirements, schemes }: Security,
  authorizationServers: readonly string[] | undefined,
): readonly ProtectedResource[] {
  const oauth = Object.values(schemes).filter(
    (scheme) => scheme.oauth2SecurityScheme !== undefined || scheme.openIdConnectSecurityScheme !== undefined,
  );
  if (oauth.length === 0 && authorizationServers === undefined) return [];
  const servers = authorizationServers ?? oauth.flatMap(issuerOf);
  const scopes = [
    ...requirements.flatMap((each) => Object.values(each.schemes ?? {}).flatMap(({ list = [] }) => list)),
    ...oauth.flatMap(scopesOf),
  ];
  const facts = {
    ...defined({ authorization_servers: distinct(servers), scopes_supported: distinct(scopes) }),
    bearer_methods_supported: ["header"],
  };
  const places = interfaces.flatMap(({ url, protocolBinding }) => {
    if (!/^https?:\/\//i.test(url)) return [];
    const { origin, pathname, search } = new URL(url);
    const path = pathname === "/" ? "" : pathname;
    const own = { binding: protocolBinding, url: `${origin}${wellKnown}${path}${search}`, resource: url };
    return path === "" ? [own] : [own, { binding: "", url: `${origin}${wellKnown}`, resource: origin }];
  });
  return places.map(({ binding, url, resource }) => ({ binding, url, metadata: { resource, ...facts } }));
}

function distinct(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : [...new Set(values)];
}

/** The issuer whose metadata a scheme names (RFC 8414 section 3, OpenID Connect Discovery section 4). */
function issuerOf({ oauth2SecurityScheme, openIdConnectSecurityScheme }: SecurityScheme): readonly string[] {
  const url = openIdConnectSecurityScheme?.openIdConnectUrl ?? oauth2SecurityScheme?.oauth2MetadataUrl ?? "";
  const issuer = url.replace(
    /\/\.well-known\/(?:openid-configuration$|oauth-authorization-server(?=\/|$))/,
    "",
  );
  return issuer === url ? [] : [issuer];
}

function scopesOf({ oauth2SecurityScheme }: SecurityScheme): readonly string[] {
  return Object.values<OAuthFlow>({ ...oauth2SecurityScheme?.flows }).flatMap(({ scopes }) =>
    Object.keys(scopes ?? {}),
  );
}
