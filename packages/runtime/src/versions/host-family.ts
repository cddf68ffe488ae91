import { defined } from "../core/object.ts";
import type { AuthenticationRequest } from "../host/authentication.ts";
import { cardCodec } from "../host/card-text.ts";
import { createHost, type Host } from "../host/host.ts";
import type { HostOptions } from "../host/host-options.ts";
import type { CallContext } from "../service/call-context.ts";
import { type ExtensionSupport, toSupport } from "../service/extension-support.ts";
import { listAt } from "../service/field-path.ts";
import type { Method } from "../service/method.ts";
import type { Observer } from "../service/observer.ts";
import type { Protocol } from "../service/protocol.ts";
import { isSameService } from "../service/same-service.ts";
import {
  combineCards,
  interfacesFor,
  isInterface,
  withInterfaces,
  withoutSignatures,
} from "./family-card.ts";
import type { OlderVersion } from "./older-version.ts";
import { composeServices } from "./translate/compose-services.ts";
import { createLossLog } from "./translate/loss-log.ts";
import { withOlderErrors } from "./translate/older-errors.ts";
import type { MethodTranslation, ServiceTranslation } from "./translate/service-translation.ts";
import { downgradeHandler, type HandlerLosses } from "./translate/translate-handler.ts";
import { TranslatedContext } from "./translate/translated-context.ts";
import type { Loss } from "./translate/translator.ts";

/** The options of the newest version, and the older versions in which it is served as well. */
export interface HostFamilyOptions extends HostOptions {
  /** Each with its translation to the newest version, and where it is served. */
  readonly older: readonly OlderVersion[];
  /** Called with the losses of translations, at every call. Default: `createLossLog()`. */
  readonly onLosses?: (losses: HandlerLosses) => void;
  /** Called with warnings for the author when the family is made. Default: console.warn. */
  readonly onWarning?: (text: string) => void;
}

/** A version of a family. */
export interface FamilyMember {
  readonly host: Host;
  /** Undefined for the newest. */
  readonly where: OlderVersion | undefined;
  /** The methods of the newest version by the names that they have in this one. */
  readonly newest: ReadonlyMap<string, Method>;
  /** Where the newest card says that this version is. */
  readonly interfaces: readonly unknown[];
  /** The losses of the newest card in this version. */
  readonly cardLosses: readonly Loss[];
}

/** One implementation, served in several versions. */
export interface HostFamily {
  /** The newest version first, then the older ones as they were given. Each can be added to a gRPC server. */
  readonly hosts: readonly [Host, ...Host[]];
  readonly members: readonly [FamilyMember, ...FamilyMember[]];
  /**
   * The public card, for all versions: that of the newest one, with the fields of the older ones added.
   * Undefined without a card. It has no signatures unless every older version has its own card: sign it
   * and give the signed card to `createHttpHandler`.
   */
  readonly card: object | undefined;
  /** Closes all hosts, as `Host.close`. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/**
 * Makes hosts for every version of one implementation, which is written in the newest one. An older host
 * translates; callers are asked for what the newest one asks for (`security`, or its card), and hooks see
 * requests and names of methods of the newest version. Extensions are activated in every version, with
 * middleware that is written in the newest; their methods are served in every version, with messages as their
 * proto has them. `limits` hold for each version by itself, `rateLimit` for all together.
 *
 * Throws a TypeError for options that do not fit together, and for cards that cannot be one.
 */
export function createHostFamily(options: HostFamilyOptions): HostFamily {
  const { older: _older, onLosses: _onLosses, onWarning = console.warn, ...rest } = options;
  const newest = createHost(rest);
  const family = new FamilyBuilder(newest, options);
  const members: [FamilyMember, ...FamilyMember[]] = [newestMember(newest)];
  for (const where of family.older) {
    const member = family.addOlder(where);
    warnOfCard(member, onWarning);
    members.push(member);
  }
  const hosts: [Host, ...Host[]] = [newest, ...members.slice(1).map(({ host }) => host)];
  return {
    hosts,
    members,
    card: combine(members, onWarning),
    async close(closing) {
      await Promise.all(hosts.map((host) => host.close(closing)));
    },
  };
}

/** The newest version, or the only one. */
export function newestMember(host: Host): FamilyMember {
  return {
    host,
    where: undefined,
    newest: new Map(host.methods.map(({ method }) => [method.name, method])),
    interfaces: [],
    cardLosses: [],
  };
}

/** Most losses that a warning lists; `cardLosses` has all. */
const shownLosses = 10;

function warnOfCard({ host, where, cardLosses }: FamilyMember, onWarning: (text: string) => void): void {
  const [signatures] = host.protocol.card?.signatures ?? [];
  // For a shared card, `combine` reports it.
  const isReported = ({ segments }: Loss): boolean =>
    where?.cardPrefix === undefined && segments[0] === signatures;
  const lines = cardLosses
    .filter((loss) => !isReported(loss))
    .map(({ path, message }) => `${path}: ${message}`);
  if (lines.length === 0) return;
  const more = lines.length > shownLosses ? [`and ${lines.length - shownLosses} more`] : [];
  const text = [...lines.slice(0, shownLosses), ...more].join("; ");
  onWarning(`a2agen: the card of ${host.protocol.name} does not say all of the newest one: ${text}`);
}

class FamilyBuilder {
  /** The older versions, each with its place. */
  readonly older: readonly OlderVersion[];
  readonly #newest: Host;
  readonly #options: HostFamilyOptions;
  readonly #onLosses: (losses: HandlerLosses) => void;

