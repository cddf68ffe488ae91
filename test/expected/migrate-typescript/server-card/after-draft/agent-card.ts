import type { AgentCard, AgentSkill, SecurityScheme } from "@a2agen/a2a-1.0-draft";

const BASE_URL = "https://agents.example.com/weather";

const forecast: AgentSkill = {
  id: "forecast",
  name: "Forecast",
  description: "Says what the weather will be.",
  tags: ["weather"],
  examples: ["Will it rain tomorrow?"],
  security: [{ schemes: { bearer: { list: [] } } }],
};

const schemes: Record<string, SecurityScheme> = {
  bearer: { httpAuthSecurityScheme: { scheme: "bearer", bearerFormat: "JWT" } },
  key: {
    apiKeySecurityScheme: {
      location: "header", // not a cookie: agents have no browser
      name: "X-API-Key",
    },
  },
  sso: { openIdConnectSecurityScheme: { openIdConnectUrl: `${BASE_URL}/.well-known/openid` } },
};

/** What the agent tells about itself. */
export const card: AgentCard = {
  protocolVersion: "1.0",
  name: "Weather",
  description: "An agent that knows the weather.",
  url: `${BASE_URL}/rpc`,
  preferredTransport: "JSONRPC",
  additionalInterfaces: [
    { url: `${BASE_URL}/rpc`, protocolBinding: "JSONRPC" },
    { url: `${BASE_URL}/rest`, protocolBinding: "HTTP+JSON" },
  ],
  provider: { organization: "Example", url: "https://example.com" },
  version: "2.1.0",
  capabilities: {
    streaming: true,
    pushNotifications: false,
  },
  securitySchemes: schemes,
  security: [{ schemes: { bearer: { list: [] } } }, { schemes: { key: { list: [] }, sso: { list: ["openid"] } } }],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [forecast],
  supportsAuthenticatedExtendedCard: true,
};

export function hasExtendedCard({ supportsAuthenticatedExtendedCard }: AgentCard): boolean {
  return supportsAuthenticatedExtendedCard ?? false;
}
