import type { MethodKind } from "../service/method.ts";
import type { Principal, SecurityRequirement, SecurityScheme } from "../service/security.ts";

/** What the authenticating hook sees of a call. */
export interface AuthenticationRequest {
  readonly binding: string;
  readonly method: string;
  readonly kind: MethodKind;
  /** An HTTP header or an entry of the metadata, its values joined with ", "; names in any case. */
  header(name: string): string | undefined;
  /** A parameter of the query; undefined where a binding has no query. */
  query(name: string): string | undefined;
  /** What the card declares: one of the requirements must be met; empty when it asks for nothing. */
  readonly requirements: readonly SecurityRequirement[];
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  /** The subject of the client's certificate, where the transport knows it. */
  readonly peerCertificate?: unknown;
}

/**
 * Says who calls; undefined when nobody could be made out, which is an error where the card asks for
 * authentication. May throw a CallError of its own.
 */
export type Authenticate = (
  request: AuthenticationRequest,
) => Principal | undefined | Promise<Principal | undefined>;

/** What the answer to a caller without valid credentials tells of the schemes, for WWW-Authenticate. */
export function challengesFor(
  schemes: Readonly<Record<string, SecurityScheme>>,
  requirements: readonly SecurityRequirement[],
): readonly string[] {
  const challenges = requirements.flatMap(({ schemes: wanted = {} }) =>
    Object.entries(wanted).flatMap(([name, scopes]) =>
      Object.hasOwn(schemes, name) ? challengeFor(schemes[name] ?? {}, scopes.list ?? []) : [],
    ),
  );
  return challenges.length > 0 ? [...new Set(challenges)] : ["Bearer"];
}

function challengeFor(scheme: SecurityScheme, scopes: readonly string[]): readonly string[] {
  const scope = scopes.length > 0 ? ` scope=${quote(scopes.join(" "))}` : "";
  if (scheme.httpAuthSecurityScheme !== undefined) {
    const name = toToken(scheme.httpAuthSecurityScheme.scheme);
    return [name.toLowerCase() === "bearer" ? `Bearer${scope}` : name];
  }
  if (scheme.oauth2SecurityScheme !== undefined || scheme.openIdConnectSecurityScheme !== undefined) {
    return [`Bearer${scope}`];
  }
  if (scheme.apiKeySecurityScheme !== undefined) {
    const { location, name } = scheme.apiKeySecurityScheme;
    return [`ApiKey in=${quote(location)}, name=${quote(name)}`];
  }
  // A client certificate is asked for by TLS itself.
  return [];
}

/** A quoted string of RFC 9110; what a header cannot carry is left out. */
function quote(text: string): string {
  return `"${text.replaceAll(/[^\t\x20-\x7e]/g, "").replaceAll(/["\\]/g, "\\$&")}"`;
}

function toToken(text: string): string {
  const token = text.replaceAll(/[^!#$%&'*+.^_`|~0-9A-Za-z-]/g, "");
  return token === "" ? "Bearer" : token;
}
