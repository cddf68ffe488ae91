import { constants, createPublicKey, verify } from "node:crypto";
import { cardCodecs } from "@a2agen/exchange/versions.ts";
import { canonicalize } from "@a2agen/runtime/canonical";
import { isObject } from "@a2agen/runtime/internal";

type Json = Readonly<Record<string, unknown>>;

/** A signature as it stands in a card, with what its protected header says. */
export interface CardSignature {
  readonly protected: string;
  readonly signature: string;
  readonly alg: string;
  readonly kid: string;
  /** Where the key is; undefined where the header does not say. */
  readonly keys: string | undefined;
}

/** The signatures of a card whose headers can be read. */
export function signaturesOf(card: unknown): readonly CardSignature[] {
  const list = isObject(card) && Array.isArray(card["signatures"]) ? (card["signatures"] as unknown[]) : [];
  return list.filter(isObject).flatMap(({ protected: text, signature }) => {
    const header = decodeHeader(text);
    const { alg, kid, jku } = header ?? {};
    if (typeof text !== "string" || typeof signature !== "string") return [];
    if (typeof alg !== "string" || typeof kid !== "string") return [];
    return [{ protected: text, signature, alg, kid, keys: typeof jku === "string" ? jku : undefined }];
  });
}

export function decodeHeader(text: unknown): Json | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(String(text), "base64url").toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An algorithm of JWS for `node:crypto`; undefined for an unknown one. */
function algorithmOf(name: string): { readonly hash: string | null; readonly options: object } | undefined {
  if (name === "EdDSA") return { hash: null, options: {} };
  const [, family, bits] = /^(ES|RS|PS)(256|384|512)$/.exec(name) ?? [];
  if (bits === undefined) return undefined;
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants;
  const options = { ES: { dsaEncoding: "ieee-p1363" }, RS: {}, PS: { padding, saltLength } };
  return { hash: `sha${bits}`, options: options[family as keyof typeof options] };
}

/** What is wrong with a signature by its owner's keys; undefined if nothing, or if it cannot be decided. */
export function judgeSignature(
  card: object,
  { protected: head, signature, alg, kid }: CardSignature,
  keys: unknown,
): string | undefined {
  const list =
    isObject(keys) && Array.isArray(keys["keys"]) ? (keys["keys"] as unknown[]).filter(isObject) : [];
  const key = list.find((each) => each["kid"] === kid);
  if (key === undefined) return `no key with the kid ${JSON.stringify(kid)} at jku`;
  const algorithm = algorithmOf(alg);
  if (algorithm === undefined) return undefined;
  try {
    const publicKey = createPublicKey({ key, format: "jwk" });
    const isRight = payloadsOf(card).some((payload) =>
      verify(
        algorithm.hash,
        Buffer.from(`${head}.${Buffer.from(payload).toString("base64url")}`),
        { key: publicKey, ...algorithm.options },
        Buffer.from(signature, "base64url"),
      ),
    );
    return isRight ? undefined : "a signature of something else";
  } catch (error) {
    return `a key that cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What may have been signed: the card in canonical JSON, as each version has it, and as it came. */
function payloadsOf(card: object): readonly string[] {
  const { signatures: _, ...content } = card as Json;
  const payloads = cardCodecs.flatMap((codec) => {
    try {
      return canonicalize(codec, codec.decode(structuredClone(content), { lenient: true }));
    } catch {
      return [];
    }
  });
  // A field of a later version is signed too.
  const asItCame = cardCodecs.slice(0, 1).map((codec) => ({ ...codec, encode: (value: object) => value }));
  return [...payloads, ...asItCame.map((codec) => canonicalize(codec, content))];
}
