import type { Authenticate, AuthenticationRequest } from "../host/authentication.ts";
import type { Principal } from "../service/security.ts";
import { bearerSchemes, namesOf } from "./bearer-token.ts";
import { hashText } from "./hash-text.ts";

/** Who has the key of a hash; undefined for nobody. For keys in a database. */
export type FindApiKey = (hash: string) => Principal | undefined | Promise<Principal | undefined>;

/** The text under which `apiKeys` knows a key: "sha256:" and 64 digits. Make keys of 32 random bytes. */
export async function hashApiKey(key: string): Promise<string> {
  return `sha256:${await hashText(key)}`;
}

/**
 * Authenticates callers by API keys, which come where the card's schemes say: a header, a parameter of the
 * query, a cookie; for a Bearer scheme in `Authorization`. Keys are known by their hashes alone
 * (`hashApiKey`), several may be of one principal. How long a comparison takes says nothing of the keys.
 */
export function apiKeys(keys: Readonly<Record<string, Principal>> | FindApiKey): Authenticate {
  const find = typeof keys === "function" ? keys : createFinder(Object.entries(keys));
  return async (request) => {
    const principals = await Promise.all(
      keysOf(request).map(async ([name, key]) => {
        const found = await find(await hashApiKey(key));
        return found && { scopes: [], schemes: [name], ...found };
      }),
    );
    return principals.find((principal) => principal !== undefined);
  };
}

function createFinder(rows: readonly (readonly [string, Principal])[]): FindApiKey {
  if (rows.some(([hash]) => !/^sha256:[0-9a-f]{64}$/.test(hash))) {
    throw new TypeError(
      "apiKeys: expected hashes of keys, sha256: and 64 digits; make them by hashApiKey(key)",
    );
  }
  return (wanted) => {
    let found: Principal | undefined;
    // Each row is compared whole, whatever the others are.
    for (const [hash, principal] of rows) {
      let difference = 0;
      for (let at = 0; at < hash.length; at++) difference |= hash.charCodeAt(at) ^ wanted.charCodeAt(at);
      found = difference === 0 ? principal : found;
    }
    return found;
  };
}

/** The keys of a call, by the names of their schemes. */
function keysOf(request: AuthenticationRequest): readonly (readonly [string, string])[] {
  const { schemes } = request;
  const named = namesOf(schemes, ({ apiKeySecurityScheme }) => apiKeySecurityScheme !== undefined);
  const placed = named.map(
    (name) => [name, placedKey(request, schemes[name]?.apiKeySecurityScheme)] as const,
  );
  // Keys may have characters that tokens of RFC 6750 have not.
  const token = /^bearer +(\S+)$/i.exec(request.header("authorization") ?? "")?.[1];
  const borne = bearerSchemes(request).map((name) => [name, token] as const);
  return [...placed, ...borne].flatMap(([name, key]) =>
    key === undefined || key === "" ? [] : [[name, key] as const],
  );
}

function placedKey(
  request: AuthenticationRequest,
  { location, name }: { readonly location: string; readonly name: string } = { location: "", name: "" },
): string | undefined {
  if (location === "header") return request.header(name);
  if (location === "query") return request.query(name);
  const cookies = (request.header("cookie") ?? "").split(";").map((each) => each.trim());
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
}
