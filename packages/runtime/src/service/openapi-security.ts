import { listAt, valueAt } from "./field-path.ts";
import type { OAuthFlows, SecurityRequirement, SecurityScheme } from "./security.ts";

/**
 * Reads security schemes and requirements as OpenAPI 3 writes them: schemes with a `type`, and each
 * requirement a map from names to lists of scopes. A scheme of another type is there without a kind.
 */
export function fromOpenApi(
  requirements: readonly unknown[],
  schemes: unknown,
): {
  readonly requirements: readonly SecurityRequirement[];
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
} {
  return {
    requirements: requirements.map((requirement) => ({
      schemes: mapOf(requirement, (_, name) => ({ list: listAt(requirement, [name]).filter(isText) })),
    })),
    schemes: mapOf(schemes, toScheme),
  };
}

function toScheme(scheme: unknown): SecurityScheme {
  const text = (name: string): string => {
    const value = valueAt(scheme, [name]);
    return isText(value) ? value : "";
  };
  switch (text("type")) {
    case "apiKey":
      return { apiKeySecurityScheme: { location: text("in"), name: text("name") } };
    case "http": {
      const bearerFormat = text("bearerFormat");
      return {
        httpAuthSecurityScheme: {
          scheme: text("scheme"),
          ...(bearerFormat === "" ? {} : { bearerFormat }),
        },
      };
    }
    case "oauth2": {
      const flows = (valueAt(scheme, ["flows"]) ?? {}) as OAuthFlows;
      const oauth2MetadataUrl = text("oauth2MetadataUrl");
      return { oauth2SecurityScheme: { flows, ...(oauth2MetadataUrl !== "" && { oauth2MetadataUrl }) } };
    }
    case "openIdConnect":
      return { openIdConnectSecurityScheme: { openIdConnectUrl: text("openIdConnectUrl") } };
    case "mutualTLS":
      return { mtlsSecurityScheme: {} };
  }
  return {};
}

/** Made by Object.fromEntries, so that a member may have any name. */
function mapOf<T>(value: unknown, map: (member: unknown, name: string) => T): Readonly<Record<string, T>> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, unknown>>).map(([name, member]) => [
      name,
      map(member, name),
    ]),
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
