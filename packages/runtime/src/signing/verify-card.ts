import type { Codec } from "../core/codec.ts";
import { defined, errorMessage, own } from "../core/object.ts";
import type { SignatureRules } from "../service/protocol.ts";
import { isSignatureAlgorithm, type SignatureAlgorithm, signatureAlgorithms } from "./algorithms.ts";
import { findSigner } from "./find-signer.ts";
import { type JwsHeader, type ReadSignature, readSignature } from "./jws-signature.ts";
import { type KeyOptions, type KeyOrigin, listKeySources } from "./key-sources.ts";
import { checkRules, readSignedContent } from "./payload.ts";
import { type FailedSignature, isSignatureError, SignatureError } from "./signature-error.ts";

/** The trusted keys, and the limits of a verification. */
export interface VerifyCardOptions<T> extends KeyOptions {
  /** Codec of the card. */
  readonly codec: Codec<T>;
  /** `signatures` of the protocol. */
  readonly rules: SignatureRules;
  /** The algorithms that are accepted. Default: all of `signatureAlgorithms`. */
  readonly algorithms?: readonly SignatureAlgorithm[];
  /** How many signatures of a card are looked at. Default: 16. */
  readonly maxSignatures?: number;
  /** Milliseconds since 1970, for keys that expire. Default: Date.now. */
  readonly now?: () => number;
}

/** A signature that was made over the card by a trusted key. */
export interface VerifiedSignature {
  /** Position in the card's list of signatures. */
  readonly index: number;
  readonly alg: SignatureAlgorithm;
  readonly kid?: string;
  /** Where the key came from. */
  readonly origin: KeyOrigin;
  /** The protected header. */
  readonly header: JwsHeader;
  /** The header that nothing vouches for. */
  readonly unprotectedHeader?: JwsHeader;
}

/** The signatures of a card that count, and those that do not, each with the reason. */
export interface CardVerification<T> {
  /**
   * What the signatures cover: the card's known fields without its signatures. Go on with this one
   * where a field that the profile does not know could matter. Absent when the card is not one.
   */
  readonly card?: T;
  readonly verified: readonly VerifiedSignature[];
  readonly failed: readonly FailedSignature[];
}

/**
 * Verifies every signature of a card (A2A 8.4.3), with a result for each by its index. Accepts any value:
 * problems of the card are in the result. Throws a TypeError for options
 * that do not go together, nothing else.
 */
export async function verifyCard<T extends object>(
  card: T,
  options: VerifyCardOptions<T>,
): Promise<CardVerification<T>> {
  const verifier = createVerifier(options);
  const { list, surplus } = listSignatures(card, options);
  let content: { readonly card: T; readonly payload: string };
  try {
    content = readSignedContent(card, { codec: options.codec, rules: options.rules, lenient: true });
  } catch (cause) {
    const message = errorMessage(cause);
    const error = new SignatureError("card-invalid", message, { cause });
    return { verified: [], failed: [...list.map((_, index) => toFailure(error, index)), ...surplus] };
  }
  const outcomes = await Promise.all(
    list.map((entry, index) => verifyEntry(entry, { index, payload: content.payload, verifier })),
  );
  return {
    card: content.card,
    verified: outcomes.filter((outcome) => "header" in outcome),
    failed: [...outcomes.filter((outcome) => "reason" in outcome), ...surplus],
  };
}

interface Verifier {
  readonly rules: SignatureRules;
  readonly algorithms: readonly SignatureAlgorithm[];
  readonly sources: ReturnType<typeof listKeySources>;
  readonly now: () => number;
}

function createVerifier<T>(options: VerifyCardOptions<T>): Verifier {
  const { codec, rules, algorithms = signatureAlgorithms, now = Date.now } = options;
  checkRules(codec, rules);
  for (const name of algorithms) {
    if (isSignatureAlgorithm(name)) continue;
    throw new TypeError(
      `algorithms: expected names out of ${signatureAlgorithms.join(", ")}, got ${String(name)}`,
    );
  }
  return { rules, algorithms, sources: listKeySources(options), now };
}

/** The signatures to look at, and those beyond the limit. */
function listSignatures<T extends object>(
  card: T,
  { rules, maxSignatures = 16 }: VerifyCardOptions<T>,
): { readonly list: readonly unknown[]; readonly surplus: readonly FailedSignature[] } {
  const isCard = typeof card === "object" && card !== null;
  const given = isCard ? own(card, rules.field) : undefined;
  if (given === undefined || given === null) return { list: [], surplus: [] };
  // A value that is not a list fails as one malformed signature.
  const list: readonly unknown[] = Array.isArray(given) ? given : [undefined];
  const message = `expected at most ${maxSignatures} signatures, got ${list.length}`;
  const surplus = Array.from({ length: Math.max(0, list.length - maxSignatures) }, (_, at) => ({
    index: maxSignatures + at,
    reason: "too-many" as const,
    message,
  }));
  return { list: list.slice(0, maxSignatures), surplus };
}

interface EntryContext {
  readonly index: number;
  readonly payload: string;
  readonly verifier: Verifier;
}

