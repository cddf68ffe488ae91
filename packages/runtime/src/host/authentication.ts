import { isPromise } from "../core/object.ts";
import { CallError } from "../service/call-error.ts";
import type { Method, MethodKind } from "../service/method.ts";
import type { Principal, Security, SecurityRequirement, SecurityScheme } from "../service/security.ts";
import { expiryOf, type IncomingCall } from "./call.ts";
import type { CallsInWork, Timed } from "./calls-in-work.ts";
import { clientGone } from "./errors.ts";
import type { HostedMethod } from "./hosted-method.ts";

/** A call as the hook `authenticate` sees it. */
export interface AuthenticationRequest {
  readonly binding: string;
  readonly method: string;
  readonly kind: MethodKind;
  /** An HTTP header or an entry of the metadata, its values joined with ", "; names in any case. */
  header(name: string): string | undefined;
  /** A parameter of the query; undefined where a binding has no query. */
  query(name: string): string | undefined;
  /** Of the card: one of them must be met. Empty when it asks for nothing. */
  readonly requirements: readonly SecurityRequirement[];
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  /** The subject of the client's certificate, where the transport knows it. */
  readonly peerCertificate?: unknown;
}

/**
 * Identifies the caller; undefined for an unknown one, which fails with UNAUTHENTICATED where the card asks
 * for authentication. May throw a CallError.
 */
export type Authenticate = (
  request: AuthenticationRequest,
) => Principal | undefined | Promise<Principal | undefined>;

export interface AuthenticatorInit {
  readonly authenticate: Authenticate | undefined;
  readonly security: Security;
  readonly work: CallsInWork;
  /** Milliseconds that the hook may take. */
  readonly maximumMs: number;
}

/** Finds out who calls, by the hook `authenticate`. */
export class Authenticator {
  readonly #init: AuthenticatorInit;
  /** Whether the card asks for authentication in any case. */
  readonly #isRequired: boolean;

  /** Throws a TypeError when the card asks for authentication and there is no hook. */
  constructor(init: AuthenticatorInit) {
    this.#init = init;
    const { requirements } = init.security;
    this.#isRequired =
      requirements.length > 0 && requirements.every(({ schemes = {} }) => Object.keys(schemes).length > 0);
    if (this.#isRequired && init.authenticate === undefined) {
      throw new TypeError(
        "authenticate: the card asks for authentication; give a function that says who calls, or leave security out of the card",
      );
    }
  }

  /** The result of the hook, or a promise of it. */
  ask(method: Method, incoming: IncomingCall): unknown {
    const { authenticate, security } = this.#init;
    if (authenticate === undefined) return undefined;
    const returned = authenticate({
      binding: incoming.binding,
      method: method.name,
      kind: method.kind,
      header: (name) => incoming.header(name),
      query: (name) => incoming.query(name),
      requirements: security.requirements,
      schemes: security.schemes,
      get peerCertificate() {
        return incoming.peerCertificate;
      },
    });
    return isPromise(returned) ? this.#wait(returned, incoming) : returned;
  }

  /** The caller that the hook found. Throws UNAUTHENTICATED for none where one is required. */
  accept(found: unknown, { method, capabilities }: HostedMethod): Principal | undefined {
    // A hook without types may return null or false for an unknown caller.
    const principal = typeof found === "object" && found !== null ? (found as Principal) : undefined;
    // A method that the agent does not offer is refused as such (A2A 3.3.4).
    const isOwn = method.authenticated === true && capabilities.missing === undefined;
    if (principal === undefined && (this.#isRequired || isOwn)) {
      const { schemes, requirements } = this.#init.security;
      throw new CallError("UNAUTHENTICATED", "the call needs valid credentials", {
        challenges: challengesFor(schemes, requirements),
      });
    }
    return principal;
  }

  /** Waits for the hook as long as the call may take and its client is there. */
  #wait(returned: Promise<unknown>, incoming: IncomingCall): Promise<unknown> {
    const { work, maximumMs } = this.#init;
    return new Promise((resolve, reject) => {
      let watching = false;
      const waiting: Timed = {
        expires: expiryOf(incoming, maximumMs),
        abort: (reason) => {
          work.removeHook(waiting);
          reject(reason);
        },
        watch() {
          if (watching) return;
          watching = true;
          incoming.onDisconnect(() => waiting.abort(clientGone()));
        },
      };
      work.addHook(waiting);
      Promise.resolve(returned)
        .finally(() => work.removeHook(waiting))
        .then(resolve, reject);
    });
  }
}

/** The challenges for a caller without valid credentials, for WWW-Authenticate. */
export function challengesFor(
  schemes: Readonly<Record<string, SecurityScheme>>,
  requirements: readonly SecurityRequirement[],
): readonly string[] {
  const challenges = requirements.flatMap(({ schemes: wanted = {} }) =>
    Object.entries(wanted).flatMap(([name, scopes]) =>
      Object.hasOwn(schemes, name) ? challengeFor(schemes[name] ?? {}, scopes.list ?? []) : [],
    ),
  );
  return challenges.length > 0 ? [...new Set(challenges)] : ["Bearer"];
}

function challengeFor(scheme: SecurityScheme, scopes: readonly string[]): readonly string[] {
  const scope = scopes.length > 0 ? ` scope=${quote(scopes.join(" "))}` : "";
  if (scheme.httpAuthSecurityScheme !== undefined) {
    const name = toToken(scheme.httpAuthSecurityScheme.scheme);
    return [name.toLowerCase() === "bearer" ? `Bearer${scope}` : name];
  }
  if (scheme.oauth2SecurityScheme !== undefined || scheme.openIdConnectSecurityScheme !== undefined) {
    return [`Bearer${scope}`];
  }
  if (scheme.apiKeySecurityScheme !== undefined) {
    const { location, name } = scheme.apiKeySecurityScheme;
    return [`ApiKey in=${quote(location)}, name=${quote(name)}`];
  }
  // A client certificate is asked for by TLS itself.
  return [];
}

/** A quoted string of RFC 9110; what a header cannot carry is left out. */
function quote(text: string): string {
  return `"${text.replaceAll(/[^\t\x20-\x7e]/g, "").replaceAll(/["\\]/g, "\\$&")}"`;
}

function toToken(text: string): string {
  const token = text.replaceAll(/[^!#$%&'*+.^_`|~0-9A-Za-z-]/g, "");
  return token === "" ? "Bearer" : token;
}
