import { type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import { listInterfaces, type ServedPlace } from "@a2agen/exchange/serve/interfaces.ts";
import { current } from "@a2agen/exchange/versions.ts";

/** Where the card of the upstream is, as it was received. */
export const upstreamCardPath = "/upstream/agent-card.json";

/** Where the key is that signs the card of the gateway. */
export const keysPath = "/.well-known/jwks.json";

/** The card of the upstream with the interfaces of the gateway, without signatures: they would not hold. */
export function cardFor(
  upstream: AgentCard,
  place: ServedPlace,
  { hidesSecurity }: { readonly hidesSecurity: boolean },
): AgentCard {
  const { signatures: _, ...card } = upstream;
  const { securitySchemes: _schemes, securityRequirements: _required, ...open } = card;
  return { ...(hidesSecurity ? open : card), supportedInterfaces: [...listInterfaces(place)] };
}

export type SigningKey = Readonly<Record<string, unknown>>;

/** The card with a signature by the gateway's key, over what 1.0 has of it. */
export async function signGatewayCard(card: object, key: SigningKey, url: string): Promise<object> {
  const { isSignatureAlgorithm, signCard } = await import("@a2agen/runtime/signing");
  const { kid, alg } = key;
  const { signatures: rules } = current.service.protocol;
  if (rules === undefined || typeof kid !== "string" || !isSignatureAlgorithm(alg)) {
    throw new TypeError("signingKey: expected a private key as a JWK with kid and alg");
  }
  // What other versions add is unknown to the signature, which leaves it out.
  const known = AgentCardCodec.copy(structuredClone(card));
  const jku = url.startsWith("https:") ? { jku: `${url}${keysPath}` } : {};
  const signed = await signCard(known, { codec: AgentCardCodec, rules, key: { ...key }, kid, alg, ...jku });
  return { ...card, signatures: signed.signatures };
}

/** The public half of a key. */
export function toPublicKey(key: SigningKey): SigningKey {
  const secret = new Set(["d", "p", "q", "dp", "dq", "qi", "oth", "k", "key_ops"]);
  return Object.fromEntries(Object.entries(key).filter(([name]) => !secret.has(name)));
}
