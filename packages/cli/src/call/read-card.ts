import { type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import { allVersions, cardCodec, type VersionRow } from "@a2agen/exchange/versions.ts";

/** A card in the types of 1.0. */
export interface ReadCard {
  readonly card: AgentCard;
  /** The version whose form it has; undefined for 1.0. */
  readonly form: VersionRow | undefined;
}

/** The card in the types of 1.0, from the version that it fits best. */
export function readCard(raw: unknown): ReadCard {
  const own = AgentCardCodec.tryDecode(structuredClone(raw), { lenient: true });
  if (own.ok && (own.value.supportedInterfaces ?? []).length > 0) return { card: own.value, form: undefined };
  for (const form of allVersions) {
    const read = form.translation && cardCodec(form)?.tryDecode(structuredClone(raw), { lenient: true });
    if (read?.ok !== true) continue;
    try {
      // The translator of cards makes cards.
      return { card: form.translation?.card.upgrade(read.value).value as AgentCard, form };
    } catch {
      // It is a card of another version then.
    }
  }
  return { card: AgentCardCodec.decode(structuredClone(raw), { lenient: true }), form: undefined };
}
