import type { CryptoKey, JWK, KeyObject } from "jose";
import { errorMessage } from "../core/object.ts";
import type { SignatureAlgorithm } from "./algorithms.ts";
import type { JwksSource } from "./jwks-source.ts";
import type { JwsHeader } from "./jws-signature.ts";
import { isSignatureError, SignatureError } from "./signature-error.ts";

/** A public key. */
export type VerificationKey = CryptoKey | KeyObject | JWK;

/** Which key a signature asks for. All of it is protected, none of it verified. */
export interface KeyRequest {
  readonly alg: SignatureAlgorithm;
  readonly kid?: string;
  readonly jku?: string;
  /** The whole protected header. */
  readonly header: JwsHeader;
}

/** Finds the key for a signature in a store of your own; undefined if there is none. */
export type ResolveKey = (
  request: KeyRequest,
) => VerificationKey | undefined | Promise<VerificationKey | undefined>;

/** Where keys are looked for, in this order. */
export interface KeyOptions {
  /** Keys that are trusted for every card. */
  readonly keys?: { readonly keys: readonly JWK[] };
  /** Called if none of `keys` fits. Its errors count as no key. */
  readonly resolveKey?: ResolveKey;
  /** Asked last, with the signature's `jku`; `jku` is ignored when this is absent. */
  readonly jwks?: JwksSource;
}

/** Where a key came from. */
export type KeyOrigin = "keys" | "resolveKey" | "jku";

/** The keys of one source. */
export interface KeyChoice {
  readonly origin: KeyOrigin;
  /** Those with the identifier that was asked for. */
  readonly named: readonly VerificationKey[];
  /** The other keys, which verify nothing and only improve the error. */
  readonly others: readonly JWK[];
}

export type KeySource = (request: KeyRequest) => Promise<KeyChoice>;

/** The sources in the options; each throws a SignatureError if it has no answer. */
export function listKeySources({ keys, resolveKey, jwks }: KeyOptions): readonly KeySource[] {
  const sources: KeySource[] = [];
  if (keys !== undefined) sources.push(async ({ kid }) => choose("keys", keys.keys, kid));
  if (resolveKey !== undefined) sources.push((request) => resolve(resolveKey, request));
  if (jwks !== undefined) {
    sources.push(async ({ jku, kid }) =>
      choose("jku", jku === undefined ? [] : await getKeys(jwks, jku, kid), kid),
    );
  }
  if (sources.length === 0) throw new TypeError("expected one of keys, resolveKey and jwks, got none");
  return sources;
}

function choose(origin: KeyOrigin, keys: readonly JWK[], kid: string | undefined): KeyChoice {
  if (kid === undefined) return { origin, named: keys, others: [] };
  const isNamed = (key: JWK): boolean => Object.hasOwn(key, "kid") && key.kid === kid;
  return { origin, named: keys.filter(isNamed), others: keys.filter((key) => !isNamed(key)) };
}

async function resolve(resolveKey: ResolveKey, request: KeyRequest): Promise<KeyChoice> {
  const key = await refuseOnFailure(async () => resolveKey(request));
  return { origin: "resolveKey", named: key === undefined ? [] : [key], others: [] };
}

function getKeys(jwks: JwksSource, jku: string, kid: string | undefined): Promise<readonly JWK[]> {
  return refuseOnFailure(() => jwks.get(jku, kid));
}

async function refuseOnFailure<T>(find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (cause) {
    if (isSignatureError(cause)) throw cause;
    const problem = errorMessage(cause);
    throw new SignatureError("key-unavailable", `the key could not be had: ${problem}`, { cause });
  }
}
