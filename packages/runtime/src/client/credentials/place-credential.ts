import type { SecurityScheme } from "../../service/security.ts";

/** Where a call carries a credential. */
export type Placement =
  | { readonly kind: "header"; readonly name: string; readonly format: (secret: string) => string }
  | { readonly kind: "cookie"; readonly name: string }
  | { readonly kind: "query"; readonly name: string }
  | { readonly kind: "certificate" };

/** Places for credentials that the binding has on this platform. */
export interface Carrier {
  readonly query: boolean;
  readonly cookies: boolean;
}

/** Finds out where a scheme's credential goes; a text says why it cannot go anywhere. */
export function placeCredential(scheme: SecurityScheme, carrier: Carrier): Placement | string {
  if (scheme.httpAuthSecurityScheme !== undefined) return placeHttp(scheme.httpAuthSecurityScheme.scheme);
  if (scheme.oauth2SecurityScheme !== undefined || scheme.openIdConnectSecurityScheme !== undefined) {
    return placeHttp("Bearer");
  }
  if (scheme.apiKeySecurityScheme !== undefined) {
    const { location, name } = scheme.apiKeySecurityScheme;
    return placeKey(location, name, carrier);
  }
  if (scheme.mtlsSecurityScheme !== undefined) return { kind: "certificate" };
  return "is of a kind that is not known here";
}

function placeHttp(scheme: string): Placement | string {
  if (!isToken(scheme)) return "names no HTTP authentication scheme";
  switch (scheme.toLowerCase()) {
    case "basic":
      return authorization((secret) => `Basic ${secret.includes(":") ? toBase64(secret) : secret}`);
    case "bearer":
      return authorization((secret) => `Bearer ${secret}`);
  }
  return authorization((secret) => `${scheme} ${secret}`);
}

function authorization(format: (secret: string) => string): Placement {
  return { kind: "header", name: "authorization", format };
}

function placeKey(location: string, name: string, carrier: Carrier): Placement | string {
  switch (location) {
    case "header":
      if (!isToken(name)) return "names no header";
      if (transportHeader.test(name)) return "names a header that the transport sets";
      return { kind: "header", name: name.toLowerCase(), format: (secret) => secret };
    case "cookie":
      if (!isToken(name)) return "names no cookie";
      return carrier.cookies ? { kind: "cookie", name } : "wants a cookie, which programs cannot set here";
    case "query":
      return carrier.query
        ? { kind: "query", name }
        : "wants a query parameter, which the binding cannot carry";
  }
  return "wants the key in a place that is not known here";
}

/** Headers that say where a message goes and where it ends, which are not a card's to set. */
const transportHeader =
  /^(?:connection|content-.*|expect|forwarded|host|keep-alive|origin|te|trailer|transfer-encoding|upgrade|(?:grpc|proxy|sec|x-forwarded)-.*)$/i;

/** A token of RFC 9110, as the names of headers, cookies and authentication schemes are. */
function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Whether a program may set cookies: browsers drop the header. */
export function canSetCookies(): boolean {
  return new Request("http://localhost/", { headers: { cookie: "a=b" } }).headers.has("cookie");
}
