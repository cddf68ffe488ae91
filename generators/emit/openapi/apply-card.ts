import { defined, trimEndOf } from "@a2agen/runtime/internal";
import type { InfoObject, OpenAPIObject, ServerObject } from "openapi3-ts/oas32";
import type { AgentCardData, AgentInterfaceData } from "./agent-card.ts";
import { buildCardSecurity } from "./card-security.ts";
import { type OpenApiVersion, openApiVersions } from "./openapi-version.ts";

/** The card does not fit the document; the message says what was expected and what the card has. */
export class CardError extends Error {}

const binding = "HTTP+JSON";

/**
 * The document of one agent: servers, security and info of its card in place of the general ones.
 * `document` is one that `buildOpenApi` made and stays as it is; the card is one that the codec of
 * the document's profile has accepted. Throws a CardError when the card has no interface for it.
 */
export function applyCard(document: OpenAPIObject, card: AgentCardData): OpenAPIObject {
  const version = openApiVersions[versionOf(document)];
  const security = buildCardSecurity(card, version);
  const { securitySchemes: _, ...components } = document.components ?? {};
  const hasSchemes = Object.keys(security.schemes).length > 0;
  const { documentationUrl } = card;
  const hasDocumentation = documentationUrl !== undefined && documentationUrl !== "";
  const { openapi, info, servers: _general, security: _any, externalDocs: _none, ...rest } = document;
  return {
    openapi,
    info: toInfo(card, info),
    ...(hasDocumentation ? { externalDocs: { url: documentationUrl } } : {}),
    servers: toServers(card, protocolVersionOf(document)),
    security: security.requirements,
    ...rest,
    components: { ...components, ...(hasSchemes ? { securitySchemes: security.schemes } : {}) },
  };
}

function versionOf({ openapi }: OpenAPIObject): OpenApiVersion {
  return openapi.startsWith("3.2") ? "3.2" : "3.1";
}

function protocolVersionOf(document: OpenAPIObject): string | undefined {
  const own: unknown = document["x-a2agen"];
  if (typeof own !== "object" || own === null || !("protocolVersion" in own)) return undefined;
  return typeof own.protocolVersion === "string" ? own.protocolVersion : undefined;
}

function toInfo({ name, description, version, provider }: AgentCardData, general: InfoObject): InfoObject {
  const { license } = general;
  return {
    title: name,
    description: description === "" ? name : description,
    version,
    contact: provider === undefined ? { name } : { name: provider.organization, url: provider.url },
    ...defined({ license }),
  };
}

function toServers(card: AgentCardData, protocolVersion: string | undefined): ServerObject[] {
  const interfaces = listInterfaces(card);
  const fitting = interfaces.filter(
    ({ protocolBinding, protocolVersion: spoken = card.protocolVersion }) =>
      protocolBinding === binding &&
      (spoken === undefined ||
        protocolVersion === undefined ||
        majorMinor(spoken) === majorMinor(protocolVersion)),
  );
  if (fitting.length === 0) {
    const found = interfaces.map(({ protocolBinding, protocolVersion: spoken = card.protocolVersion }) =>
      spoken === undefined ? protocolBinding : `${protocolBinding} of version ${spoken}`,
    );
    const wanted = protocolVersion === undefined ? "" : ` of version ${protocolVersion}`;
    throw new CardError(
      `supportedInterfaces: expected an interface with the binding ${binding}${wanted}; found ${found.join(", ") || "none"}; add one to the card, or leave the card out`,
    );
  }
  const urls = new Set(fitting.map(({ url, tenant = "" }) => joinUrl(url, tenant)));
  return [...urls].map((url, i) => ({
    url,
    description: i === 0 ? `The preferred interface of ${card.name}.` : `Another interface of ${card.name}.`,
  }));
}

/** The preferred one first; older members of the card count where there is no list of all interfaces. */
function listInterfaces(card: AgentCardData): readonly AgentInterfaceData[] {
  const { supportedInterfaces = [], url, preferredTransport = "JSONRPC", additionalInterfaces = [] } = card;
  if (supportedInterfaces.length > 0) return supportedInterfaces;
  const preferred = url === undefined ? [] : [{ url, protocolBinding: preferredTransport }];
  return [...preferred, ...additionalInterfaces];
}

/** Patch numbers do not count. */
function majorMinor(version: string): string {
  return version.split(".").slice(0, 2).join(".");
}

function joinUrl(url: string, tenant: string): string {
  const base = trimEndOf(url, "/");
  return tenant === "" ? base : `${base}/${encodeURIComponent(tenant)}`;
}
