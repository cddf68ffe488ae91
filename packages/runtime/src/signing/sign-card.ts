import { base64url, type CryptoKey, FlattenedSign, type JWK, type KeyObject } from "jose";
import type { Codec } from "../core/codec.ts";
import { errorMessage } from "../core/object.ts";
import type { SignatureRules } from "../service/protocol.ts";
import { isSignatureAlgorithm, type SignatureAlgorithm, signatureAlgorithms } from "./algorithms.ts";
import { readHttpsUrl } from "./https-url.ts";
import type { JwsHeader, JwsSignature } from "./jws-signature.ts";
import { checkRules, readSignedContent } from "./payload.ts";

/** The key of a signature, and the headers beside it. */
export interface SignCardOptions<T> {
  /** Codec of the card. */
  readonly codec: Codec<T>;
  /** `signatures` of the protocol. */
  readonly rules: SignatureRules;
  /** The private key. */
  readonly key: CryptoKey | KeyObject | JWK;
  /** Identifier under which those who verify find the public key. */
  readonly kid: string;
  /** The algorithm, which has to fit the key. */
  readonly alg: SignatureAlgorithm;
  /** HTTPS URL of the key set that has the public key. */
  readonly jku?: string;
  /** The unprotected header, which the signature does not cover: do not trust it. */
  readonly header?: JwsHeader;
}

/**
 * Signs a card (A2A 8.4.2): returns a copy of it with a further signature, of which all others stay
 * as they are. The copy is what the signature covers: known fields that do not hold their default. Throws
 * DecodeError for a value that is not a card, TypeError for options that do not go together.
 */
export async function signCard<T extends object>(card: T, options: SignCardOptions<T>): Promise<T> {
  const { codec, rules, key, header } = options;
  checkRules(codec, rules);
  const protectedHeader = buildHeader(options);
  if (header !== undefined) checkUnprotected(header, protectedHeader);
  const copy = codec.copy(card);
  const content = readSignedContent(copy, { codec, rules, lenient: false });
  const { payload: _, ...jws } = await sign(content.payload, protectedHeader, key);
  const entry: JwsSignature = header === undefined ? jws : { ...jws, header };
  const signatures: readonly unknown[] = [...readList(copy, rules.field), entry];
  return { ...content.card, [rules.field]: signatures };
}

function readList(card: object, field: string): readonly unknown[] {
  const list = (card as Readonly<Record<string, unknown>>)[field];
  return Array.isArray(list) ? list : [];
}

function buildHeader(options: Omit<SignCardOptions<unknown>, "codec">): Record<string, string> {
  const { rules, alg, kid, jku } = options;
  if (!isSignatureAlgorithm(alg)) {
    throw new TypeError(`alg: expected one of ${signatureAlgorithms.join(", ")}, got ${String(alg)}`);
  }
  if (typeof kid !== "string" || kid === "") throw new TypeError("kid: expected the identifier of the key");
  if (jku !== undefined) readHttpsUrl(jku, "jku");
  const given: Readonly<Record<string, string | undefined>> = { alg, typ: rules.type, kid, jku };
  for (const name of rules.required) {
    if (given[name] === undefined) throw new TypeError(`the protocol requires the header parameter ${name}`);
  }
  const header: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (![...rules.required, ...rules.optional].includes(name)) {
      throw new TypeError(`the protocol has no header parameter ${name}`);
    }
    header[name] = value;
  }
  return header;
}

function checkUnprotected(header: JwsHeader, protectedHeader: JwsHeader): void {
  for (const name of [...Object.keys(protectedHeader), "crit", "b64"]) {
    if (!Object.hasOwn(header, name)) continue;
    throw new TypeError(`header: expected no ${name}, which only the protected header may have`);
  }
}

async function sign(
  payload: string,
  header: Record<string, string>,
  key: CryptoKey | KeyObject | JWK,
): Promise<{ readonly payload: string; readonly protected: string; readonly signature: string }> {
  try {
    // jose freezes the keys that it is given.
    const own = "kty" in key ? { ...key } : key;
    const jws = await new FlattenedSign(base64url.decode(payload)).setProtectedHeader(header).sign(own);
    // jose leaves the member out only when there is no protected header.
    return { payload: jws.payload, protected: jws.protected!, signature: jws.signature };
  } catch (cause) {
    const problem = errorMessage(cause);
    throw new TypeError(`key: expected a private key for ${header["alg"] ?? ""}: ${problem}`, { cause });
  }
}