async function verifyEntry(
  entry: unknown,
  { index, payload, verifier }: EntryContext,
): Promise<VerifiedSignature | FailedSignature> {
  let read: ReadSignature | undefined;
  try {
    read = readSignature(entry);
    const { protectedHeader: header, unprotectedHeader } = read;
    const request = { ...checkHeader(read, verifier.rules, verifier.algorithms), header };
    const jws = { jws: read.jws, payload, alg: request.alg };
    const origin = await findSigner(jws, { request, sources: verifier.sources, now: verifier.now() });
    const { alg, kid } = request;
    return {
      index,
      alg,
      ...defined({ kid }),
      origin,
      header,
      ...defined({ unprotectedHeader }),
    };
  } catch (error) {
    if (!isSignatureError(error)) throw error;
    return toFailure(error, index, read?.protectedHeader);
  }
}

/** The result for an invalid signature. */
function toFailure(error: SignatureError, index: number, header?: JwsHeader): FailedSignature {
  const kid = header === undefined ? undefined : own(header, "kid");
  const alg = header === undefined ? undefined : own(header, "alg");
  return {
    index,
    reason: error.reason,
    message: error.message,
    ...(typeof kid === "string" ? { kid } : {}),
    ...(typeof alg === "string" ? { alg } : {}),
    ...defined({ cause: error.cause }),
  };
}

/** The protected header, checked by the rules of the protocol. */
interface CheckedHeader {
  readonly alg: SignatureAlgorithm;
  readonly kid?: string;
  readonly jku?: string;
}

/** Checks the headers of a signature; throws SignatureError. Only the protected one selects anything. */
function checkHeader(
  { protectedHeader, unprotectedHeader }: ReadSignature,
  rules: SignatureRules,
  algorithms: readonly SignatureAlgorithm[],
): CheckedHeader {
  for (const header of [protectedHeader, unprotectedHeader ?? {}]) {
    if (Object.hasOwn(header, "crit")) {
      throw new SignatureError(
        "critical-header",
        "expected a header without crit: no extension is understood",
      );
    }
    if (Object.hasOwn(header, "b64") && header["b64"] !== true) {
      throw new SignatureError("critical-header", "b64: expected a payload in base64url");
    }
  }
  for (const name of rules.required) {
    if (Object.hasOwn(protectedHeader, name)) continue;
    throw new SignatureError("header-refused", `protected: expected the parameter ${name}, got none`);
  }
  const alg = readAlgorithm(own(protectedHeader, "alg"), algorithms);
  const typ = own(protectedHeader, "typ");
  if (typ !== undefined && !isSameMediaType(typ, rules.type)) {
    throw new SignatureError("header-refused", `typ: expected ${rules.type}, got ${JSON.stringify(typ)}`);
  }
  const kid = readText(protectedHeader, "kid");
  const jku = readText(protectedHeader, "jku");
  return { alg, ...defined({ kid, jku }) };
}

function readAlgorithm(alg: unknown, allowed: readonly SignatureAlgorithm[]): SignatureAlgorithm {
  if (isSignatureAlgorithm(alg) && allowed.includes(alg)) return alg;
  throw new SignatureError(
    "algorithm-refused",
    `alg: expected one of ${allowed.join(", ")}, got ${JSON.stringify(alg) ?? "none"}`,
  );
}

function readText(header: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = own(header, name);
  if (value === undefined || (typeof value === "string" && value !== "")) return value;
  throw new SignatureError("header-refused", `${name}: expected a text, got ${JSON.stringify(value)}`);
}

/** RFC 7515 section 4.1.9: a media type in any case, whose "application/" may be left out. */
function isSameMediaType(given: unknown, wanted: string): boolean {
  return typeof given === "string" && toMediaType(given) === toMediaType(wanted);
}

function toMediaType(type: string): string {
  return (type.includes("/") ? type : `application/${type}`).toLowerCase();
}

/** Options of `verifyCard`, and how many signatures must count. */
export interface AssertCardSignatureOptions<T> extends VerifyCardOptions<T> {
  /**
   * Whether one signature that counts is enough, or all must. Default: "any", as the specification has it.
   */
  readonly required?: "any" | "all";
}

const shown = 5;

/**
 * Verifies the signatures of a card as `verifyCard` does and throws SignatureError unless those
 * required count; a card without signatures never passes.
 */
export async function assertCardSignature<T extends object>(
  card: T,
  options: AssertCardSignatureOptions<T>,
): Promise<CardVerification<T>> {
  const { required = "any" } = options;
  const result = await verifyCard(card, options);
  const { verified, failed } = result;
  if (verified.length > 0 && (required === "any" || failed.length === 0)) return result;
  const [first] = failed;
  if (first === undefined) throw new SignatureError("unsigned", "expected a signed card, got no signature");
  const lines = failed
    .slice(0, shown)
    .map(({ index, message, reason }) => `\n  ${options.rules.field}[${index}]: ${message} [${reason}]`);
  const more = failed.length > shown ? `\n  and ${failed.length - shown} more` : "";
  const wanted = required === "any" ? "one signature that counts" : "only signatures that count";
  throw new SignatureError(first.reason, `expected ${wanted}:${lines.join("")}${more}`, { failed });
}
