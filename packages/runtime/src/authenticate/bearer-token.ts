import { isObject } from "../core/object.ts";
import type { AuthenticationRequest } from "../host/authentication.ts";
import { CallError } from "../service/call-error.ts";
import type { Principal, SecurityScheme } from "../service/security.ts";

/** The claims of a token, as a JWT or introspection has them. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * The bearer token of a call; undefined without one. Throws INVALID_ARGUMENT for what is none (RFC 6750
 * 2.1).
 */
export function bearerToken(request: AuthenticationRequest): string | undefined {
  const header = request.header("authorization") ?? "";
  if (!/^bearer(?: |$)/i.test(header)) return undefined;
  if (request.query("access_token") !== undefined) {
    throw new CallError(
      "INVALID_ARGUMENT",
      "expected one token, in Authorization; found one in the query too",
    );
  }
  const token = /^bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1];
  if (token === undefined)
    throw new CallError("INVALID_ARGUMENT", "Authorization: expected Bearer and one token");
  return token;
}

/** Names of the card's schemes whose credentials are bearer tokens. */
export function bearerSchemes({ schemes }: AuthenticationRequest): readonly string[] {
  return namesOf(
    schemes,
    ({ httpAuthSecurityScheme: http, oauth2SecurityScheme, openIdConnectSecurityScheme }) =>
      http?.scheme.toLowerCase() === "bearer" ||
      oauth2SecurityScheme !== undefined ||
      openIdConnectSecurityScheme !== undefined,
  );
}

/** Names of the card's schemes of a kind. */
export function namesOf(
  schemes: Readonly<Record<string, SecurityScheme>>,
  isOf: (scheme: SecurityScheme) => boolean,
): readonly string[] {
  return Object.keys(schemes).filter((name) => isOf(schemes[name] ?? {}));
}

/** The error for a token that does not count; the host adds the challenge. */
export function invalidToken(reason: string): CallError {
  return new CallError("UNAUTHENTICATED", reason);
}

/** Who a token says its caller is: `sub`, else `client_id`; scopes of `scope`, else `scp`. */
export function principalOf(claims: Claims): Principal {
  const id = claims["sub"] ?? claims["client_id"];
  if (typeof id !== "string" || id === "") throw invalidToken("the token names no subject");
  // A token that is bound to a key is worth nothing to someone without it (RFC 8705, RFC 9449).
  if (isObject(claims["cnf"])) throw invalidToken("the token is bound to a key, which is not checked here");
  return { id, scopes: scopesOf(claims["scope"] ?? claims["scp"]), claims };
}

function scopesOf(value: unknown): readonly string[] {
  const texts = typeof value === "string" ? value.split(" ") : Array.isArray(value) ? value : [];
  return texts.filter((each): each is string => typeof each === "string" && each !== "");
}
