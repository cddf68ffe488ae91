import { errors, flattenedVerify } from "jose";
import { errorMessage } from "../core/object.ts";
import type { SignatureAlgorithm } from "./algorithms.ts";
import type { JwsSignature } from "./jws-signature.ts";
import type { VerificationKey } from "./key-sources.ts";
import { SignatureError } from "./signature-error.ts";

/** A signature with its supposed payload. */
export interface DetachedJws {
  readonly jws: JwsSignature;
  /** In base64url. */
  readonly payload: string;
  readonly alg: SignatureAlgorithm;
}

/** Verifies a signature with one key; returns a SignatureError if it is invalid. */
export async function verifyWithKey(
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

/** The members of a JWK that say how long it is valid, in seconds since 1970 (OpenID Federation 1.0, 8.7.2). */
function whyInvalid(key: object, seconds: number): string | undefined {
  const { exp, nbf, revoked } = key as { exp?: unknown; nbf?: unknown; revoked?: unknown };
  if (revoked !== undefined && revoked !== null && revoked !== false) return "was revoked";
  if (typeof exp === "number" && seconds >= exp) return `expired at ${exp}`;
  if (typeof nbf === "number" && seconds < nbf) return `is not valid before ${nbf}`;
  return undefined;
}
