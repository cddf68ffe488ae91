import type { Issue } from "../core/issue.ts";
import type { CallContext } from "./call-context.ts";
import type { Implementation } from "./implementation.ts";
import type { Method, ServiceDefinition } from "./method.ts";
import type { ClientProtocol } from "./protocol.ts";
import type { ClientInterceptor } from "./transport.ts";

/**
 * What an extension adds: information in the card only, rules for core messages, methods, or states of
 * tasks. What is data only is never activated.
 */
export type ExtensionKind = "data" | "profile" | "method" | "state-machine";

/**
 * How an extension comes into force for a call: by the request's header; also without it, where its data is;
 * or always, without any header.
 */
export type ExtensionActivation = "header" | "optional" | "none";

/** A header that requests carry while an extension is active. */
export interface ExtensionHeader {
  readonly name: string;
  readonly required: boolean;
  /** A regular expression that the whole value matches. */
  readonly pattern?: string;
}

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
  /** The moves of each side; absent where nothing is said of who moves. */
  readonly by?: { readonly client: { readonly [from: string]: readonly string[] | undefined } };
  canMove(from: string, to: string, by?: "agent" | "client"): boolean;
  canReach(from: string, to: string): boolean;
}

/** The connection whose calls are checked. */
export interface CheckCallsInit {
  /** URIs of the extensions that every call asks for. */
  readonly asked: () => readonly string[];
  /** The protocol of the connected service. */
  readonly protocol: ClientProtocol;
}

export interface ProblemsInit {
  /** Whether the value is an answer or an event of one. Default: false. */
  readonly isAnswer?: boolean;
  /** The params of its declaration, which may limit its data. */
  readonly params?: unknown;
}

/** A state of a state machine as an object tells it. */
export interface ToldState {
  readonly state: string;
  /** The task that the object names. */
  readonly task?: string;
  /** What has the state instead of the task, by its own identifier. */
  readonly key?: string;
}

/** What activation has to know of an extension. */
export interface SupportedExtension {
  readonly uri: string;
  /** Other URIs of the very same version, to which agents answer as well. */
  readonly otherUris?: readonly string[];
  /**
   * The URI of another version of the extension. Both may be supported although they use the same keys: one
   * of them is active for a call.
   */
  readonly versionOf?: string;
  readonly kind: ExtensionKind;
  /** Whether calls without it are refused when there is no card to say so. Default: false. */
  readonly required?: boolean;
  readonly dependencies?: readonly ExtensionDependency[];
  /** Default: "header". */
  readonly activation?: ExtensionActivation;
  /** Headers that its requests carry, beside the one of activation. */
  readonly headers?: readonly ExtensionHeader[];
  /** The keys that it uses in metadata, which no other supported one may use. */
  readonly metadataKeys?: readonly string[];
  /** Throws a DecodeError for wrong params of its declaration in a card. */
  paramsIn?(declared: readonly { readonly uri?: string; readonly params?: unknown }[]): unknown;
  /**
   * What is wrong with its data in a request or an answer of a type; in a request also what its rules do not
   * allow, in an answer also a state that the task's core state rules out.
   */
  problemsIn?(typeName: string, value: unknown, init?: ProblemsInit): readonly Issue[];
  /** Checks its data in the calls of a client. */
  checkCalls?(init: CheckCallsInit): ClientInterceptor;
  /** The state in a request, an answer or an event of a type; throws a DecodeError for wrong data. */
  stateIn?(typeName: string, value: unknown): ToldState | undefined;
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

/** Whether two extensions say that they are versions of one. */
export function areVersions(one: Versioned, other: Versioned): boolean {
  return one.uri !== other.uri && (one.versionOf ?? one.uri) === (other.versionOf ?? other.uri);
}

type Versioned = Pick<SupportedExtension, "uri" | "versionOf">;

/** Extensions as a list, or by the names that their user gives them. */
export type Extensions<Entry> = readonly Entry[] | { readonly [name: string]: Entry };

/** The extensions of a list or of an object with names. */
export function listExtensions<Entry>(given: Extensions<Entry>): readonly Entry[] {
  return Object.values<Entry>(given);
}

/** The support of extensions; that of a definition alone has no hooks. */
export function toSupport(
  given: Extensions<SupportedExtension | ExtensionSupport>,
): readonly ExtensionSupport[] {
  return listExtensions(given).map((entry) => ("extension" in entry ? entry : { extension: entry }));
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
   * `check`. It checks the data in the answers of its handlers and holds their streams to the moves of a
   * state machine as well: others end with INTERNAL, and `onError` gets the reason. False for an author who
   * checks differently. Default: true.
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
