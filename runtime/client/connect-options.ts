import type { Codec } from "../core/codec.ts";
import type { BindingFactory } from "../service/binding-factory.ts";
import type { CallError } from "../service/call-error.ts";
import type { SupportedExtension } from "../service/extension-support.ts";
import type { Interceptor } from "../service/transport.ts";
import type { ServiceTranslation } from "../versions/translate/service-translation.ts";
import type { CallLosses } from "../versions/translate/translate-transport.ts";
import type { ResumeOptions } from "./calls/resume.ts";
import type { RetryOptions } from "./calls/retry.ts";
import type { Credentials } from "./credentials/caller-credentials.ts";
import type { AllowInterface } from "./interface/private-network.ts";

/** Something that is not as the protocol says, or that a careful caller wants to know. */
export interface ConnectionWarning {
  /**
   * What it is about: the card, the chosen interface, the credentials, an extension, the answer to a call,
   * or what a call loses because an older version is spoken.
   */
  readonly about: "card" | "interface" | "credentials" | "extensions" | "answer" | "translation";
  /**
   * Where: a path in the card, the URI of an extension, or a method and a path in its request or answer;
   * may be empty.
   */
  readonly path: string;
  readonly message: string;
}

export type HeaderSource =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** How to reach an agent. */
export interface ConnectOptions<Card extends object = object> {
  /** The bindings that may be used: `[jsonRpc(), rest(), grpc({ codecs: [A2AServiceGrpc] })]`. The card decides which one is. */
  readonly bindings: readonly BindingFactory[];
  /** Called instead of the global `fetch`, for the card and by the bindings over HTTP. */
  readonly fetch?: typeof fetch;
  /**
   * Sent with every call, or made for each one; not sent with the request for the card. A call with
   * `authorization`, `cookie` or `proxy-authorization` to another origin than that of the card fails,
   * unless `allowInterface` has allowed the interface.
   */
  readonly headers?: HeaderSource;
  /** Sent with the request for the card, for cards that are not public. */
  readonly cardHeaders?: HeaderSource;
  /** The type of the card, for its static type; the one that the service's methods return when absent. */
  readonly cardCodec?: Codec<Card>;
  /**
   * Told of the card as it was sent, before anything in it is used; throws to refuse it. The place to
   * verify signatures. A card that it returns is used instead of the one that was sent. With `older`, return
   * what the signatures cover: they leave unknown fields out, and the fields of other versions are unknown.
   */
  readonly verifyCard?: (card: unknown) => object | void | Promise<object | undefined> | Promise<void>;
  /** Bytes of a card that are read. Default: 1 MiB. */
  readonly maximumCardBytes?: number;
  /** Credentials by the name of the card's security scheme. */
  readonly credentials?: Credentials;
  /**
   * "card" (the default) sends what the first of the card's security requirements wants that can be
   * met. "none" leaves the card's security alone, as is right when `headers` hold the credentials.
   */
  readonly authentication?: "card" | "none";
  /**
   * Asked when the server refuses a call with UNAUTHENTICATED. The call is sent once more with the
   * credentials that it returns, which are used from then on; undefined gives up. Calls that fail at
   * the same time ask once.
   */
  readonly onUnauthorized?: (error: CallError) => Credentials | undefined | Promise<Credentials | undefined>;
  /** Allows credentials over connections that are not encrypted to hosts other than this one. Default: false. */
  readonly insecure?: boolean;
  /**
   * Decides whether an interface may be used; `cardUrl` is where the card came from, undefined for a card
   * that the caller had. What it allows may get the secrets of `headers`, too. By default a card from
   * elsewhere may not name an interface on a loopback, private or link-local address, nor one without
   * encryption when it came over https. Names are not looked up: a client that takes cards of strangers
   * needs a network that keeps it from internal hosts, or a list here.
   */
  readonly allowInterface?: AllowInterface;
  /**
   * The extensions that every call asks for, as definitions or URIs: those of them that the card declares,
   * with a warning for the others. Must have those that the card requires, and what the definitions depend
   * on. What a card does not declare, a single call can ask for.
   */
  readonly extensions?: readonly (string | SupportedExtension)[];
  /** Whether calls that the card rules out fail without a request (A2A 3.3.4). Default: true. */
  readonly checkCapabilities?: boolean;
  /** The first one sees a call first, before the connection's own. */
  readonly interceptors?: readonly Interceptor[];
  /** How calls are repeated that may be; false for never. */
  readonly retry?: RetryOptions | false;
  /** How streams of tasks are taken up again; false for never. */
  readonly resume?: ResumeOptions | false;
  /** Ends the connection: fetching the card and every call, which fail with CANCELLED. */
  readonly signal?: AbortSignal;
  /** Milliseconds for fetching the card, and for calls that set no time limit of their own. Default for the card: 30 s. */
  readonly timeoutMs?: number;
  /** Bytes of an answer or event that are read; the default of the binding when absent. */
  readonly maximumBytes?: number;
  /**
   * Told at every call of what an older version cannot carry. When absent, that is a warning, once for
   * each method and place.
   */
  readonly onLosses?: (losses: CallLosses) => void;
  /** Told of every warning, those of `Connection.warnings` included. */
  readonly onWarning?: (warning: ConnectionWarning) => void;
}

/** The further versions in which an agent may be called. */
export interface OlderVersions<Service extends object> {
  /**
   * Used in their order when the card offers no interface of the service's own version that can be used:
   * `[a2a03ToA2a10]`. Everything of the client is the same then; retries, streams that are taken up
   * again and credentials go by the version that is spoken.
   */
  readonly older?: readonly ServiceTranslation<object, NoInfer<Service>>[];
}
