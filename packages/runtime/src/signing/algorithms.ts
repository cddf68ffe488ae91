/**
 * The algorithms of RFC 7518, 8037 and 9864 by which cards are signed. All are asymmetric: who can
 * verify a signature cannot make one. `none` and HMAC are not among them, so that a public key can
 * never serve as a shared secret.
 */
export const signatureAlgorithms = [
  "ES256",
  "ES384",
  "ES512",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
  "EdDSA",
  "Ed25519",
] as const;

/** Name of an algorithm by which cards are signed, "ES256". */
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number];

/** Whether a value is the name of one of them; names are case-sensitive. */
export function isSignatureAlgorithm(value: unknown): value is SignatureAlgorithm {
  return (signatureAlgorithms as readonly unknown[]).includes(value);
}
