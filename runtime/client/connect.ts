import { formatIssue } from "../core/issue.ts";
import { type Endpoint, locateHttp } from "../service/binding-factory.ts";
import type { ClientOf } from "../service/call-context.ts";
import { clientError } from "../service/call-error.ts";
import { missingExtension, requiredExtensions } from "../service/capabilities.ts";
import { type AgentInterface, interfacesOf, securityOf } from "../service/card.ts";
import type { ServiceDefinition } from "../service/method.ts";
import { onAbort } from "../service/on-abort.ts";
import type { CardRules, Protocol } from "../service/protocol.ts";
import { isUri, show } from "../service/service-parameters.ts";
import { createClient, type Interceptor, type Transport } from "../service/transport.ts";
import { addDefaults } from "./add-defaults.ts";
import { CallerCredentials } from "./caller-credentials.ts";
import { cardUrls } from "./card-urls.ts";
import { checkCapabilities } from "./check-capabilities.ts";
import { type ChosenInterface, chooseInterface } from "./choose-interface.ts";
import type { ConnectionWarning, ConnectOptions } from "./connect-options.ts";
import { fetchCard } from "./fetch-card.ts";
import { guardFetch } from "./guard-fetch.ts";
import { findSecret, mergeHeaders } from "./merge-headers.ts";
import { cardCodecOf, readCard } from "./read-card.ts";
import { withResume } from "./resume.ts";
import { withRetry } from "./retry.ts";
import { sendCredentials } from "./send-credentials.ts";
import { sendTenant } from "./send-tenant.ts";
import { WarningList } from "./warning-list.ts";

/** A client of an agent, made from its card. */
export interface Connection<Service extends object, Card extends object = object> {
  readonly client: ClientOf<Service>;
  /** The card as it was last fetched. */
  readonly card: Card;
  /** The interface that is used; it stays the same when the card is fetched again. */
  readonly interface: AgentInterface;
  /** What the client is made of: makes clients of further services of the agent, as extensions add them. */
  readonly transport: Transport;
  /** What was not as the protocol says, or worth knowing; the first hundred. */
  readonly warnings: readonly ConnectionWarning[];
  /**
   * Fetches and checks the card again; from then on calls are checked against it. Rejects as `connect`
   * does, and then the old card stays. A card that the caller had given is not fetched.
   */
  refreshCard(): Promise<Card>;
  /** Ends the calls that are open, with CANCELLED, and gives back what the transport holds. */
  close(): Promise<void>;
}

const defaultCardBytes = 1024 * 1024;
const defaultCardMs = 30_000;

/**
 * Makes a client of the agent behind a card: fetches the card, checks it leniently, and takes the first
 * interface in the card's order that it can use (A2A 8). `card` is the card itself, its URL when that
 * ends in ".json", or the URL of the agent, below which the card is under a well-known path.
 *
 * Rejects with a ConnectError when no connection can be made of the card, with a CallError when the
 * card cannot be fetched or the agent requires an extension that `extensions` does not name, and with a
 * TypeError for options that are wrong in themselves.
 */
export async function connect<Service extends object, Card extends object = object>(
  service: ServiceDefinition<Service>,
  card: string | URL | Card,
  options: ConnectOptions<Card>,
): Promise<Connection<Service, Card>> {
  const rules = checkOptions(service.protocol, options);
  const { retry, resume } = options;
  const repeats: readonly Interceptor[] = [
    ...(retry === false ? [] : [withRetry(retry)]),
    ...(resume === false ? [] : [withResume(service, resume)]),
  ];
  const ending = endWith(options.signal);
  const source = new CardSource<Card>({ service, card, options, rules, signal: ending.signal });
  try {
    const current = await source.read();
    return open(service, current, { options, rules, source, ending, repeats });
  } catch (error) {
    ending.release();
    throw error;
  }
}

interface OpenInit<Card extends object> {
  readonly options: ConnectOptions<Card>;
  readonly rules: CardRules;
  readonly source: CardSource<Card>;
  readonly ending: Ending;
  readonly repeats: readonly Interceptor[];
}

function open<Service extends object, Card extends object>(
  service: ServiceDefinition<Service>,
  first: Card,
  { options, rules, source, ending, repeats }: OpenInit<Card>,
): Connection<Service, Card> {
  const { protocol } = service;
  const { warnings } = source;
  let card = first;
  const chosen = choose(card, { protocol, rules, options, source });
  const credentials = new CallerCredentials(
    options.credentials ?? {},
    chosen.placements,
    options.onUnauthorized,
  );
  const bound = chosen.factory.connect({
    service,
    protocol,
    url: chosen.interface.url,
    fetch: guardFetch(options.fetch, chosen.endpoint, credentials),
    onWarning: ({ method, path, message }) =>
      warnings.add({ about: "answer", path: path === "" ? method : `${method}: ${path}`, message }),
    ...(options.maximumBytes === undefined ? {} : { maximumBytes: options.maximumBytes }),
  });
  const { extensions = [], timeoutMs, insecure = false, headers } = options;
  const interceptors: readonly Interceptor[] = [
    ...(options.interceptors ?? []),
    addDefaults({ signal: ending.signal, timeoutMs, extensions }),
    ...(options.checkCapabilities === false ? [] : [checkCapabilities(protocol, () => card)]),
    ...repeats,
    sendCredentials({
      credentials,
      headers,
      endpoint: chosen.endpoint,
      cardEndpoint: source.endpoint,
      insecure,
      isAllowed: options.allowInterface !== undefined,
    }),
    sendTenant(protocol, chosen.interface.tenant),
  ];
  const transport = interceptors.reduceRight((inner, intercept) => intercept(inner), bound);
  return {
    client: createClient(service, transport),
    get card() {
      return card;
    },
    interface: chosen.interface,
    transport,
    get warnings() {
      return warnings.list;
    },
    async refreshCard() {
      card = await source.read();
      const isStillThere = interfacesOf(card, rules).some((entry) => isSame(entry, chosen.interface));
      if (!isStillThere) {
        warnings.add({
          about: "interface",
          path: "",
          message: `the card no longer offers the interface in use, ${show(chosen.interface.url)}`,
        });
      }
      return card;
    },
    async close() {
      ending.end();
      await transport.close();
    },
  };
}