  constructor(newest: Host, options: HostFamilyOptions) {
    this.#newest = newest;
    this.#options = options;
    this.older = options.older.map((where) => placed(where, newest));
    this.#onLosses = options.onLosses ?? createLossLog();
  }

  addOlder(where: OlderVersion): FamilyMember {
    const { protocol, card } = this.#newest;
    const translation = this.#toNewest(where.translation, []);
    const entries = this.#entriesOf(where);
    const view = (value: unknown): object => {
      // A version without an interface points to the newest one's.
      if (protocol.card === undefined || entries.length === 0) return value as object;
      return withInterfaces(value as object, protocol.card, entries);
    };
    const translated = card === undefined ? undefined : translation.card.downgrade(view(card));
    // A translator of cards gives a card.
    const olderCard = translated?.value as object | undefined;
    return {
      host: this.#createHost(withCards(translation, protocol.card?.typeName, view), olderCard),
      where,
      newest: methodsByName(translation),
      interfaces: entries,
      cardLosses: translated?.losses ?? [],
    };
  }

  /** Where the version is: over the bindings that have its messages first, and then over the others. */
  #entriesOf(where: OlderVersion): readonly unknown[] {
    const { version } = where.translation.older.protocol;
    const others = this.older.filter(
      (other) =>
        other !== where &&
        other.cardPrefix === where.cardPrefix &&
        other.translation.older.protocol.version === version,
    );
    const found = [where, ...others].flatMap(
      (each) =>
        interfacesFor(this.#newest.card ?? {}, this.#newest, {
          service: each.translation.older,
          where: each,
        }).entries,
    );
    const seen = new Set<string>();
    return found.filter((entry) => {
      const text = JSON.stringify(entry);
      return !seen.has(text) && seen.add(text);
    });
  }

  /** The translation to the service that is implemented, via other entries where it has to be. */
  #toNewest(translation: ServiceTranslation, seen: readonly ServiceTranslation[]): ServiceTranslation {
    const { newer } = translation;
    const { services, older } = this.#options;
    if (services.some(({ service }) => isSameService(service, newer))) return translation;
    const next = older.find((entry) => isSameService(entry.translation.older, newer))?.translation;
    if (next === undefined || seen.includes(next)) {
      throw new TypeError(
        `older: the translation of ${translation.older.typeName} ends at ${newer.typeName} of ${newer.protocol.name}, which is neither implemented nor the older service of another translation`,
      );
    }
    return composeServices(translation, this.#toNewest(next, [...seen, translation]));
  }

  #createHost(translation: ServiceTranslation, card: object | undefined): Host {
    const {
      authenticate,
      authorize,
      onError,
      onRefused,
      observer,
      limits,
      rateLimit,
      checkAnswers,
      extensions,
      authorizationServers,
    } = this.#options;
    const newest = this.#newest;
    const names = methodsByName(translation);
    // With the middleware of the extensions around, which is written in the newest version as well.
    const implemented = newest.implementations.find(({ service }) =>
      isSameService(service, translation.newer),
    );
    const handler = downgradeHandler(translation, implemented?.handler ?? {}, {
      onLosses: this.#onLosses,
      onError: (error, call) => newest.report(error, call),
      ...defined({ authorize, checkAnswers }),
    });
    const { version } = translation.older.protocol;
    return createHost({
      services: [{ service: translation.older, handler }],
      checkAnswers: false,
      security: newest.security,
      ...defined({
        card,
        authorizationServers,
        tenants: newest.tenants,
        emptyVersion: version,
        onError,
        onRefused,
        limits,
        rateLimit,
        observer: observer && renamedObserver(observer, names),
        authenticate:
          authenticate &&
          ((request: AuthenticationRequest) => authenticate(renamed(request, names.get(request.method)))),
        // Behind the translation, calls are authorized with the names of the newest version.
        authorize:
          authorize &&
          ((context: CallContext, request: unknown) =>
            names.has(context.method) || authorize(context, request)),
        extensions: extensions && olderExtensions(toSupport(extensions), newest, { translation, names }),
      }),
    });
  }
}

