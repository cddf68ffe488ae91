import type { AgentCard, AgentSkill, SecurityScheme } from "@a2a-js/sdk";

const BASE_URL = "https://agents.example.com/weather";

const forecast: AgentSkill = {
  id: "forecast",
  name: "Forecast",
  description: "Says what the weather will be.",
  tags: ["weather"],
  examples: ["Will it rain tomorrow?"],
  security: [{ bearer: [] }],
};

const schemes: Record<string, SecurityScheme> = {
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  key: {
    type: "apiKey",
    in: "header", // not a cookie: agents have no browser
    name: "X-API-Key",
  },
  sso: { type: "openIdConnect", openIdConnectUrl: `${BASE_URL}/.well-known/openid` },
};

/** What the agent tells about itself. */
export const card: AgentCard = {
  protocolVersion: "0.3.0",
  name: "Weather",
  description: "An agent that knows the weather.",
  url: `${BASE_URL}/rpc`,
  preferredTransport: "JSONRPC",
  additionalInterfaces: [
    { url: `${BASE_URL}/rpc`, transport: "JSONRPC" },
    { url: `${BASE_URL}/rest`, transport: "HTTP+JSON" },
  ],
  provider: { organization: "Example", url: "https://example.com" },
  version: "2.1.0",
  capabilities: {
    streaming: true,
    pushNotifications: false,
  },
  securitySchemes: schemes,
  security: [{ bearer: [] }, { key: [], sso: ["openid"] }],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [forecast],
  supportsAuthenticatedExtendedCard: true,
};

export function hasExtendedCard({ supportsAuthenticatedExtendedCard }: AgentCard): boolean {
  return supportsAuthenticatedExtendedCard ?? false;
}
