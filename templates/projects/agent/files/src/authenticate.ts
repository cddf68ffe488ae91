import { createHash, timingSafeEqual } from "node:crypto";
import type { AgentCard } from "@a2agen/a2a-1.0";
import type { Authenticate } from "@a2agen/runtime/host";

/** Accepts callers that present the token: `Authorization: Bearer TOKEN`. */
export function bearerToken(token: string): Authenticate {
  const expected = digest(token);
  return ({ header }) => {
    const given = /^bearer +(\S+)$/i.exec(header("authorization") ?? "")?.[1];
    // Digests have the same length, so comparing them always takes the same time.
    if (given === undefined || !timingSafeEqual(digest(given), expected)) return undefined;
    // Tasks belong to this principal. If you have several callers, give each its own id.
    return { id: "owner" };
  };
}

/** Returns the card with a bearer token required. */
export function withBearer(card: AgentCard): AgentCard {
  return {
    ...card,
    securitySchemes: { ...card.securitySchemes, bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
