import type { SecurityRequirement, SecurityScheme } from "../service/authentication.ts";
import type { BindingFactory, Endpoint } from "../service/binding-factory.ts";
import type { AgentInterface } from "../service/card.ts";
import type { Protocol } from "../service/protocol.ts";
import { shorten, show } from "../service/service-parameters.ts";
import { type AllowInterface, findObjection } from "./allows-interface.ts";
import { ConnectError, type ConnectReason, listShort } from "./connect-error.ts";
import { isSafe } from "./is-safe.ts";
import { canSetCookies } from "./place-credential.ts";
import { type AuthenticationPlan, type NamedPlacement, planAuthentication } from "./plan-authentication.ts";

export interface ChooseInit {
  readonly protocol: Protocol;
  readonly bindings: readonly BindingFactory[];
  /** Whether the card's security counts. */
  readonly authenticates: boolean;
  readonly security: {
    readonly requirements: readonly SecurityRequirement[];
    readonly schemes: Readonly<Record<string, SecurityScheme>>;
  };
  /** Names of the schemes for which there are credentials. */
  readonly given: ReadonlySet<string>;
  readonly insecure: boolean;
  /** Where the card came from; undefined when the caller had it. */
  readonly cardEndpoint: Endpoint | undefined;
  readonly allowInterface: AllowInterface | undefined;
  /** A header of the caller that is a secret; undefined when there is none, or it is not known yet. */
  readonly secretHeader: string | undefined;
}

/** The interface that a client uses. */
export interface ChosenInterface {
  readonly interface: AgentInterface;
  readonly factory: BindingFactory;
  readonly endpoint: Endpoint;
  readonly placements: readonly NamedPlacement[];
}

/** Why an interface cannot be used. */
interface Unusable {
  readonly reason: ConnectReason;
  readonly why: string;
}

/** How near an interface came to being used: what stood in the way of the nearest one is the reason. */
const nearness = [
  "no-interface",
  "no-credentials",
  "insecure",
  "not-allowed",
] as const satisfies readonly ConnectReason[];

/**
 * Takes the first interface in the card's order whose binding is installed, whose version is the
 * protocol's, whose URL the binding reaches, and to which the credentials that the card asks for can be
 * sent. Throws a ConnectError that lists what the card offers and what is installed.
 */
export function chooseInterface(interfaces: readonly AgentInterface[], init: ChooseInit): ChosenInterface {
  const plans = new Map<BindingFactory, AuthenticationPlan>();
  const planFor = (factory: BindingFactory): AuthenticationPlan => {
    const plan = plans.get(factory) ?? makePlan(factory, init);
    plans.set(factory, plan);
    return plan;
  };
  const refused: { readonly entry: AgentInterface; readonly why: Unusable }[] = [];
  for (const entry of interfaces) {
    const result = judge(entry, init, planFor);
    if ("factory" in result) return result;
    refused.push({ entry, why: result });
  }
  const reasons = new Set(refused.map(({ why }) => why.reason));
  const reason = nearness.findLast((candidate) => reasons.has(candidate)) ?? "no-interface";
  const offers = refused.map(({ entry, why }) => `${describe(entry)}: ${why.why}`);
  throw new ConnectError(
    reason,
    `no interface of the card can be used. The card offers ${
      offers.length === 0 ? "none" : listShort(offers)
    }. Installed: ${listInstalled(init)}`,
  );
}

function judge(
  entry: AgentInterface,
  init: ChooseInit,
  planFor: (factory: BindingFactory) => AuthenticationPlan,
): ChosenInterface | Unusable {
  const { bindings, protocol, insecure, cardEndpoint } = init;
  const factory = bindings.find(({ binding }) => binding === entry.protocolBinding);
  if (factory === undefined) return unusable("no-interface", "the binding is not installed");
  if (!isSpoken(entry.protocolVersion, protocol)) {
    return unusable("no-interface", "the version is not spoken here");
  }
  const endpoint = factory.locate(entry.url);
  if (endpoint === undefined) return unusable("no-interface", "the URL cannot be used");
  const objection = findReason(endpoint, init);
  if (objection !== undefined) return unusable("not-allowed", objection);
  const plan = planFor(factory);
  if (plan.kind === "missing") {
    return unusable(
      "no-credentials",
      `the card asks for credentials; lacking: ${listShort(plan.lacks, "; or ")}`,
    );
  }
  if (plan.placements.length > 0 && !insecure) {
    if (!isSafe(endpoint)) {
      return unusable("insecure", "credentials would be sent unencrypted; allow it with insecure: true");
    }
    if (cardEndpoint !== undefined && !isSafe(cardEndpoint)) {
      return unusable(
        "insecure",
        "the card came unencrypted, so that anybody can have changed where credentials go; allow it with insecure: true",
      );
    }
  }
  return { interface: entry, factory, endpoint, placements: plan.placements };
}

function findReason(endpoint: Endpoint, init: ChooseInit): string | undefined {
  const { cardEndpoint, allowInterface, secretHeader } = init;
  // The name that a binding gives to what is reached without a host.
  if (!URL.canParse(endpoint.origin)) return undefined;
  const url = urlOf(endpoint);
  const cardUrl = cardEndpoint === undefined ? undefined : urlOf(cardEndpoint);
  if (allowInterface !== undefined) {
    return allowInterface(url, cardUrl) ? undefined : "allowInterface does not allow it";
  }
  const objection = findObjection(url, cardUrl);
  if (objection !== undefined || cardEndpoint === undefined || secretHeader === undefined) return objection;
  if (cardEndpoint.origin === endpoint.origin) return undefined;
  return `the header ${secretHeader} would be sent to another origin than that of the card, ${cardEndpoint.origin}; allow it with allowInterface`;
}

/** The origin of an endpoint, with the scheme that tells whether it is encrypted. */
function urlOf({ origin, isEncrypted }: Endpoint): URL {
  const url = new URL(origin);
  url.protocol = isEncrypted ? "https:" : "http:";
  return url;
}

function makePlan(factory: BindingFactory, init: ChooseInit): AuthenticationPlan {
  if (!init.authenticates) return { kind: "send", placements: [] };
  return planAuthentication({
    ...init.security,
    given: init.given,
    carrier: { query: factory.usesFetch, cookies: canSetCookies() },
  });
}

function unusable(reason: ConnectReason, why: string): Unusable {
  return { reason, why };
}

/** Versions are compared by the numbers that count; a protocol without versions speaks every one. */
function isSpoken(version: string, { version: own, versionParameter }: Protocol): boolean {
  if (own === undefined || versionParameter === undefined) return true;
  const { pattern, comparedNumbers } = versionParameter;
  return (
    new RegExp(pattern, "u").test(version) &&
    shorten(version, comparedNumbers) === shorten(own, comparedNumbers)
  );
}

function describe({ protocolBinding, protocolVersion, url }: AgentInterface): string {
  const version = protocolVersion === "" ? "without a version" : show(protocolVersion);
  return `${show(protocolBinding)} ${version} at ${show(url)}`;
}

function listInstalled({ bindings, protocol }: ChooseInit): string {
  if (bindings.length === 0) return "none";
  return bindings.map(({ binding }) => `${binding} ${protocol.version ?? ""}`.trim()).join(", ");
}
