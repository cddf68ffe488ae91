import { createHash } from "node:crypto";
import type { AuthenticationRequest } from "@a2agen/runtime/host";
import { placeCredential } from "@a2agen/runtime/internal";
import type { CallContext, Principal, SecurityScheme } from "@a2agen/runtime/service";

/**
 * A header between the gateway's own parts: what goes into the query of the request to the upstream. It is
 * taken off before the request is sent, and no header of a caller has this name.
 */
export const queryHeader = "x-a2agen-gateway-query";

/** What calls carry beside credentials: the trace, and the language of the caller. */
const passed = ["traceparent", "tracestate", "accept-language"] as const;

type Headers = Readonly<Record<string, string>>;

/** A place where callers may put a credential. */
type Place =
  | { readonly kind: "header"; readonly name: string }
  | { readonly kind: "cookie"; readonly name: string }
  | { readonly kind: "query"; readonly name: string };

/** A caller without credentials: the upstream says whether that will do. */
const anybody: Principal = { id: "anybody" };

/** Finds the credentials of callers, in the places that the card of the upstream names and nowhere else. */
export class CallerCredentials {
  #places: readonly Place[] = [];
  /** Of callers, and never in anything that hooks or logs see. */
  readonly #headers = new WeakMap<Principal, Headers>();

  /** The schemes of the card, from now on. */
  setPlaces(schemes: readonly SecurityScheme[]): void {
    this.#places = distinctPlaces(schemes);
  }

  /** For the hook `authenticate`: a caller is its credentials, which the upstream judges. */
  readonly authenticate = (request: AuthenticationRequest): Principal => {
    const headers = this.#read(request);
    if (headers === undefined) return anybody;
    const principal = { id: createHash("sha256").update(JSON.stringify(headers)).digest("base64url") };
    this.#headers.set(principal, headers);
    return principal;
  };

  /** Gives a principal what another one has: that of hosts with several upstreams. */
  share(from: Principal, to: Principal): void {
    const headers = this.#headers.get(from);
    if (headers !== undefined) this.#headers.set(to, headers);
  }

  /** What a call to the upstream carries of the caller's headers. */
  headersFor(context: CallContext): Headers {
    const headers: Record<string, string> = {};
    for (const name of passed) {
      const value = context.header(name);
      if (value !== undefined && isSendable(value)) headers[name] = value;
    }
    const own = context.principal && this.#headers.get(context.principal);
    return own === undefined ? headers : { ...headers, ...own };
  }

  #read(request: AuthenticationRequest): Headers | undefined {
    let found: Record<string, string> | undefined;
    for (const { kind, name } of this.#places) {
      const value =
        kind === "header"
          ? request.header(name)
          : kind === "query"
            ? request.query(name)
            : cookieOf(request.header("cookie"), name);
      if (value === undefined || !isSendable(value)) continue;
      found ??= {};
      if (kind === "header") found[name] = value;
      else if (kind === "query") add(found, queryHeader, `${encode(name)}=${encode(value)}`, "&");
      else add(found, "cookie", `${name}=${value}`, "; ");
    }
    return found;
  }
}

function distinctPlaces(schemes: readonly SecurityScheme[]): readonly Place[] {
  const found = new Map<string, Place>();
  for (const scheme of schemes) {
    const place = placeCredential(scheme, { query: true, cookies: true });
    if (typeof place === "string" || place.kind === "certificate") continue;
    found.set(`${place.kind} ${place.name}`, { kind: place.kind, name: place.name });
  }
  return [...found.values()];
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  const found = header?.split(";").find((pair) => pair.split("=", 1)[0]?.trim() === name);
  return found?.slice(found.indexOf("=") + 1).trim();
}

/** What a header can carry: no line ends, so that nothing follows a value. */
function isSendable(value: string): boolean {
  return /^[\t\x20-\x7e]{1,16384}$/.test(value);
}

function encode(text: string): string {
  return encodeURIComponent(text);
}

function add(headers: Record<string, string>, name: string, value: string, separator: string): void {
  const before = headers[name];
  headers[name] = before === undefined ? value : `${before}${separator}${value}`;
}