/**
 * An older version with its place. Requests of two versions with one number cannot be told apart, so that the
 * older one has its paths and its card below its own name, over the bindings of the newest card.
 */
function placed(where: OlderVersion, { protocol, card }: Host): OlderVersion {
  const { name, version } = where.translation.older.protocol;
  if (version !== protocol.version || where.jsonRpc !== undefined) return where;
  const declared = listAt(card ?? {}, protocol.card?.interfaces ?? []).filter(isInterface);
  const path = (binding: string): string | false =>
    declared.length === 0 || declared.some(({ protocolBinding }) => protocolBinding === binding)
      ? `/${name}`
      : false;
  return { jsonRpc: path("JSONRPC"), rest: path("HTTP+JSON"), cardPrefix: `/${name}`, ...defined(where) };
}

/** The same translation, with answers that are cards saying where the older version is. */
function withCards(
  translation: ServiceTranslation,
  cardType: string | undefined,
  view: (card: unknown) => object,
): ServiceTranslation {
  const methods: Readonly<Record<string, Method>> = translation.newer.methods;
  const place = (row: MethodTranslation): MethodTranslation => {
    if (cardType === undefined || methods[row.newer]?.output.typeName !== cardType) return row;
    const { response } = row;
    return { ...row, response: { ...response, downgrade: (value) => response.downgrade(view(value)) } };
  };
  return { ...translation, methods: translation.methods.map(place) };
}

function methodsByName({ older, newer, methods }: ServiceTranslation): ReadonlyMap<string, Method> {
  const olderMethods: Readonly<Record<string, Method>> = older.methods;
  const newerMethods: Readonly<Record<string, Method>> = newer.methods;
  return new Map(
    methods.flatMap((row): readonly (readonly [string, Method])[] => {
      const [from, to] = [olderMethods[row.older], newerMethods[row.newer]];
      return from === undefined || to === undefined ? [] : [[from.name, to]];
    }),
  );
}

/** An observer that is told the names of methods in the newest version. */
function renamedObserver(observer: Observer, names: ReadonlyMap<string, Method>): Observer {
  return {
    begin: (operation) =>
      observer.begin(
        operation.kind === "server" && operation.method !== undefined
          ? { ...operation, method: names.get(operation.method)?.name ?? operation.method }
          : operation,
      ),
    carrier: () => observer.carrier?.(),
    watch: (gauges) => observer.watch?.(gauges) ?? (() => undefined),
  };
}

