import type { Security, SecurityRequirement, SecurityScheme } from "../service/security.ts";

export interface ChallengeInit extends Security {
  /** What is wrong with the token that came, by RFC 6750 section 3.1. Default: none came. */
  readonly error?: "invalid_request" | "invalid_token" | "insufficient_scope" | undefined;
  readonly description?: string;
  /** URL of the metadata of RFC 9728. */
  readonly resourceMetadata?: string | undefined;
}

/** The challenges for a caller without valid credentials, for WWW-Authenticate. */
export function challengesFor(init: ChallengeInit): readonly string[] {
  const challenges = init.requirements.flatMap(({ schemes: wanted = {} }) =>
    Object.entries(wanted).flatMap(([name, scopes]) =>
      Object.hasOwn(init.schemes, name)
        ? challengeFor(init.schemes[name] ?? {}, scopes.list ?? [], init)
        : [],
    ),
  );
  return challenges.length > 0 ? [...new Set(challenges)] : [bearer([], init)];
}

/** The challenges for a caller whose token lacks scopes of a requirement: those of bearer tokens. */
export function scopeChallenges(requirement: SecurityRequirement, init: ChallengeInit): readonly string[] {
  const asked = challengesFor({ ...init, error: "insufficient_scope", requirements: [requirement] });
  return asked.filter((challenge) => challenge.startsWith("Bearer"));
}

function challengeFor(
  scheme: SecurityScheme,
  scopes: readonly string[],
  init: ChallengeInit,
): readonly string[] {
  if (scheme.httpAuthSecurityScheme !== undefined) {
    const name = toToken(scheme.httpAuthSecurityScheme.scheme);
    return [name.toLowerCase() === "bearer" ? bearer(scopes, init) : name];
  }
  if (scheme.oauth2SecurityScheme !== undefined || scheme.openIdConnectSecurityScheme !== undefined) {
    return [bearer(scopes, init)];
  }
  if (scheme.apiKeySecurityScheme !== undefined) {
    const { location, name } = scheme.apiKeySecurityScheme;
    return [`ApiKey in=${quote(location)}, name=${quote(name)}`];
  }
  // A client certificate is asked for by TLS itself.
  return [];
}

function bearer(scopes: readonly string[], { error, description, resourceMetadata }: ChallengeInit): string {
  const parameters = {
    scope: scopes.length > 0 ? scopes.join(" ") : undefined,
    error,
    error_description: error === undefined ? undefined : description,
    resource_metadata: resourceMetadata,
  };
  const parts = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quote(value)}`],
  );
  return ["Bearer", parts.join(", ")].join(" ").trimEnd();
}

/** A quoted string of RFC 9110; what a header cannot carry is left out. */
function quote(text: string): string {
  return `"${text.replaceAll(/[^\t\x20-\x7e]/g, "").replaceAll(/["\\]/g, "\\$&")}"`;
}

function toToken(text: string): string {
  const token = text.replaceAll(/[^!#$%&'*+.^_`|~0-9A-Za-z-]/g, "");
  return token === "" ? "Bearer" : token;
}
