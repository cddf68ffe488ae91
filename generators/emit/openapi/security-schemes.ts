import type { SecurityRequirementObject, SecuritySchemeObject } from "openapi3-ts/oas32";
import type { Profile } from "../../model/profile.ts";

export interface Security {
  /** For `components.securitySchemes`. */
  readonly schemes: Readonly<Record<string, SecuritySchemeObject>>;
  /** Any one of these lets a request in. */
  readonly requirements: SecurityRequirementObject[];
}

const schemes = {
  apiKey: {
    type: "apiKey",
    description: "A key in a header; the agent card names the actual parameter.",
    in: "header",
    name: "X-API-Key",
  },
  basic: { type: "http", description: "User name and password.", scheme: "basic" },
  bearer: {
    type: "http",
    description: "A token, for example from OAuth 2.0 or OpenID Connect.",
    scheme: "bearer",
  },
  mutualTls: { type: "mutualTLS", description: "A client certificate in the TLS handshake." },
} as const satisfies Record<string, SecuritySchemeObject>;

/**
 * What agents may ask for. Only an agent's card says what this one asks for, so that each is an
 * alternative here, and nothing is one too; for services that are no agents nothing is known.
 */
export function buildSecurity({ wellKnownPaths }: Profile): Security {
  if (wellKnownPaths === undefined) return { schemes: {}, requirements: [] };
  return { schemes, requirements: [{}, ...Object.keys(schemes).map((name) => ({ [name]: [] }))] };
}
