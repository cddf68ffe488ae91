import { parseUrl } from "../../core/url.ts";
import { type ClientBindingFactory, type Endpoint, locateHttp } from "../../service/binding-factory.ts";
import type { AgentInterface } from "../../service/card.ts";
import { show } from "../../service/service-parameters.ts";
import type { SpokenVersion } from "../../versions/spoken-version.ts";
import type { CardReading, CardReadings } from "../card/card-reading.ts";
import { findObjection } from "../card/private-network.ts";
import { ConnectError, type ConnectReason, listShort } from "../contract/connect-error.ts";
import type { AllowInterface } from "../contract/connect-options.ts";
import { isSecure } from "../credentials/is-secure.ts";
import { canSetCookies } from "../credentials/place-credential.ts";
import {
  type AuthenticationPlan,
  type NamedPlacement,
  planAuthentication,
} from "../credentials/plan-authentication.ts";
import type { Offer } from "./list-offers.ts";

export interface ChooseInit {
  /** Those from which the offers come. */
  readonly readings: CardReadings;
  /** The versions that the client supports. */
  readonly versions: readonly SpokenVersion[];
  readonly bindings: readonly ClientBindingFactory[];
  /** Whether to authenticate by the card's security. */
  readonly authenticates: boolean;
  /** Names of the schemes for which there are credentials. */
  readonly given: ReadonlySet<string>;
  readonly insecure: boolean;
  /** The endpoint of the card; undefined if the caller provided it. */
  readonly cardEndpoint: Endpoint | undefined;
  readonly allowInterface: AllowInterface | undefined;
  /** A header that is for the origin of the card only; undefined without one, or if it is not known yet. */
  readonly ownedHeader: string | undefined;
}

/** The interface that a client uses. */
export interface ChosenInterface {
  readonly interface: AgentInterface;
  /** The version in which it is called. */
  readonly version: SpokenVersion;
  /** The card in which it was found. */
  readonly reading: CardReading;
  readonly factory: ClientBindingFactory;
  readonly endpoint: Endpoint;
  readonly placements: readonly NamedPlacement[];
}

/** Why an interface cannot be used. */
interface Unusable {
  readonly reason: ConnectReason;
  readonly why: string;
}

const otherVersion = "the version is not spoken here";
const noVersion = "the card does not name its version";

/** The reasons from the least to the most specific, which is the one reported. */
const nearness: readonly ConnectReason[] = ["no-interface", "no-credentials", "insecure", "not-allowed"];

/**
 * The usable interfaces in order: their bindings are installed and carry the service, their versions are
 * supported, the bindings accept their URLs, and the required credentials can be sent to them. Without any it
 * throws a ConnectError that lists the interfaces of the card and the installed bindings.
 */
export function* usableInterfaces(
  offers: Iterable<Offer>,
  init: ChooseInit,
): Generator<ChosenInterface, void, undefined> {
  const plans = new Map<CardReading, Map<ClientBindingFactory, AuthenticationPlan>>();
  const planFor = (factory: ClientBindingFactory, reading: CardReading): AuthenticationPlan => {
    const own = plans.get(reading) ?? new Map<ClientBindingFactory, AuthenticationPlan>();
    plans.set(reading, own);
    const plan = own.get(factory) ?? makePlan(factory, reading, init);
    own.set(factory, plan);
    return plan;
  };
  // Several versions can refuse one interface.
  const refused = new Map<string, Unusable>();
  // One that two versions could use is called in the first.
  const used = new Set<string>();
  for (const offer of offers) {
    const result = judge(offer, init, planFor);
    const key = describe(offer.entry);
    if ("factory" in result) {
      if (!used.has(key)) yield result;
      used.add(key);
      continue;
    }
    const before = refused.get(key);
    if (before === undefined || isNearer(result, before) || before.why === otherVersion) {
      refused.set(key, result);
    }
  }
  if (used.size === 0) throw noInterface(refused, init);
}

function isNearer(one: Unusable, other: Unusable): boolean {
  return nearness.indexOf(one.reason) > nearness.indexOf(other.reason);
}

function noInterface(refused: ReadonlyMap<string, Unusable>, init: ChooseInit): ConnectError {
  const reasons = new Set([...refused.values()].map(({ reason }) => reason));
  const reason = nearness.findLast((candidate) => reasons.has(candidate)) ?? "no-interface";
  const offers = [...refused].map(([entry, { why }]) => `${entry}: ${why}`);
  // A card without a version may be one of a version in which it is invalid.
  const isUnclear = [...refused.values()].every(({ why }) => why === noVersion);
  const problems = isUnclear ? init.readings.errors.map(({ message }) => `\n${message}`).join("") : "";
  // An older version writes its interfaces elsewhere in the card.
  const hint =
    offers.length === 0 && init.versions.length === 1
      ? '. For an agent of an older version, connect with the option "older"'
      : "";
  return new ConnectError(
    reason,
    `no interface of the card can be used. The card offers ${
      offers.length === 0 ? "none" : listShort(offers)
    }. Installed: ${listInstalled(init)}${hint}${problems}`,
  );
}

