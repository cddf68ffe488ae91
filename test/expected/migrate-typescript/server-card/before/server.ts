import express from "express";
import type { AgentCard, SecurityScheme } from "@a2a-js/sdk";
import { card } from "./agent-card.js";

/** Whether callers have to bring a key, and in which header. */
export function keyHeader(scheme: SecurityScheme): string | undefined {
  if (scheme.type === "apiKey" && scheme.in === "header") {
    return scheme.name;
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
