import { createHash, timingSafeEqual } from "node:crypto";
import type { AgentCard } from "@a2agen/a2a-1.0";
import type { Authenticate } from "@a2agen/runtime/host";

/** Lets callers in that present the token: `Authorization: Bearer TOKEN`. */
export function bearerToken(token: string): Authenticate {
  const expected = digest(token);
  return ({ header }) => {
    const given = /^bearer +(\S+)$/i.exec(header("authorization") ?? "")?.[1];
    // Digests have one length, and comparing them takes the same time wherever they differ.
    if (given === undefined || !timingSafeEqual(digest(given), expected)) return undefined;
    // Tasks belong to whom this names. Give each caller an id of its own when you have several.
    return { id: "owner" };
  };
}

/** The card, asking for a bearer token. */
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
