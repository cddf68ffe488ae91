import type { SecurityRequirement, SecurityScheme } from "../../service/security.ts";
import { show } from "../../service/service-parameters.ts";
import { type Carrier, type Placement, placeCredential } from "./place-credential.ts";

/** The placements of credentials for a card, or the reasons why there are none. */
export type AuthenticationPlan =
  | { readonly kind: "send"; readonly placements: readonly NamedPlacement[] }
  /** None of the card's requirements can be met, with the reason for each. */
  | { readonly kind: "missing"; readonly lacks: readonly string[] };

export interface NamedPlacement {
  /** Name of the scheme in the card. */
  readonly scheme: string;
  readonly description: SecurityScheme;
  /** Those that the requirement has for the scheme. */
  readonly scopes: readonly string[];
  readonly placement: Placement;
}

export interface PlanInit {
  readonly requirements: readonly SecurityRequirement[];
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  /** Names of the schemes for which there are credentials. */
  readonly given: ReadonlySet<string>;
  readonly carrier: Carrier;
}

/**
 * Decides which credentials go along: those of the first requirement that can be met. A requirement
 * that asks for nothing is met by every caller, but callers that can authenticate do. Where the card
 * asks for nothing at all, the credentials that were given for its schemes go along as they are.
 */
export function planAuthentication(init: PlanInit): AuthenticationPlan {
  const { requirements, schemes, given } = init;
  if (requirements.length === 0) {
    const usable = Object.keys(schemes).filter((name) => given.has(name));
    const { placements } = place(Object.fromEntries(usable.map((name) => [name, {}])), init);
    return { kind: "send", placements };
  }
  const lacks: string[] = [];
  let isOptional = false;
  for (const { schemes: wanted = {} } of requirements) {
    if (Object.keys(wanted).length === 0) {
      isOptional = true;
      continue;
    }
    const { placements, problems } = place(wanted, init);
    if (problems.length === 0) return { kind: "send", placements };
    lacks.push(problems.join(" and "));
  }
  return isOptional ? { kind: "send", placements: [] } : { kind: "missing", lacks };
}

type Wanted = NonNullable<SecurityRequirement["schemes"]>;

interface Placed {
  readonly placements: readonly NamedPlacement[];
  readonly problems: readonly string[];
}

function place(wanted: Wanted, { schemes, given, carrier }: PlanInit): Placed {
  const placements: NamedPlacement[] = [];
  const problems: string[] = [];
  const taken = new Set<string>();
  for (const [name, { list: scopes = [] }] of Object.entries(wanted)) {
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
    if (scheme === undefined) {
      problems.push(`${show(name)}, which the card does not describe`);
      continue;
    }
    const placement = placeCredential(scheme, carrier);
    if (typeof placement === "string") {
      problems.push(`${show(name)}, which ${placement}`);
      continue;
    }
    if (!given.has(name)) {
      problems.push(`credentials for ${show(name)}`);
      continue;
    }
    const key = placement.kind === "certificate" ? name : `${placement.kind} ${placement.name}`;
    if (taken.has(key)) {
      problems.push(`a place for ${show(name)}, as another scheme uses the same ${placement.kind}`);
      continue;
    }
    taken.add(key);
    placements.push({ scheme: name, description: scheme, scopes, placement });
  }
  return { placements, problems };
}
