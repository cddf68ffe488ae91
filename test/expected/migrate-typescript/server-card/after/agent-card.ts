import type { AgentCard, AgentSkill, SecurityScheme } from "@a2agen/a2a-1.0";

const BASE_URL = "https://agents.example.com/weather";

const forecast: AgentSkill = {
  id: "forecast",
  name: "Forecast",
  description: "Says what the weather will be.",
  tags: ["weather"],
  examples: ["Will it rain tomorrow?"],
  securityRequirements: [{ schemes: { bearer: { list: [] } } }],
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
  name: "Weather",
  description: "An agent that knows the weather.",
  supportedInterfaces: [
    { url: `${BASE_URL}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: `${BASE_URL}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
  ],
  provider: { organization: "Example", url: "https://example.com" },
  version: "2.1.0",
  capabilities: {
    streaming: true,
    pushNotifications: false,
    extendedAgentCard: true,
  },
  securitySchemes: schemes,
  securityRequirements: [{ schemes: { bearer: { list: [] } } }, { schemes: { key: { list: [] }, sso: { list: ["openid"] } } }],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [forecast],
};

export function hasExtendedCard({ capabilities: { extendedAgentCard: supportsAuthenticatedExtendedCard } }: AgentCard): boolean {
  return supportsAuthenticatedExtendedCard ?? false;
}
