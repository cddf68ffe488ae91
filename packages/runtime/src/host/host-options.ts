import type { CallContext } from "../service/call-context.ts";
import type { ExtensionSupport, Extensions, SupportedExtension } from "../service/extension-support.ts";
import type { Implementation } from "../service/implementation.ts";
import type { Observer } from "../service/observer.ts";
import type { Principal, Security } from "../service/security.ts";
import type { Authenticate } from "./authentication.ts";
import type { ReportError, ReportRefusal } from "./errors.ts";
import type { Limits } from "./limits.ts";
import type { RateLimit } from "./rate-limit/limit-calls.ts";

/** The services of a host, its card, and the checks before their handlers. */
export interface HostOptions {
  /** The services with their handlers: `implement(A2AService, handler)`. At least one. */
  readonly services: readonly Implementation[];
  /** The public agent card. Calls are checked against it. Without one, there is nothing to discover. */
  readonly card?: object;
  /**
   * The protocol versions that are spoken. Default: that of the profile, and those that it calls the same.
   */
  readonly versions?: readonly string[];
  /** The version of a call that names none. Default: as the profile says. */
  readonly emptyVersion?: string;
  /**
   * What callers must show. Default: as the card says. For a card that is the translation of another one,
   * which may ask for more than this one can say.
   */
  readonly security?: Security;
  /** Identifies the caller. Required when the card asks for authentication. */
  readonly authenticate?: Authenticate;
  /**
   * Issuers of the tokens, in the metadata of RFC 9728. Default: those whose metadata the card's schemes
   * name.
   */
  readonly authorizationServers?: readonly string[];
  /**
   * The tenants that are served; a call that names another one fails with NOT_FOUND, one that names none
   * goes on. Default: those of the card's interfaces; any, when these name none.
   */
  readonly tenants?: Tenants;
  /**
   * Decides on a call when its caller and request are known: false refuses it with PERMISSION_DENIED.
   * Throw another error, such as a not-found one, to hide that something exists.
   */
  readonly authorize?: Authorize;
  /**
   * Called with errors hidden from the client: those that handlers and hooks threw. Default: console.error.
   */
  readonly onError?: ReportError;
  /**
   * Called with every call that was refused with UNAUTHENTICATED or PERMISSION_DENIED, for logs and alarms
   * (draft 13.4). Default: none.
   */
  readonly onRefused?: ReportRefusal;
  /** Is told of every call, refused ones too: `otel()` of `@a2agen/otel`. Default: none. */
  readonly observer?: Observer;
  /**
   * The extensions that are supported, all of those that the card declares: each is activated for the
   * calls that ask for it, with its middleware and methods. A definition is enough where there are none, and
   * they may have names, as for `createAgent`. When absent, calls without an extension that the
   * card requires are refused, and handlers activate what they support themselves.
   */
  readonly extensions?: Extensions<SupportedExtension | ExtensionSupport>;
  readonly limits?: Partial<Limits>;
  /** How many calls a caller may make: `limitCalls({ calls: 600, perSeconds: 60 })`. Default: no limit. */
  readonly rateLimit?: RateLimit;
  /**
   * Whether answers of handlers are checked: one of the wrong shape fails the call, and so does a stream that
   * is neither one message nor one task up to its end (A2A 3.1.2). "shape" looks at each event alone.
   * Default: true.
   */
  readonly checkAnswers?: boolean | "shape";
}

/** The tenants that are served, or whether one is for a caller. */
export type Tenants = readonly string[] | ((tenant: string, principal: Principal | undefined) => boolean);

export type Authorize = (context: CallContext, request: unknown) => boolean | Promise<boolean>;
