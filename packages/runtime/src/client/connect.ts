import { formatIssue } from "../core/issue.ts";
import { errorMessage } from "../core/object.ts";
import { type LinkedController, linkSignals } from "../core/on-abort.ts";
import { type CallError, clientError } from "../service/call-error.ts";
import { missingExtension, requiredExtensions } from "../service/capabilities.ts";
import { markClient } from "../service/client-service.ts";
import { listExtensions } from "../service/extension-support.ts";
import type { ClientDefinition, ServiceDefinition } from "../service/method.ts";
import { guardObserver } from "../service/observe.ts";
import type { CallTarget } from "../service/observer.ts";
import { show } from "../service/service-parameters.ts";
import { createClient } from "../service/transport.ts";
import { listVersions, type SpokenVersion } from "../versions/spoken-version.ts";
import { type Route, Routes } from "./calls/fall-back.ts";
import { observeCalls } from "./calls/observe-calls.ts";
import { openTransport } from "./calls/open-transport.ts";
import { createRepeat } from "./calls/repeat.ts";
import { withResume } from "./calls/resume.ts";
import { withRetry } from "./calls/retry.ts";
import { type CardReading, CardReadings, connectCard, offersInterface } from "./card/card-reading.ts";
import { CardSource, type SourceCard } from "./card/card-source.ts";
import { CardInVersions } from "./card-in-versions.ts";
import type { CatalogEntry } from "./contract/catalog-entry.ts";
import type { ClientConnectOptions, ConnectOptions, OlderVersions } from "./contract/connect-options.ts";
import type { ClientConnection, Connection } from "./contract/connection.ts";
import { WarningList } from "./contract/warnings.ts";
import { findOwned, mergeHeaders } from "./credentials/headers.ts";
import { type ChosenInterface, usableInterfaces } from "./interface/choose-interface.ts";
import { listOffers } from "./interface/list-offers.ts";
import { WantedExtensions } from "./wanted-extensions.ts";

/**
 * Makes a client for an agent from its card: fetches the card, checks it leniently, and uses the first usable
 * interface in the card's order (A2A 8), and the next one when that cannot be reached (A2A 5.2). `card` is
 * the card itself, its URL if that ends in ".json", the URL of the agent, with the card under a well-known
 * path below it, or an entry that `readCatalog` has found. The service's own version is preferred to those of
 * `older`, which are tried in their order.
 *
 * Rejects with a ConnectError for a card without a usable interface, with a CallError if the card cannot be
 * fetched or the agent requires an extension that `extensions` lacks, and with a TypeError for invalid
 * options.
 */
export function connect<Service extends object, Card extends object = object>(
  service: ServiceDefinition<Service>,
  card: string | URL | CatalogEntry | Card,
  options: ConnectOptions<Card> & OlderVersions<Service>,
): Promise<Connection<Service, Card>>;
/** The same with the table of a service for its clients, `A2AServiceClient`, which bundles smaller. */
export function connect<Service extends object, Card extends object = object>(
  service: ClientDefinition<Service>,
  card: string | URL | CatalogEntry | Card,
  options: ClientConnectOptions<Card> & OlderVersions<Service>,
): Promise<ClientConnection<Service, Card>>;
export async function connect<Service extends object, Card extends object>(
  service: ClientDefinition<Service>,
  card: string | URL | CatalogEntry | Card,
  given: (ConnectOptions<Card> | ClientConnectOptions<Card>) & OlderVersions<Service>,
): Promise<ClientConnection<Service, Card> & Connection<Service, Card>> {
  // The overloads see to it that bindings and interceptors can do with what the service has.
  const options = given as ClientConnectOptions<Card> & OlderVersions<Service>;
  checkOptions(service, options);
  const wanted = new WantedExtensions(listExtensions(options.extensions ?? []));
  const { cardCodec, older = [] } = options;
  const versions = listVersions(service, { cardCodec, older });
  const end = linkSignals(options.signal);
  const { protocol } = service;
  const { signal } = end.controller;
  const repeat = options.retry === false ? undefined : createRepeat(options.retry);
  const source = new CardSource({ protocol, versions, card, options, signal, repeat });
  try {
    const connection = open(service, await source.read(), { versions, options, wanted, source, end });
    return connection as ClientConnection<Service, Card> & Connection<Service, Card>;
  } catch (error) {
    end.release();
    throw error;
  }
}

