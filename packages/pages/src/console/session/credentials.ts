import type { AgentCard, SecurityScheme } from "@a2agen/a2a-1.0";
import type { Credentials } from "@a2agen/runtime/client";

/** What calls carry. */
export interface Given {
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: Credentials;
}

/**
 * Credentials by the schemes of a card. The client puts them where they belong, except for cookies: a browser
 * lets no program set them, and here the relay does, with the credentials beside them.
 */
export function placeCredentials(card: AgentCard | undefined, secrets: Credentials): Given {
  const given = Object.entries(secrets).filter(([, secret]) => secret !== "");
  const schemes = card?.securitySchemes ?? {};
  const hasCookie = given.some(([name]) => schemes[name]?.apiKeySecurityScheme?.location === "cookie");
  if (!hasCookie) return { headers: {}, credentials: Object.fromEntries(given) };
  const headers: Record<string, string> = {};
  for (const [scheme, secret] of given) {
    const [name, value] = placeHeader(schemes[scheme], typeof secret === "string" ? secret : "") ?? [];
    if (name === undefined || value === undefined) continue;
    headers[name] = name === "cookie" && headers[name] !== undefined ? `${headers[name]}; ${value}` : value;
  }
  return { headers, credentials: {} };
}

function placeHeader(
  scheme: SecurityScheme | undefined,
  secret: string,
): readonly [string, string] | undefined {
  const { apiKeySecurityScheme: key, httpAuthSecurityScheme: http } = scheme ?? {};
  if (key?.location === "cookie") return ["cookie", `${key.name}=${encodeURIComponent(secret)}`];
  if (key?.location === "header") return [key.name.toLowerCase(), secret];
  if (key !== undefined) return undefined;
  if (http?.scheme.toLowerCase() === "basic" && secret.includes(":")) {
    return ["authorization", `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(secret)))}`];
  }
  return ["authorization", `${http?.scheme ?? "Bearer"} ${secret}`];
}
