import { own } from "@a2agen/runtime/internal";
import type { ModelIndex } from "../../model/index-model.ts";
import type { Profile } from "../../model/profile.ts";
import { lastName } from "../../naming/last-name.ts";
import type { AgentCardData } from "./agent-card.ts";

/** Methods by full name, as far as an agent lacks what they need. */
export interface LackingMethods {
  /** Those that it does not offer. */
  readonly whole: ReadonlySet<string>;
  /** Those of which it does not take what another call would be made for, such as a webhook. */
  readonly callbacks: ReadonlySet<string>;
}

/** What the capabilities that a card does not declare take away from the protocol of its profile. */
export function findLackingMethods(
  card: AgentCardData,
  { profile, index }: { readonly profile: Profile; readonly index: ModelIndex },
): LackingMethods {
  const lacking = (profile.card?.capabilities ?? []).filter(
    ({ declaredIn }) => valueAt(card, declaredIn, index) !== true,
  );
  return {
    whole: new Set(lacking.flatMap(({ methods }) => methods)),
    callbacks: new Set(lacking.flatMap(({ fields = [] }) => fields.flatMap(({ methods }) => methods))),
  };
}

function valueAt(card: object, path: readonly string[], index: ModelIndex): unknown {
  return path.reduce<unknown>((value, member) => {
    const name = lastName(member);
    const owner = index.message(member.slice(0, -name.length - 1));
    const field = owner.fields.find((candidate) => candidate.name === name);
    return typeof value === "object" && value !== null ? own(value, field?.jsonName ?? name) : undefined;
  }, card);
}
