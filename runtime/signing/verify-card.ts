import type { Codec } from "../core/codec.ts";
import { defined, errorMessage, own } from "../core/object.ts";
import type { SignatureRules } from "../service/protocol.ts";
import { isSignatureAlgorithm, type SignatureAlgorithm, signatureAlgorithms } from "./algorithms.ts";
import { checkHeader } from "./check-header.ts";
import { findSigner } from "./find-signer.ts";
import { type JwsHeader, type ReadSignature, readSignature } from "./jws-signature.ts";
import { type KeyOptions, type KeyOrigin, listKeySources } from "./key-sources.ts";
import { checkRules, readSignedContent } from "./payload.ts";
import { type FailedSignature, isSignatureError, SignatureError } from "./signature-error.ts";

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
