import type { Decoder } from "../../core/codec.ts";
import type { BindingFactory, ClientBindingFactory } from "../../service/binding-factory.ts";
import type { CallError } from "../../service/call-error.ts";
import type { Extensions, SupportedExtension } from "../../service/extension-support.ts";
import type { Observer } from "../../service/observer.ts";
import type { SecurityScheme } from "../../service/security.ts";
import type { ClientInterceptor, Interceptor } from "../../service/transport.ts";
import type { CallLosses } from "../../versions/translate/call-losses.ts";
import type { ServiceTranslation } from "../../versions/translate/service-translation.ts";
import type { ResumeOptions, RetryOptions } from "./retry-options.ts";

/** A violation of the protocol, or something else that a careful caller wants to know. */
export interface ConnectionWarning {
  /**
   * The subject: the card, the chosen interface, the credentials, an extension, the answer to a call, the
   * losses of a call in an older version, a stream some of whose events may be missing, or the observer.
   */
  readonly about:
    | "card"
    | "interface"
    | "credentials"
    | "extensions"
    | "answer"
    | "translation"
    | "stream"
    | "observer";
  /**
   * The place: a path in the card, the URI of an extension, a method with a path in its request or answer, or
   * the identifier of a task; may be empty.
   */
  readonly path: string;
  readonly message: string;
}

