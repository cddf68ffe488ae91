import { exportJWK, generateKeyPair, type JWK } from "jose";
import type { SignatureAlgorithm } from "../../../packages/runtime/src/signing/index.ts";
import rsaTestKey from "./rsa-test-key.json" with { type: "json" };

/** A key pair with its identifier. */
export interface TestKey {
  readonly alg: SignatureAlgorithm;
  readonly kid: string;
  readonly privateKey: JWK;
  readonly publicKey: JWK;
}

/** Makes a key pair. All for RSA have the key of rsa-test-key.json: to find primes takes long. */
export async function createKey(kid: string, alg: SignatureAlgorithm = "ES256"): Promise<TestKey> {
  const { privateKey, publicKey } = /^[RP]S/.test(alg) ? rsaPair : await generatePair(alg);
  return { alg, kid, privateKey: { ...privateKey, kid, alg }, publicKey: { ...publicKey, kid, alg } };
}

type Pair = Pick<TestKey, "privateKey" | "publicKey">;

const { kty, n, e } = rsaTestKey;
const rsaPair: Pair = { privateKey: rsaTestKey, publicKey: { kty, n, e } };

async function generatePair(alg: SignatureAlgorithm): Promise<Pair> {
  const pair = await generateKeyPair(alg, { extractable: true });
  return { privateKey: await exportJWK(pair.privateKey), publicKey: await exportJWK(pair.publicKey) };
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