/** A call as the hook sees it: with the name of the method in the version that the author writes. */
function renamed(request: AuthenticationRequest, method: Method | undefined): AuthenticationRequest {
  return {
    binding: request.binding,
    method: method?.name ?? request.method,
    kind: request.kind,
    header: (name) => request.header(name),
    query: (name) => request.query(name),
    requirements: request.requirements,
    schemes: request.schemes,
    get peerCertificate() {
      return request.peerCertificate;
    },
  };
}

function combine(
  [newest, ...older]: readonly [FamilyMember, ...FamilyMember[]],
  onWarning: (text: string) => void,
): object | undefined {
  const { card, protocol } = newest.host;
  const rules = protocol.card;
  const sharing = older.filter(
    ({ host, where }) => host.card !== undefined && where?.cardPrefix === undefined,
  );
  if (card === undefined || rules === undefined || sharing.length === 0) return card;
  const declared = rules.interfaces === undefined ? [] : listAt(card, rules.interfaces);
  const known = new Set(declared.map((entry) => JSON.stringify(entry)));
  const added = sharing
    .flatMap(({ interfaces }) => interfaces)
    .filter((entry) => {
      const text = JSON.stringify(entry);
      return !known.has(text) && known.add(text);
    });
  if (listAt(card, rules.signatures).length > 0) {
    onWarning(
      "a2agen: the signatures of the card are left out of the card of all versions, which says more than they cover; sign the family's card and give it to createHttpHandler",
    );
  }
  const interfaces = [...declared, ...added];
  const placed = withInterfaces(card, rules, interfaces);
  const base = { host: newest.host, card: withoutSignatures(placed, rules) };
  cardCodec(newest.host)?.copy(base.card);
  // A host that was found to have a card has one.
  return combineCards(
    base,
    sharing
      .filter(({ host }) => host.protocol.card?.wellKnownPath !== undefined)
      .map(({ host }) => ({ host, card: withShared(host, protocol, interfaces) })),
  );
}

/**
 * The card of an older version; where it has its interfaces at the same place, with those of all versions.
 */
function withShared(host: Host, newest: Protocol, interfaces: readonly unknown[]): object {
  const { card = {}, protocol } = host;
  const place = protocol.card?.interfaces?.join(".");
  const isShared = place === newest.card?.interfaces?.join(".") && protocol.version !== newest.version;
  return protocol.card !== undefined && isShared ? withInterfaces(card, protocol.card, interfaces) : card;
}

interface OlderExtensionsInit {
  readonly translation: ServiceTranslation;
  /** The methods of the newest version by the names that they have in the older one. */
  readonly names: ReadonlyMap<string, Method>;
}

/**
 * The extensions of the newest version as an older host supports them: it activates them, and leaves their
 * middleware to the handler behind the translation. Their own methods have the same messages in every
 * version, for these are defined by the extension; errors become those of the older version.
 */
function olderExtensions(
  extensions: readonly ExtensionSupport[],
  newest: Host,
  { translation, names }: OlderExtensionsInit,
): readonly ExtensionSupport[] {
  return extensions.map(({ extension, activate, validate = true, services = [] }): ExtensionSupport => {
    const { problemsIn: _problemsIn, states: _states, ...terms } = extension;
    return {
      extension: terms,
      validate,
      services: services.map(({ service }) => {
        // With the middleware around.
        const served = newest.implementations.find((each) => each.service === service);
        return { service, handler: withOlderErrors(service, served?.handler ?? {}, translation) };
      }),
      ...defined({
        activate:
          activate &&
          ((context: CallContext) => {
            const method = names.get(context.method)?.name ?? context.method;
            return activate(new TranslatedContext(context, { method, version: "", tenant: undefined }));
          }),
      }),
    };
  });
}