interface OpenInit<Card extends object> {
  readonly versions: readonly [SpokenVersion, ...SpokenVersion[]];
  readonly options: ClientConnectOptions<Card>;
  readonly wanted: WantedExtensions;
  readonly source: CardSource;
  readonly end: LinkedController;
}

/** An interface of the card and the way to it. */
interface UsedInterface extends Route {
  readonly chosen: ChosenInterface;
}

function open<Service extends object, Card extends object>(
  service: ClientDefinition<Service>,
  first: SourceCard,
  { versions, options, wanted, source, end }: OpenInit<Card>,
): ClientConnection<Service, Card> {
  const warnings = new WarningList(options.onWarning);
  const choices = listUsable(first, versions, options);
  // Without any interface, the first step throws.
  const best = choices.next().value as ChosenInterface;
  const accept = (reading: CardReading, { version }: ChosenInterface): void => {
    for (const issue of reading.issues) {
      warnings.add({ about: "card", path: issue.path, message: formatIssue({ ...issue, path: "" }) });
    }
    checkExtensions(reading, service, wanted);
    cards = new CardInVersions(version, connectCard(reading, version, warnings), { wanted, warnings });
  };
  let cards: CardInVersions;
  accept(best.reading, best);
  const openRoute = (chosen: ChosenInterface): UsedInterface => {
    warnOfChoice(chosen, first, { options, warnings });
    const { version } = chosen;
    const transport = openTransport(chosen, {
      options,
      warnings,
      signal: end.controller.signal,
      cardEndpoint: first.endpoint,
      card: () => cards.in(version).card,
      own: service.protocol,
      onCard(card) {
        const { translation } = version;
        const spoken = translation === undefined ? card : (translation.card.downgrade(card).value as object);
        cards = new CardInVersions(version, { card, spoken }, { wanted, warnings });
      },
      extensions: () => cards.in(version).extensions,
      definitions: wanted.definitions,
    });
    return { chosen, transport };
  };
  const routes = new Routes({
    first: openRoute(best),
    next() {
      const { value } = choices.next();
      return value === undefined ? undefined : openRoute(value);
    },
    onSwitch: (from, to, error) => warnOfSwitch(from.chosen, to.chosen, { error, warnings }),
  });
  const observer = guardObserver(options.observer, (error) =>
    warnings.add({ about: "observer", path: "", message: errorMessage(error) }),
  );
  const target = (): CallTarget => {
    const { chosen, transport } = routes.current;
    const { version } = chosen.version.service.protocol;
    return { url: chosen.interface.url, binding: transport.binding, version, card: cards.card };
  };
  const plain = routes.toTransport();
  const transport = observer === undefined ? plain : observeCalls(observer, target)(plain);
  return {
    client: markClient(createClient(service, transport), { service, resumes: options.resume !== false }),
    get card() {
      // The codec is that of Card, or Card is not known more closely.
      return cards.card as Card;
    },
    get interface() {
      return routes.current.chosen.interface;
    },
    get protocol() {
      return routes.current.chosen.version.service.protocol;
    },
    get extensions() {
      return cards.in(routes.current.chosen.version).extensions;
    },
    transport,
    get warnings() {
      return warnings.list;
    },
    async refreshCard() {
      const { chosen } = routes.current;
      const reading = readAgain(await source.read(), chosen, versions);
      accept(reading, chosen);
      if (!offersInterface(reading, chosen.interface)) {
        warnings.add({
          about: "interface",
          path: "",
          message: `the card no longer offers the interface in use, ${show(chosen.interface.url)}`,
        });
      }
      return cards.card as Card;
    },
    async close() {
      end.release();
      end.controller.abort(clientError("CANCELLED", "the connection was closed"));
      await transport.close();
    },
  };
}