/** Where the card of a connection comes from. */
class CardSource<Card extends object> {
  readonly warnings: WarningList;
  readonly #init: CardSourceInit<Card>;
  readonly #urls: readonly string[] | undefined;
  /** Where the card was found; undefined when the caller had it. */
  endpoint: Endpoint | undefined;

  constructor(init: CardSourceInit<Card>) {
    this.#init = init;
    this.warnings = new WarningList(init.options.onWarning);
    const { card, rules } = init;
    this.#urls = typeof card === "string" || card instanceof URL ? cardUrls(card, rules) : undefined;
  }

  /** Fetches the card, checks it, and checks that the extensions that it requires are there. */
  async read(): Promise<Card> {
    const { service, options, card: given, signal } = this.#init;
    const { protocol } = service;
    const fetched =
      this.#urls === undefined
        ? { url: undefined, value: given }
        : await fetchCard(this.#urls, {
            protocol,
            fetch: options.fetch,
            headers: options.cardHeaders,
            insecure: options.insecure ?? false,
            maximumBytes: options.maximumCardBytes ?? defaultCardBytes,
            timeoutMs: options.timeoutMs ?? defaultCardMs,
            signal,
          });
    await options.verifyCard?.(fetched.value);
    const card = readCard(fetched.value, {
      codec: options.cardCodec ?? cardCodecOf(service),
      where: fetched.url ?? "card",
      onWarning: (issue) =>
        this.warnings.add({ about: "card", path: issue.path, message: formatIssue({ ...issue, path: "" }) }),
    });
    const required = requiredExtensions(card, protocol);
    const missing = required.find((uri) => options.extensions?.includes(uri) !== true);
    if (missing !== undefined) throw missingExtension(missing, required, protocol);
    this.endpoint = fetched.url === undefined ? undefined : locateHttp(fetched.url);
    // The codec is that of Card, or Card is not known more closely.
    return card as Card;
  }
}

interface CardSourceInit<Card extends object> {
  readonly service: ServiceDefinition;
  readonly card: string | URL | Card;
  readonly options: ConnectOptions<Card>;
  readonly rules: CardRules;
  readonly signal: AbortSignal;
}

function choose<Card extends object>(
  card: Card,
  {
    protocol,
    rules,
    options,
    source,
  }: Omit<OpenInit<Card>, "ending" | "repeats"> & { readonly protocol: Protocol },
): ChosenInterface {
  const { warnings } = source;
  const { credentials = {}, authentication = "card", insecure = false, headers } = options;
  const security = securityOf(card, rules);
  for (const name of Object.keys(credentials)) {
    if (authentication === "none" || Object.hasOwn(security.schemes, name)) continue;
    warnings.add({
      about: "credentials",
      path: name,
      message: "the card has no security scheme of this name",
    });
  }
  const cardEndpoint = source.endpoint;
  const chosen = chooseInterface(interfacesOf(card, rules), {
    protocol,
    bindings: options.bindings,
    authenticates: authentication === "card",
    security,
    given: new Set(Object.keys(credentials)),
    insecure,
    cardEndpoint,
    allowInterface: options.allowInterface,
    secretHeader: typeof headers === "object" ? findSecret(mergeHeaders(headers)) : undefined,
  });
  if (cardEndpoint !== undefined && cardEndpoint.origin !== chosen.endpoint.origin) {
    warnings.add({
      about: "interface",
      path: "",
      message: `the card of ${cardEndpoint.origin} names an interface of another origin, ${chosen.endpoint.origin}`,
    });
  }
  return chosen;
}

function isSame(one: AgentInterface, other: AgentInterface): boolean {
  return (
    one.url === other.url && one.protocolBinding === other.protocolBinding && one.tenant === other.tenant
  );
}

function checkOptions<Card extends object>(protocol: Protocol, options: ConnectOptions<Card>): CardRules {
  if (protocol.card === undefined) {
    throw new TypeError(
      `service: the profile ${protocol.name} has no agent card; make a client of a transport`,
    );
  }
  for (const uri of options.extensions ?? []) {
    if (!isUri(uri)) throw new TypeError(`extensions: expected URIs, found ${show(uri)}`);
  }
  return protocol.card;
}

/** The signal that ends a connection. */
interface Ending {
  readonly signal: AbortSignal;
  end(): void;
  /** Lets go of the caller's signal. */
  release(): void;
}

function endWith(signal: AbortSignal | undefined): Ending {
  const controller = new AbortController();
  const stop = signal === undefined ? undefined : onAbort(signal, () => controller.abort(signal.reason));
  const release = (): void => stop?.();
  return {
    signal: controller.signal,
    end() {
      release();
      controller.abort(clientError("CANCELLED", "the connection was closed"));
    },
    release,
  };
}
