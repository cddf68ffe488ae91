import { defined, isPromise } from "../core/object.ts";
import { CallError, isCallError } from "../service/call-error.ts";
import type { Method, MethodKind } from "../service/method.ts";
import type { Principal, Security, SecurityRequirement, SecurityScheme } from "../service/security.ts";
import { expiryOf, type IncomingCall } from "./call.ts";
import type { CallsInWork, Timed } from "./calls-in-work.ts";
import { challengesFor, scopeChallenges } from "./challenges.ts";
import { clientGone } from "./errors.ts";
import type { HostedMethod } from "./hosted-method.ts";
import { findUnmet } from "./requirements.ts";

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
 * for authentication. May throw a CallError; one of UNAUTHENTICATED without challenges gets those of the
 * card.
 */
export type Authenticate = (
  request: AuthenticationRequest,
) => Principal | undefined | Promise<Principal | undefined>;

export interface AuthenticatorInit {
  readonly authenticate: Authenticate | undefined;
  readonly security: Security;
  /** URL of the metadata of RFC 9728 for callers of a binding; undefined without one. */
  readonly resourceMetadata: (binding: string) => string | undefined;
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
    try {
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
    } catch (error) {
      throw this.#challenged(error, incoming);
    }
  }

  /** The caller that the hook found. Throws UNAUTHENTICATED for none where one is required. */
  accept(
    found: unknown,
    { method, capabilities }: HostedMethod,
    incoming: IncomingCall,
  ): Principal | undefined {
    // A hook without types may return null or false for an unknown caller.
    const principal = typeof found === "object" && found !== null ? (found as Principal) : undefined;
    // A method that the agent does not offer is refused as such (A2A 3.3.4).
    const isOwn = method.authenticated === true && capabilities.missing === undefined;
    if (principal === undefined && (this.#isRequired || isOwn)) throw this.#unauthenticated(incoming);
    return principal;
  }

  /** Throws unless the caller meets one of the requirements: PERMISSION_DENIED for one who lacks scopes. */
  check(principal: Principal | undefined, incoming: IncomingCall): void {
    const { security, resourceMetadata } = this.#init;
    const unmet = principal && findUnmet(security.requirements, principal);
    if (unmet === undefined) return;
    if (unmet.nearest === undefined) throw this.#unauthenticated(incoming);
    const { requirement, missing } = unmet.nearest;
    const description = `the caller lacks the scope${missing.length === 1 ? "" : "s"} ${missing.join(" ")}`;
    throw new CallError("PERMISSION_DENIED", description, {
      metadata: { missingScopes: missing.join(" ") },
      challenges: scopeChallenges(requirement, {
        ...security,
        description,
        resourceMetadata: resourceMetadata(incoming.binding),
      }),
    });
  }

  #unauthenticated(incoming: IncomingCall): unknown {
    return this.#challenged(new CallError("UNAUTHENTICATED", "the call needs valid credentials"), incoming);
  }

  /** An error about credentials with the challenges of the card, where it has none. */
  #challenged(thrown: unknown, incoming: IncomingCall): unknown {
    if (!isCallError(thrown) || thrown.challenges.length > 0) return thrown;
    const { status, message, name, reason, domain, metadata, violations, details, retryAfterMs } = thrown;
    const { http, jsonRpc, headers, origin } = thrown;
    if (status !== "UNAUTHENTICATED" && status !== "INVALID_ARGUMENT") return thrown;
    const hasToken = /^bearer /i.test(incoming.header("authorization") ?? "");
    const error = status === "INVALID_ARGUMENT" ? "invalid_request" : hasToken ? "invalid_token" : undefined;
    const resourceMetadata = this.#init.resourceMetadata(incoming.binding);
    const challenges = challengesFor({
      ...this.#init.security,
      error,
      description: message,
      resourceMetadata,
    });
    const facts = { name, reason, metadata, violations, details, http, jsonRpc, headers, cause: thrown };
    return new CallError(status, message, {
      ...facts,
      ...defined({ domain, retryAfterMs, origin }),
      challenges,
    });
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
        .then(resolve, (error: unknown) => reject(this.#challenged(error, incoming) as Error));
    });
  }
}