/** Headers by their names, or a function that makes them. */
export type HeaderSource =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** Why a server refused a call, as it said in WWW-Authenticate. */
export interface Challenge {
  /** In lower case: "bearer"; empty if the server did not say anything. */
  readonly scheme: string;
  /** The scopes that the call needs; empty if the server did not say. */
  readonly scopes: readonly string[];
  /** `invalid_token`, `insufficient_scope`, or another code of RFC 6750. */
  readonly error?: string;
  /** Where the description of the protected resource is (RFC 9728). */
  readonly resourceMetadata?: string;
  /** Everything that was said, names in lower case. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** What a credential is needed for. */
export interface CredentialAsk {
  /** Of the scheme in the card. */
  readonly name: string;
  /** As the card has it, in the form of the newest version: with its flows and URLs. */
  readonly scheme: SecurityScheme;
  /** The scopes that the card requires of this scheme. */
  readonly scopes: readonly string[];
  /** Why the server refused the call that was sent with the last answer; absent for a new call. */
  readonly challenge?: Challenge;
  /** The URL of the interface; the origin of one without a URL, as gRPC has it. */
  readonly resource: string;
  /** Aborted when the call ends or has taken too long. */
  readonly signal: AbortSignal;
}

/**
 * Headers of the request for a card. A function is called once more, with the challenge, when the server
 * answers 401, and the request is made again if the headers are others then.
 */
export type CardHeaders =
  | Readonly<Record<string, string>>
  | ((challenge?: Challenge) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/**
 * A key, a token, or "user:password" (or its base64) for the HTTP scheme Basic; or a function that is
 * called for each call, and once more with the challenge when the server refuses what it returned:
 * `oauthCredentials()` of `@a2agen/runtime/oauth` makes one. For a scheme of client certificates any text
 * says that `fetch` or the channel presents one.
 */
export type Credential = string | ((ask: CredentialAsk) => string | Promise<string>);

/** Credentials by the name of the card's security scheme. */
export type Credentials = Readonly<Record<string, Credential>>;

/**
 * Whether an interface may be used; `cardUrl` is undefined for a card that the caller provided. For an entry
 * of a catalog it is asked for the URL of the card as well, with that of the catalog.
 */
export type AllowInterface = (url: URL, cardUrl: URL | undefined) => boolean;

/** How to reach an agent. */
export interface ConnectOptions<Card extends object = object> {
  /**
   * The bindings that may be used: `[jsonRpc(), rest(), grpc({ codecs: [A2AServiceGrpc] })]`. The card
   * decides which one is.
   */
  readonly bindings: readonly BindingFactory[];
  /** Called instead of the global `fetch`, for the card and by the bindings over HTTP. */
  readonly fetch?: typeof fetch;
  /**
   * Sent with every call, or made for each one; not sent with the request for the card. They belong to the
   * origin of the card: a call to another one fails unless `allowInterface` has allowed the interface, or its
   * headers are among `accept-language`, `traceparent`, `tracestate` and `user-agent`.
   */
  readonly headers?: HeaderSource;
  /** Sent with the request for the card, for cards that are not public. */
  readonly cardHeaders?: CardHeaders;
  /** The type of the card, for its static type; the one that the service's methods return when absent. */
  readonly cardCodec?: Decoder<Card>;
  /**
   * Called with the card as received, before it is used; throws to refuse it. The place to verify signatures.
   * A card that it returns replaces the received one. With `older`, return the signed payload: signatures do
   * not cover unknown fields, and fields of other versions are unknown.
   */
  readonly verifyCard?: (card: unknown) => object | void | Promise<object | undefined> | Promise<void>;
  /** Bytes of a card that are read. Default: 1 MiB. */
  readonly maximumCardBytes?: number;
  /**
   * Credentials by the name of the card's security scheme. They belong to the origin of the card, as
   * `headers` do: an interface elsewhere is not used unless `allowInterface` allows it.
   */
  readonly credentials?: Credentials;
  /**
   * "card" (the default) sends the credentials of the card's first security requirement that can be met.
   * "none" ignores the card's security, for credentials in `headers`.
   */
  readonly authentication?: "card" | "none";
  /**
   * Called when the server refuses a call with UNAUTHENTICATED. The call is sent once more with the returned
   * credentials, which are used from then on; undefined gives up. Concurrent failures call it once.
   */
  readonly onUnauthorized?: (error: CallError) => Credentials | undefined | Promise<Credentials | undefined>;
  /** Allows credentials over unencrypted connections to other hosts. Default: false. */
  readonly insecure?: boolean;
  /**
   * Decides whether an interface may be used; `cardUrl` is the URL of the card, undefined for a card that the
   * caller provided. An allowed interface receives `headers` and `credentials`, too. By default a card from
   * elsewhere may not name an interface outside of the public internet, nor an unencrypted one if
   * it came over https. Names are not resolved: a client that accepts cards of strangers needs a network that
   * keeps it from internal hosts, or a list here.
   */
  readonly allowInterface?: AllowInterface;
  /**
   * The extensions that every call requests, as definitions or URIs: those that the card declares, with a
   * warning for the others. Must include those that the card requires and the dependencies of the
   * definitions. They may have names, as for `bindExtensions`. Single calls can request extensions that the
   * card does not declare.
   */
  readonly extensions?: Extensions<string | SupportedExtension>;
  /**
   * Whether the data of extensions that are given by definition is checked: a request with wrong data fails
   * with INVALID_ARGUMENT and is not sent, an answer with wrong data is an invalid answer. Default: true.
   */
  readonly checkExtensions?: boolean;
  /** Whether calls that the card rules out fail without a request (A2A 3.3.4). Default: true. */
  readonly checkCapabilities?: boolean;
  /** The first one is called first, before the connection's own. */
  readonly interceptors?: readonly Interceptor[];
  /** How idempotent calls are retried; false for never. */
  readonly retry?: RetryOptions | false;
  /** How streams of tasks are resumed; false for never. */
  readonly resume?: ResumeOptions | false;
  /** Closes the connection: fetching the card and every call fail with CANCELLED. */
  readonly signal?: AbortSignal;
  /**
   * Milliseconds for fetching the card, and for calls without a time limit. Default for the
   * card: 30 s.
   */
  readonly timeoutMs?: number;
  /** Bytes of an answer or event that are read; the default of the binding when absent. */
  readonly maximumBytes?: number;
  /**
   * Called for every call that loses data in an older version. By default the losses are warnings, once for
   * each method and place.
   */
  readonly onLosses?: (losses: CallLosses) => void;
  /**
   * Is told of every call: `otel()` of `@a2agen/otel`. The headers of its trace go with each call; `baggage`
   * to the origin of the card only, unless `allowInterface` is given. Default: none.
   */
  readonly observer?: Observer;
  /** Called with every warning, including those in `Connection.warnings`. */
  readonly onWarning?: (warning: ConnectionWarning) => void;
}

/**
 * How to reach an agent with the table of a service for its clients: bindings and interceptors need no more
 * than it has.
 */
export interface ClientConnectOptions<Card extends object = object>
  extends Omit<ConnectOptions<Card>, "bindings" | "interceptors"> {
  readonly bindings: readonly ClientBindingFactory[];
  readonly interceptors?: readonly ClientInterceptor[];
}

/** The further versions in which an agent may be called. */
export interface OlderVersions<Service extends object> {
  /**
   * Used in their order if the card has no usable interface of the service's own version: `[a2a03ToA2a10]`.
   * The client stays the same; retries, resumed streams and credentials follow the rules of the older
   * version.
   */
  readonly older?: readonly ServiceTranslation<object, NoInfer<Service>>[];
}
