import { defined } from "@a2agen/runtime/internal";
import type {
  OAuthFlowObject,
  OAuthFlowsObject,
  SecurityRequirementObject,
  SecuritySchemeObject,
} from "openapi3-ts/oas32";
import { compareCodeUnits } from "../../naming/order.ts";
import type {
  AgentCardData,
  OAuthFlowData,
  OAuthFlowsData,
  SecurityRequirementData,
  SecuritySchemeData,
} from "./agent-card.ts";
import type { VersionRow } from "./openapi-version.ts";
import type { Security } from "./security-schemes.ts";

/** The schemes and requirements of a card; schemes are sorted by name. */
export function buildCardSecurity(card: AgentCardData, version: VersionRow): Security {
  const given = Object.entries(card.securitySchemes ?? {}).sort(([a], [b]) => compareCodeUnits(a, b));
  const names = nameComponents(given.map(([name]) => name));
  const schemes = given.map(
    ([name, scheme]) => [names.get(name) ?? name, toScheme(scheme, version)] as const,
  );
  const requirements = card.securityRequirements ?? card.security ?? [];
  return {
    schemes: Object.fromEntries(schemes),
    requirements: requirements.map((requirement) => toRequirement(requirement, names)),
  };
}

/** Names of components have fewer characters than the names of a card's schemes. */
function nameComponents(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(names);
  return new Map(
    names.map((name) => {
      let component = name.replaceAll(/[^A-Za-z0-9._-]/g, "_") || "_";
      while (component !== name && taken.has(component)) component += "_";
      taken.add(component);
      return [name, component];
    }),
  );
}

function toRequirement(
  { schemes = {} }: SecurityRequirementData,
  names: ReadonlyMap<string, string>,
): SecurityRequirementObject {
  const entries = Object.entries(schemes).sort(([a], [b]) => compareCodeUnits(a, b));
  return Object.fromEntries(entries.map(([name, { list = [] }]) => [names.get(name) ?? name, [...list]]));
}

function toScheme(scheme: SecuritySchemeData, version: VersionRow): SecuritySchemeObject {
  const {
    apiKeySecurityScheme: apiKey,
    httpAuthSecurityScheme: http,
    oauth2SecurityScheme: oauth2,
    openIdConnectSecurityScheme: openIdConnect,
    mtlsSecurityScheme: mtls,
  } = scheme;
  if (apiKey !== undefined) {
    return { type: "apiKey", ...describe(apiKey), in: apiKey.location, name: apiKey.name };
  }
  if (http !== undefined) {
    const { bearerFormat } = http;
    return {
      type: "http",
      ...describe(http),
      scheme: http.scheme,
      ...defined({ bearerFormat }),
    };
  }
  if (oauth2 !== undefined) {
    const { oauth2MetadataUrl } = oauth2;
    const member = version.deviceFlow ? "oauth2MetadataUrl" : "x-oauth2MetadataUrl";
    return {
      type: "oauth2",
      ...describe(oauth2),
      flows: toFlows(oauth2.flows, version),
      ...(oauth2MetadataUrl === undefined ? {} : { [member]: oauth2MetadataUrl }),
    };
  }
  if (openIdConnect !== undefined) {
    return {
      type: "openIdConnect",
      ...describe(openIdConnect),
      openIdConnectUrl: openIdConnect.openIdConnectUrl,
    };
  }
  return { type: "mutualTLS", ...describe(mtls ?? {}) };
}

function describe({ description }: { readonly description?: string }): { readonly description?: string } {
  return description === undefined || description === "" ? {} : { description };
}

/** A document of 3.1 has no place for the device flow but an extension. */
function toFlows(flows: OAuthFlowsData, version: VersionRow): OAuthFlowsObject {
  const { authorizationCode, clientCredentials, implicit, password, deviceCode } = flows;
  return defined({
    implicit: implicit && toFlow(implicit),
    password: password && toFlow(password),
    clientCredentials: clientCredentials && toFlow(clientCredentials),
    authorizationCode: authorizationCode && toFlow(authorizationCode),
    [version.deviceFlow ? "deviceAuthorization" : "x-deviceAuthorization"]: deviceCode && toFlow(deviceCode),
  });
}

function toFlow(flow: OAuthFlowData): OAuthFlowObject {
  const { authorizationUrl, deviceAuthorizationUrl, tokenUrl, refreshUrl, scopes = {}, pkceRequired } = flow;
  return {
    ...defined({ authorizationUrl, deviceAuthorizationUrl, tokenUrl, refreshUrl }),
    scopes: { ...scopes },
    ...(pkceRequired === true ? { "x-pkceRequired": true } : {}),
  };
}
