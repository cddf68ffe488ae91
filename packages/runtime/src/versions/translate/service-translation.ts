import type { MethodKey, ServiceDefinition } from "../../service/method.ts";
import type { ClientTransport } from "../../service/transport.ts";
import type { TranslateTransportOptions } from "./call-losses.ts";
import type { ErrorRenamer } from "./name-map.ts";
import type { Translator } from "./translator.ts";

/** How a service of one version of a protocol is called in an older one: emitted from a manifest. */
export interface ServiceTranslation<Older extends object = object, Newer extends object = object> {
  readonly older: ServiceDefinition<Older>;
  readonly newer: ServiceDefinition<Newer>;
  /** The methods that both versions have. */
  readonly methods: readonly MethodTranslation<KeyOf<Older>, KeyOf<Newer>>[];
  /** The errors that both versions have under different names; those with one name need no row. */
  readonly errors: readonly { readonly older: string; readonly newer: string }[];
  /** Reports errors in the caller's names; without it they keep those of the answering version. */
  readonly renamer?: ErrorRenamer;
  /** The agent card. */
  readonly card: Translator;
  /**
   * `translateTransport`, which `connect` needs; it comes with the translation, so that clients of one
   * version do not load it.
   */
  readonly carry?: (
    translation: ServiceTranslation,
    inner: ClientTransport,
    options: TranslateTransportOptions,
  ) => ClientTransport;
}

/**
 * Any name for a service that is not known more closely, so that every translation is a `ServiceTranslation`.
 */
type KeyOf<Service> = [MethodKey<Service>] extends [never] ? string : MethodKey<Service>;

export interface MethodTranslation<OlderKey extends string = string, NewerKey extends string = string> {
  /** Members of the services' interfaces. */
  readonly older: OlderKey;
  readonly newer: NewerKey;
  readonly request: Translator;
  /** The request's pair in the name map. */
  readonly pairs?: readonly string[];
  /** Of the answer, or of each event. */
  readonly response: Translator;
}
