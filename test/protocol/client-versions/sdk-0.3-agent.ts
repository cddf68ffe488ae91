import type { AgentCard } from "@a2a-js/sdk-0.3";
import { olderCard } from "../../shared/interop-0.3/older-agent.ts";
import { type SdkServer, startSdkServer } from "../../shared/interop-0.3/sdk-server.ts";

export const echoExtension = "https://example.com/extensions/echo/v1";

/** The card of an agent on the SDK of 0.3 that offers everything. */
export function cardOf(origin: string, changes: Partial<AgentCard> = {}): AgentCard {
  return { ...(olderCard as AgentCard), url: `${origin}/`, preferredTransport: "JSONRPC", ...changes };
}

/** Serves such an agent until the test has ended. */
export async function startOlderAgent(changes: Partial<AgentCard> = {}): Promise<SdkServer> {
  const { securitySchemes, preferredTransport } = cardOf("");
  return startSdkServer({
    card: { securitySchemes, preferredTransport, ...changes } as Partial<AgentCard>,
  });
}
