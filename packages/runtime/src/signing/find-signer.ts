import { errors, flattenedVerify } from "jose";
import { errorMessage } from "../core/object.ts";
import type { SignatureAlgorithm } from "./algorithms.ts";
import type { JwsSignature } from "./jws-signature.ts";
import type { KeyChoice, KeyOrigin, KeyRequest, KeySource, VerificationKey } from "./key-sources.ts";
import { isSignatureError, SignatureError, type SignatureFailureReason } from "./signature-error.ts";

/** Keys that are tried for one signature: anyone can publish a thousand under one name. */
const maxTries = 16;

/** The reasons of sources, from the least to the most informative. */
const weights: readonly SignatureFailureReason[] = [
  "key-not-found",
  "jku-refused",
  "key-unavailable",
  "key-unsuitable",
  "key-expired",
  "signature-mismatch",
  "wrong-key",
];

export interface Search {
  readonly request: KeyRequest;
  readonly sources: readonly KeySource[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The first source whose key made the signature; throws the most informative SignatureError. */
export async function findSigner(jws: DetachedJws, { request, sources, now }: Search): Promise<KeyOrigin> {
  const id = request.kid === undefined ? "" : ` with the identifier ${JSON.stringify(request.kid)}`;
  const problems = [new SignatureError("key-not-found", `expected a trusted key${id}, found none`)];
  for (const source of sources) {
    const choice = await tryChoose(source, request);
    if (choice instanceof Error) {
      problems.push(choice);
      continue;
    }
    const found = await tryKeys(jws, choice, now);
    if (found === "verified") return choice.origin;
    problems.push(...found);
  }
  throw problems.reduce((most, next) => (weigh(next) > weigh(most) ? next : most));
}

function weigh({ reason }: SignatureError): number {
  return weights.indexOf(reason);
}

async function tryChoose(source: KeySource, request: KeyRequest): Promise<KeyChoice | SignatureError> {
  try {
    return await source(request);
  } catch (error) {
    if (isSignatureError(error)) return error;
    throw error;
  }
}

async function tryKeys(
  jws: DetachedJws,
  { named, others }: KeyChoice,
  now: number,
): Promise<"verified" | readonly SignatureError[]> {
  const problems: SignatureError[] = [];
  for (const key of named.slice(0, maxTries)) {
    const problem = await verifyWithKey(jws, key, now);
    if (problem === undefined) return "verified";
    problems.push(problem);
  }
  if (problems.length === 0) return problems;
  for (const key of others.slice(0, maxTries)) {
    if ((await verifyWithKey(jws, key, now)) !== undefined) continue;
    const other = JSON.stringify(key.kid) ?? "without identifier";
    problems.push(new SignatureError("wrong-key", `the signature was made by another key: ${other}`));
    break;
  }
  return problems;
}

/** A signature with its supposed payload. */
interface DetachedJws {
  readonly jws: JwsSignature;
  /** In base64url. */
  readonly payload: string;
  readonly alg: SignatureAlgorithm;
}

/** Verifies a signature with one key; returns a SignatureError if it is invalid. */
async function verifyWithKey(
  { jws, payload, alg }: DetachedJws,
  key: VerificationKey,
  now: number,
): Promise<SignatureError | undefined> {
  const isJwk = "kty" in key;
  if (isJwk) {
    const invalid = whyInvalid(key, now / 1000);
    if (invalid !== undefined) return new SignatureError("key-expired", `the key ${invalid}`);
  }
  try {
    // The unprotected header is not handed over; and jose freezes the keys that it is given.
    const { protected: header, signature } = jws;
    const own = isJwk ? { ...key } : key;
    await flattenedVerify({ payload, protected: header, signature }, own, { algorithms: [alg] });
    return undefined;
  } catch (cause) {
    if (cause instanceof errors.JWSSignatureVerificationFailed) {
      return new SignatureError("signature-mismatch", "the signature does not fit the card", { cause });
    }
    const problem = errorMessage(cause);
    return new SignatureError("key-unsuitable", `the key is not a public key for ${alg}: ${problem}`, {
      cause,
    });
  }
}

/**
 * The members of a JWK that say how long it is valid, in seconds since 1970 (OpenID Federation 1.0, 8.7.2).
 */
function whyInvalid(key: object, seconds: number): string | undefined {
  const { exp, nbf, revoked } = key as { exp?: unknown; nbf?: unknown; revoked?: unknown };
  if (revoked !== undefined && revoked !== null && revoked !== false) return "was revoked";
  if (typeof exp === "number" && seconds >= exp) return `expired at ${exp}`;
  if (typeof nbf === "number" && seconds < nbf) return `is not valid before ${nbf}`;
  return undefined;
}
