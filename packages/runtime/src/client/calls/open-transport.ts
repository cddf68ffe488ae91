import { defined } from "../../core/object.ts";
import type { Endpoint } from "../../service/binding-factory.ts";
import type { SupportedExtension } from "../../service/extension-support.ts";
import type { ClientProtocol } from "../../service/protocol.ts";
import type { ClientInterceptor, ClientTransport } from "../../service/transport.ts";
import type { ServiceTranslation } from "../../versions/translate/service-translation.ts";
import { defaultCardBytes, defaultCardMs } from "../card/card-source.ts";
import type { ClientConnectOptions } from "../contract/connect-options.ts";
import { type WarningList, warnOfGaps, warnOfLosses } from "../contract/warnings.ts";
import { CallerCredentials } from "../credentials/caller-credentials.ts";
import { fetchFromInterface } from "../credentials/fetch-from-interface.ts";
import { type ChosenInterface, resourceOf } from "../interface/choose-interface.ts";
import { addDefaults } from "./add-defaults.ts";
import { cancelAgain } from "./cancel-again.ts";
import { checkCapabilities } from "./check-capabilities.ts";
import { keepCard } from "./keep-card.ts";
import { olderCardEndpoint } from "./older-card-endpoint.ts";
import { withResume } from "./resume.ts";
import { withRetry } from "./retry.ts";
import { sendCredentials } from "./send-credentials.ts";
import { sendTenant } from "./send-tenant.ts";

export interface OpenTransportInit {
  readonly options: Omit<ClientConnectOptions<never>, "cardCodec">;
  readonly warnings: WarningList;
  /** Ends every call. */
  readonly signal: AbortSignal;
  /** The origin of the card; undefined if the caller provided it. */
  readonly cardEndpoint: Endpoint | undefined;
  /** The current card, in the version in use. */
  readonly card: () => object;
  /** Called with a card for authenticated callers, in the types of the connected service. */
  readonly onCard: (card: object) => void;
  /** The protocol of the connected service. */
  readonly own: ClientProtocol;
  /** URIs of the extensions that every call asks for. */
  readonly extensions: () => readonly string[];
  /** The extensions whose data is checked. */
  readonly definitions: readonly SupportedExtension[];
}

/**
 * Makes the transport of a connection: the caller's interceptors, the translation to the version in use if
 * that is an older one, the connection's own interceptors, and the binding.
 */
export function openTransport(chosen: ChosenInterface, init: OpenTransportInit): ClientTransport {
  const { options, warnings, signal, cardEndpoint, card } = init;
  const { service, translation } = chosen.version;
  const { protocol } = service;
  const credentials = new CallerCredentials({
    credentials: options.credentials ?? {},
    placements: chosen.placements,
    resource: resourceOf(chosen),
    onUnauthorized: options.onUnauthorized,
  });
  const guarded = fetchFromInterface(options.fetch, chosen.endpoint, credentials);
  const bound = chosen.factory.connect({
    service,
    protocol,
    url: chosen.interface.url,
    fetch: guarded,
    onWarning: ({ method, path, message }) =>
      warnings.add({ about: "answer", path: path === "" ? method : `${method}: ${path}`, message }),
    ...defined({ maximumBytes: options.maximumBytes }),
  });
  const { timeoutMs, insecure = false, headers, retry, resume } = options;
  const interceptors: readonly ClientInterceptor[] = [
    keepCard(init.own, init.onCard),
    ...(options.interceptors ?? []),
    ...(options.checkExtensions === false
      ? []
      : init.definitions.flatMap(
          (definition) => definition.checkCalls?.({ asked: init.extensions, protocol: init.own }) ?? [],
        )),
    ...(translation === undefined
      ? []
      : [
          (inner: ClientTransport) =>
            carryCalls(translation)(translation, inner, {
              onLosses: options.onLosses ?? warnOfLosses(warnings),
            }),
        ]),
    addDefaults({ signal, timeoutMs, extensions: init.extensions, protocol }),
    ...(options.checkCapabilities === false ? [] : [checkCapabilities(protocol, card)]),
    ...(retry === false ? [] : [withRetry(retry)]),
    ...(retry === false ? [] : [cancelAgain(service)]),
    ...(resume === false
      ? []
      : [withResume(service, { ...resume, onGap: warnOfGaps(warnings, resume?.onGap) })]),
    sendCredentials({
      credentials,
      headers,
      endpoint: chosen.endpoint,
      cardEndpoint,
      insecure,
      isAllowed: options.allowInterface !== undefined,
      isObserved: options.observer !== undefined,
    }),
    sendTenant(protocol, chosen.interface.tenant),
    olderCardEndpoint({
      protocol,
      url: chosen.interface.url,
      fetch: guarded,
      insecure: true,
      maximumBytes: options.maximumCardBytes ?? defaultCardBytes,
      timeoutMs: timeoutMs ?? defaultCardMs,
      signal,
    }),
  ];
  return interceptors.reduceRight((inner, intercept) => intercept(inner), bound);
}

function carryCalls({ carry, older }: ServiceTranslation): NonNullable<ServiceTranslation["carry"]> {
  if (carry !== undefined) return carry;
  throw new TypeError(
    `older: the translation from ${older.protocol.name} has no carry; generate it anew, or add carry: translateTransport`,
  );
}
