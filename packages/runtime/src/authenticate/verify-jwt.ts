import {
  createLocalJWKSet,
  decodeJwt,
  type errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from "jose";
import { errorCode } from "../core/object.ts";
import type { Authenticate } from "../host/authentication.ts";
import { isCallError } from "../service/call-error.ts";
import type { Principal } from "../service/security.ts";
import { type SignatureAlgorithm, signatureAlgorithms } from "../signing/algorithms.ts";
import { bearerSchemes, bearerToken, type Claims, invalidToken, principalOf } from "./bearer-token.ts";
import { type KeyCacheOptions, RemoteKeys } from "./remote-keys.ts";

/** An authorization server whose tokens count. */
export interface TrustedIssuer {
  /** Exactly as `iss` of its tokens. */
  readonly issuer: string;
  /** Its keys, or their URL. Default: as its metadata says (OpenID Connect Discovery, RFC 8414). */
  readonly jwks?: string | JSONWebKeySet;
}

export interface VerifyJwtOptions extends KeyCacheOptions {
  readonly issuer: string | TrustedIssuer | readonly (string | TrustedIssuer)[];
  /** One of them has to be in `aud`: the URL of the agent, say. */
  readonly audience: string | readonly string[];
  /** Default: all that are asymmetric. */
  readonly algorithms?: readonly SignatureAlgorithm[];
  /** Whether `typ` has to be at+jwt (RFC 9068). Default: false, which takes JWT and none as well. */
  readonly requireType?: boolean;
  /** Milliseconds by which clocks may differ. Default: 5,000. */
  readonly clockToleranceMs?: number;
  /**
   * Who the caller is; undefined for nobody. Default: `sub` or else `client_id`, with the issuer before it
   * where there are several, and the scopes of `scope` or `scp`.
   */
  readonly principal?: (claims: Claims) => Principal | undefined;
}

/**
 * Authenticates callers by JSON Web Tokens in `Authorization: Bearer`. A token that does not count fails with
 * UNAUTHENTICATED, which says why; UNAVAILABLE when the keys cannot be fetched.
 */
export function verifyJwt(options: VerifyJwtOptions): Authenticate {
  const issuers = [options.issuer].flat().map((each) => (typeof each === "string" ? { issuer: each } : each));
  const keys = new Map(issuers.map((each) => [each.issuer, keysOf(each, options)]));
  const checks: JWTVerifyOptions = {
    audience: [options.audience].flat(),
    algorithms: [...(options.algorithms ?? signatureAlgorithms)],
    clockTolerance: (options.clockToleranceMs ?? 5000) / 1000,
    requiredClaims: ["exp"],
  };
  const toPrincipal = (claims: JWTPayload): Principal | undefined => {
    const principal = principalOf(claims);
    return issuers.length === 1 ? principal : { ...principal, id: `${claims.iss}|${principal.id}` };
  };
  const types = new Set<string | undefined>([
    "at+jwt",
    ...(options.requireType === true ? [] : ["jwt", undefined]),
  ]);
  const check = async (token: string): Promise<Claims> => {
    const { iss = "" } = decodeJwt(token);
    const find = keys.get(iss);
    if (find === undefined) throw invalidToken("the token is of another issuer");
    const { payload, protectedHeader } = await jwtVerify(token, find, { ...checks, issuer: iss });
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, "");
    if (!types.has(type)) throw invalidToken("the token is not an access token");
    return payload;
  };
  return async (request) => {
    const token = bearerToken(request);
    if (token === undefined) return undefined;
    const claims = await check(token).catch((error: unknown) => {
      throw isCallError(error) ? error : invalidToken(reasonOf(error));
    });
    const principal = (options.principal ?? toPrincipal)(claims);
    return principal && { schemes: bearerSchemes(request), ...principal };
  };
}

function keysOf({ issuer, jwks }: TrustedIssuer, options: KeyCacheOptions): JWTVerifyGetKey {
  return typeof jwks === "object" ? createLocalJWKSet(jwks) : new RemoteKeys(issuer, jwks, options).find;
}

const reasons: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: "the token has expired",
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "the signature of the token is not valid",
  ERR_JWKS_NO_MATCHING_KEY: "the key of the token is not known",
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: "the token does not say which key it is signed by",
  ERR_JOSE_ALG_NOT_ALLOWED: "the algorithm of the token is not accepted",
};

/** Names of claims, never what a token says. */
function reasonOf(error: unknown): string {
  const code = errorCode(error) ?? "";
  if (code === "ERR_JWT_CLAIM_VALIDATION_FAILED")
    return `the token's claim ${(error as errors.JWTClaimValidationFailed).claim} is missing or not accepted`;
  return reasons[code] ?? "the token cannot be read";
}
