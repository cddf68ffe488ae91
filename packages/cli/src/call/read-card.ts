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
  const { supportedInterfaces: interfaces = [] } = own.ok ? own.value : {};
  if (own.ok && interfaces.length > 0) {
    const isNamed = interfaces.some(({ protocolVersion }) => protocolVersion !== "");
    return { card: own.value, form: isNamed ? undefined : allVersions.find((form) => isOf(form, raw)) };
  }
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

/** Whether a card is right in an older version: those of the draft name no version of an interface. */
function isOf(form: VersionRow, raw: unknown): boolean {
  return form.translation !== undefined && cardCodec(form)?.tryDecode(structuredClone(raw)).ok === true;
}