function judge(
  { entry, version, reading, isSpoken }: Offer,
  init: ChooseInit,
  planFor: (factory: ClientBindingFactory, reading: CardReading) => AuthenticationPlan,
): ChosenInterface | Unusable {
  const { bindings, insecure, cardEndpoint } = init;
  const factory = bindings.find(({ binding }) => binding === entry.protocolBinding);
  if (factory === undefined) return unusable("no-interface", "the binding is not installed");
  if (!isSpoken) return unusable("no-interface", entry.protocolVersion === "" ? noVersion : otherVersion);
  const endpoint = factory.locate(entry.url);
  if (endpoint === undefined) return unusable("no-interface", "the URL cannot be used");
  if (!carries(factory, version)) {
    return unusable("no-interface", "the binding does not carry the service of this version");
  }
  const objection = findReason(endpoint, init);
  if (objection !== undefined) return unusable("not-allowed", objection);
  const plan = planFor(factory, reading);
  const leak = findLeak(endpoint, plan, init);
  if (leak !== undefined) return unusable("not-allowed", leak);
  if (plan.kind === "missing") {
    return unusable(
      "no-credentials",
      `the card asks for credentials; lacking: ${listShort(plan.lacks, "; or ")}`,
    );
  }
  if (plan.placements.length > 0 && !insecure) {
    if (!isSecure(endpoint)) {
      return unusable("insecure", "credentials would be sent unencrypted; allow it with insecure: true");
    }
    if (cardEndpoint !== undefined && !isSecure(cardEndpoint)) {
      return unusable(
        "insecure",
        "the card came unencrypted, so that anybody can have changed where credentials go; allow it with insecure: true",
      );
    }
  }
  return { interface: entry, version, reading, factory, endpoint, placements: plan.placements };
}

function findReason(endpoint: Endpoint, init: ChooseInit): string | undefined {
  const { cardEndpoint, allowInterface } = init;
  // A binding without hosts has a name instead of an origin.
  if (parseUrl(endpoint.origin) === undefined) return undefined;
  const url = urlOf(endpoint);
  const cardUrl = cardEndpoint === undefined ? undefined : urlOf(cardEndpoint);
  if (allowInterface === undefined) return findObjection(url, cardUrl);
  return allowInterface(url, cardUrl) ? undefined : "allowInterface does not allow it";
}

/** Headers and credentials belong to the origin of the card, which names the hosts that would get them. */
function findLeak(endpoint: Endpoint, plan: AuthenticationPlan, init: ChooseInit): string | undefined {
  const { cardEndpoint, allowInterface, ownedHeader } = init;
  if (cardEndpoint === undefined || allowInterface !== undefined) return undefined;
  if (parseUrl(endpoint.origin) === undefined || cardEndpoint.origin === endpoint.origin) return undefined;
  const scheme = plan.kind === "send" ? plan.placements.find(isSent)?.scheme : undefined;
  if (ownedHeader === undefined && scheme === undefined) return undefined;
  const secret =
    ownedHeader === undefined ? `credentials[${show(scheme ?? "")}]` : `the header ${ownedHeader}`;
  return `${secret} would be sent to another origin than that of the card, ${cardEndpoint.origin}; allow it with allowInterface`;
}

/** A certificate is presented by fetch or the channel, which know their host. */
function isSent({ placement }: NamedPlacement): boolean {
  return placement.kind !== "certificate";
}

/** What tokens for an interface are for: its URL, or its origin where the binding has no URLs. */
export function resourceOf({ interface: { url }, endpoint }: ChosenInterface): string {
  if (locateHttp(url) !== undefined || parseUrl(endpoint.origin) === undefined) return url;
  return urlOf(endpoint).origin;
}

/** The origin of an endpoint, with a scheme by its encryption. */
function urlOf({ origin, isEncrypted }: Endpoint): URL {
  const url = new URL(origin);
  url.protocol = isEncrypted ? "https:" : "http:";
  return url;
}

function makePlan(
  factory: ClientBindingFactory,
  { security }: CardReading,
  init: ChooseInit,
): AuthenticationPlan {
  if (!init.authenticates) return { kind: "send", placements: [] };
  return planAuthentication({
    ...security,
    given: init.given,
    carrier: { query: factory.usesFetch, cookies: canSetCookies() },
  });
}

function unusable(reason: ConnectReason, why: string): Unusable {
  return { reason, why };
}

function carries(factory: ClientBindingFactory, { service }: SpokenVersion): boolean {
  return factory.carries?.(service) ?? true;
}

function describe({ protocolBinding, protocolVersion, url }: AgentInterface): string {
  const version = protocolVersion === "" ? "without a version" : show(protocolVersion);
  return `${show(protocolBinding)} ${version} at ${show(url)}`;
}

function listInstalled({ bindings, versions }: ChooseInit): string {
  const installed = versions.flatMap((version) =>
    bindings
      .filter((factory) => carries(factory, version))
      .map(({ binding }) => `${binding} ${version.service.protocol.version ?? ""}`.trim()),
  );
  // Two versions may share one number.
  return installed.length === 0 ? "none" : [...new Set(installed)].join(", ");
}