function warnOfSwitch(
  from: ChosenInterface,
  to: ChosenInterface,
  { error, warnings }: { readonly error: CallError; readonly warnings: WarningList },
): void {
  warnings.add({
    about: "interface",
    path: "",
    message: `${show(from.interface.url)} cannot be reached, and calls go to ${show(to.interface.url)}: ${error.message}`,
  });
}

function listUsable<Card extends object>(
  card: SourceCard,
  versions: OpenInit<Card>["versions"],
  options: ClientConnectOptions<Card>,
): Generator<ChosenInterface, void, undefined> {
  const { credentials = {}, authentication = "card", insecure = false, headers } = options;
  const readings = new CardReadings(card);
  return usableInterfaces(listOffers(readings, versions), {
    readings,
    versions,
    bindings: options.bindings,
    authenticates: authentication === "card",
    given: new Set(Object.keys(credentials)),
    insecure,
    cardEndpoint: card.endpoint,
    allowInterface: options.allowInterface,
    ownedHeader: typeof headers === "object" ? findOwned(mergeHeaders(headers)) : undefined,
  });
}

/** The card in the version in which it still offers the interface, or else in the one that it fits best. */
function readAgain(
  card: SourceCard,
  chosen: ChosenInterface,
  [own]: readonly [SpokenVersion, ...SpokenVersion[]],
): CardReading {
  const readings = new CardReadings(card);
  const isPublic = chosen.version.rules.wellKnownPath !== undefined;
  const versions = new Set([chosen.reading.version, own, ...(isPublic ? [chosen.version] : [])]);
  const found = [...versions].flatMap((version) => readings.in(version) ?? []);
  const byProblems = found.toSorted((one, other) => one.issues.length - other.issues.length);
  const reading = byProblems.find((one) => offersInterface(one, chosen.interface)) ?? byProblems[0];
  if (reading === undefined) throw readings.toError();
  return reading;
}

function warnOfChoice<Card extends object>(
  { reading, version, endpoint, interface: used }: ChosenInterface,
  card: SourceCard,
  { options, warnings }: { readonly options: ClientConnectOptions<Card>; readonly warnings: WarningList },
): void {
  const { credentials = {}, authentication = "card" } = options;
  for (const name of Object.keys(credentials)) {
    if (authentication === "none" || Object.hasOwn(reading.security.schemes, name)) continue;
    warnings.add({
      about: "credentials",
      path: name,
      message: "the card has no security scheme of this name",
    });
  }
  const warn = (message: string): void => warnings.add({ about: "interface", path: "", message });
  // A binding such as gRPC has its own port.
  if (card.endpoint !== undefined && card.endpoint.hostname !== endpoint.hostname) {
    warn(`the card of ${card.endpoint.origin} names an interface at another host, ${endpoint.origin}`);
  }
  const { name, tenantField } = version.service.protocol;
  if (used.tenant !== undefined && tenantField === undefined) {
    warn(`the interface has the tenant ${show(used.tenant)}, which requests of ${name} cannot name`);
  }
}

function checkExtensions(
  { card, version }: CardReading,
  { protocol }: ClientDefinition,
  wanted: WantedExtensions,
): void {
  const required = requiredExtensions(card, version.service.protocol);
  const missing = required.find((uri) => !wanted.has(uri));
  if (missing !== undefined) throw missingExtension(missing, required, protocol, { asked: wanted.uris });
}

function checkOptions<Card extends object>(
  service: ClientDefinition,
  { retry, resume }: ClientConnectOptions<Card>,
): void {
  // Both throw for invalid options, before anything is sent.
  if (retry !== false) withRetry(retry);
  if (resume !== false) withResume(service, resume);
}
