import { exportJWK, generateKeyPair, type JWK } from "jose";
import type { SignatureAlgorithm } from "../../runtime/signing/index.ts";

/** A key pair with its identifier. */
export interface TestKey {
  readonly alg: SignatureAlgorithm;
  readonly kid: string;
  readonly privateKey: JWK;
  readonly publicKey: JWK;
}

/** Makes a key pair. */
export async function createKey(kid: string, alg: SignatureAlgorithm = "ES256"): Promise<TestKey> {
  const pair = await generateKeyPair(alg, { extractable: true });
  const privateKey = { ...(await exportJWK(pair.privateKey)), kid, alg };
  const publicKey = { ...(await exportJWK(pair.publicKey)), kid, alg };
  return { alg, kid, privateKey, publicKey };
}

/** What `signCard` takes of a key. */
export function signingWith({ alg, kid, privateKey }: TestKey): {
  readonly alg: SignatureAlgorithm;
  readonly kid: string;
  readonly key: JWK;
} {
  return { alg, kid, key: privateKey };
}

/** A key set with the public keys. */
export function setOf(...keys: readonly TestKey[]): { readonly keys: JWK[] } {
  return { keys: keys.map(({ publicKey }) => publicKey) };
}
