import { type AgentCard as Card10, AgentCardCodec as Codec10, protocol as protocol10 } from "@a2agen/a2a-1.0";
import { AgentCardCodec as CodecDraft, protocol as protocolDraft } from "@a2agen/a2a-1.0-draft";
import type { Codec } from "../../../packages/runtime/src/core/codec.ts";
import type { SignatureRules } from "../../../packages/runtime/src/signing/index.ts";

/** A card of any profile. */
export type AnyCard = Record<string, unknown>;

/** A profile whose cards are signed. */
export interface Subject {
  readonly name: string;
  readonly typeName: string;
  readonly codec: Codec<AnyCard>;
  readonly rules: SignatureRules;
  /** A card that has every field. */
  readonly card: AnyCard;
}

export const card10: Card10 = {
  name: "Routes",
  description: 'Plans routes: \u20ac, \u{1f5fa}, "quoted", \u2028',
  supportedInterfaces: [
    { url: "https://agent.example/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: "https://agent.example/v1", protocolBinding: "HTTP+JSON", tenant: "blue", protocolVersion: "1.0" },
  ],
  provider: { organization: "Example Inc.", url: "https://example.com" },
  version: "1.2.0",
  documentationUrl: "https://agent.example/docs",
  capabilities: {
    streaming: true,
    pushNotifications: false,
    extendedAgentCard: true,
    extensions: [
      {
        uri: "https://example.com/extensions/geo/v1",
        description: "Where",
        required: true,
        params: { depth: 3, ratio: 0.25, names: ["b", "a"], nested: { "10": null, "9": true, Z: "", a: {} } },
      },
    ],
  },
  securitySchemes: {
    key: { apiKeySecurityScheme: { description: "A key", location: "header", name: "X-Key" } },
    bearer: { httpAuthSecurityScheme: { description: "A token", scheme: "Bearer", bearerFormat: "JWT" } },
    oauth: {
      oauth2SecurityScheme: {
        description: "OAuth",
        flows: {
          authorizationCode: {
            authorizationUrl: "https://login.example/authorize",
            tokenUrl: "https://login.example/token",
            refreshUrl: "https://login.example/refresh",
            scopes: { read: "To read", write: "" },
          },
        },
        oauth2MetadataUrl: "https://login.example/.well-known/oauth-authorization-server",
      },
    },
    openid: { openIdConnectSecurityScheme: { openIdConnectUrl: "https://login.example/.well-known/openid" } },
    mtls: { mtlsSecurityScheme: { description: "A certificate" } },
  },
  securityRequirements: [
    { schemes: { key: { list: [] } } },
    { schemes: { oauth: { list: ["read", "write"] } } },
  ],
  defaultInputModes: ["text/plain", "application/json"],
  defaultOutputModes: ["text/plain"],
  skills: [
    {
      id: "route",
      name: "Route",
      description: "From here to there",
      tags: ["maps", "routing"],
      examples: ["To the sea"],
      inputModes: ["text/plain"],
      outputModes: ["application/json"],
      securityRequirements: [{ schemes: { bearer: { list: ["a"] } } }],
    },
  ],
  iconUrl: "https://agent.example/icon.png",
};

const { supportedInterfaces: _interfaces, securityRequirements: _requirements, ...shared } = card10;

/** Its type is left open: the fields that are deprecated are part of what is signed. */
const cardDraft: AnyCard = {
  ...shared,
  protocolVersion: "1.0",
  supportedInterfaces: [{ url: "https://agent.example/rpc", protocolBinding: "JSONRPC" }],
  url: "https://agent.example/rpc",
  preferredTransport: "JSONRPC",
  additionalInterfaces: [{ url: "https://agent.example/grpc", protocolBinding: "GRPC" }],
  capabilities: { streaming: true, pushNotifications: false, stateTransitionHistory: true },
  securitySchemes: {
    key: { apiKeySecurityScheme: { description: "A key", location: "header", name: "X-Key" } },
    oauth: {
      oauth2SecurityScheme: {
        flows: {
          clientCredentials: {
            tokenUrl: "https://login.example/token",
            scopes: { read: "To read", write: "" },
          },
        },
      },
    },
  },
  security: [{ schemes: { oauth: { list: ["read"] } } }],
  skills: [
    {
      id: "route",
      name: "Route",
      description: "From here to there",
      tags: ["maps"],
      examples: ["To the sea"],
      inputModes: ["text/plain"],
      outputModes: ["application/json"],
      security: [{ schemes: { key: { list: [] } } }],
    },
  ],
  supportsAuthenticatedExtendedCard: true,
};

export const subjects: readonly Subject[] = [
  {
    name: "a2a-1.0",
    typeName: "lf.a2a.v1.AgentCard",
    // A card's fields are read by name here, which its interface does not let us.
    codec: Codec10 as unknown as Codec<AnyCard>,
    rules: protocol10.signatures,
    card: card10 as unknown as AnyCard,
  },
  {
    name: "a2a-1.0-draft",
    typeName: "a2a.v1.AgentCard",
    codec: CodecDraft as unknown as Codec<AnyCard>,
    rules: protocolDraft.signatures,
    card: cardDraft,
  },
];

/** The profile that is taken where they do not differ. */
export const subject: Subject = subjects[0] as Subject;

/** The signatures of a card. */
export function signaturesOf(card: AnyCard): { protected: string; signature: string; header?: object }[] {
  return (card["signatures"] ?? []) as { protected: string; signature: string; header?: object }[];
}

/** The card with other signatures. */
export function withSignatures(card: AnyCard, signatures: unknown): AnyCard {
  return { ...card, signatures };
}
