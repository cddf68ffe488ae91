import type { Issue } from "../core/issue.ts";
import type { CallContext } from "./call-context.ts";
import type { Implementation } from "./implementation.ts";
import type { Method, ServiceDefinition } from "./method.ts";

/**
 * What an extension adds: information in the card only, rules for core messages, methods, or states of
 * tasks. What is data only is never activated.
 */
export type ExtensionKind = "data" | "profile" | "method" | "state-machine";

/** An extension that another one needs; an optional one adds something when it is active as well. */
export interface ExtensionDependency {
  readonly uri: string;
  readonly optional: boolean;
}

/** The states of a state machine, and the moves between them. */
export interface StateMoves {
  /** The states that may follow each one. */
  readonly moves: Readonly<Record<string, readonly string[]>>;
  /** The states with which a task may begin; all when absent. */
  readonly initial?: readonly string[];
  canMove(from: string, to: string): boolean;
  canReach(from: string, to: string): boolean;
}

/** What activation has to know of an extension. */
export interface SupportedExtension {
  readonly uri: string;
  /** Other URIs of the very same version, to which agents answer as well. */
  readonly otherUris?: readonly string[];
  readonly kind: ExtensionKind;
  /** Whether calls without it are refused when there is no card to say so. Default: false. */
  readonly required?: boolean;
  readonly dependencies?: readonly ExtensionDependency[];
  /** The keys that it uses in metadata, which no other supported one may use. */
  readonly metadataKeys?: readonly string[];
  /** Throws a DecodeError for wrong params of its declaration in a card. */
  paramsIn?(declared: readonly { readonly uri?: string; readonly params?: unknown }[]): unknown;
  /** What is wrong with its data in a request of a type, and what its rules do not allow there. */
  problemsIn?(typeName: string, request: unknown): readonly Issue[];
  /** The state in an answer or an event of a type; throws a DecodeError for wrong data. */
  stateIn?(typeName: string, value: unknown): string | undefined;
  /** The moves between the states of a state machine. */
  readonly states?: StateMoves;
  /** The services of a method extension. */
  readonly services?: readonly ServiceDefinition[];
}

/** The URIs of an extension, its own first. */
export function urisOf({
  uri,
  otherUris = [],
}: Pick<SupportedExtension, "uri" | "otherUris">): readonly string[] {
  return [uri, ...otherUris];
}

/** A call as the middleware of an extension sees it. */
export interface ExtensionCall {
  /** Its `activated` has all extensions that are active for the call. */
  readonly context: CallContext;
  /** Full name of the service, and the method that is called. */
  readonly service: string;
  readonly method: Method;
  /** The request, checked; of a method to which clients send a stream, the stream. */
  readonly request: unknown;
}

/**
 * What runs around handlers while an extension is active. `next` continues with the request that it is
 * given; what it throws is what the handler threw. Throw a CallError to refuse the call.
 */
export interface ExtensionMiddleware {
  /** Around handlers that answer with one message. */
  unary?(next: (request: unknown) => Promise<unknown>, call: ExtensionCall): unknown;
  /** Around handlers that answer with a stream; usually an async generator. */
  stream?(next: (request: unknown) => AsyncIterable<unknown>, call: ExtensionCall): AsyncIterable<unknown>;
}

/**
 * An extension as a server supports it: what a package of an extension makes for `HostOptions.extensions`.
 */
export interface ExtensionSupport {
  readonly extension: SupportedExtension;
  /**
   * Whether the host checks the params that its card declares, when it is created, and the extension's data
   * and rules in the requests for which it is active: wrong ones are refused with INVALID_ARGUMENT, before
   * `check`. It holds the streams of its handlers to the moves of a state machine as well: others end with
   * INTERNAL, and `onError` gets the reason. False for an author who checks differently. Default: true.
   */
  readonly validate?: boolean;
  /**
   * Decides whether the extension is activated for a call that asks for it: only true activates it.
   * Absent means always. Asked when the call is authorized and what the extension needs is active; what
   * it throws fails the call.
   */
  readonly activate?: (context: CallContext) => boolean | Promise<boolean>;
  /**
   * Looks at the request before any middleware and the handler, only when the extension is active. What it
   * throws refuses the call: a DecodeError, as `Extension.get` throws it, with INVALID_ARGUMENT and the
   * paths of what is wrong.
   */
  readonly check?: (call: ExtensionCall) => void;
  /** Runs only when the extension is active; that of a dependency is around that of what depends on it. */
  readonly wrap?: ExtensionMiddleware;
  /** The handlers of a method extension, one for each of its services. */
  readonly services?: readonly Implementation[];
}
