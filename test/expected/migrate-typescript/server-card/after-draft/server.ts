import express from "express";
import type { AgentCard, SecurityScheme } from "@a2agen/a2a-1.0-draft";
import { card } from "./agent-card.js";

/** Whether callers have to bring a key, and in which header. */
export function keyHeader(scheme: SecurityScheme): string | undefined {
  if (scheme.apiKeySecurityScheme !== undefined && scheme.apiKeySecurityScheme.location === "header") {
    return scheme.apiKeySecurityScheme.name;
  }
  return undefined;
}

export function createApp(served: AgentCard = card): express.Express {
  const app = express();
  app.get("/card", (_request, response) => {
    response.json(served);
  });
  return app;
}

export function extendedCardOf(served: AgentCard): boolean {
  return served.supportsAuthenticatedExtendedCard === true;
}
