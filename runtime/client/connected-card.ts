import type { AgentInterface } from "../service/card.ts";
import type { SpokenVersion } from "../versions/spoken-version.ts";
import type { CardReading } from "./card-reading.ts";
import { ConnectError } from "./connect-error.ts";
import type { WarningList } from "./warning-list.ts";

/** The card of a connection, for those who call and for those who carry the calls. */
export interface ConnectedCard {
  /** In the types of the connected service. */
  readonly card: object;
  /** The same in the types of the version that is spoken. */
  readonly spoken: object;
}

/**
 * Brings a card into both versions. A card that was read in the spoken version is upgraded, with what
 * that loses as warnings; one of the connected service's own version is also an older one for what is
 * checked before a call. Throws a ConnectError for a card that cannot be translated.
 */
export function connectCard(
  { card, version: { translation } }: CardReading,
  spoken: SpokenVersion,
  warnings: WarningList,
): ConnectedCard {
  try {
    if (translation !== undefined) {
      const upgraded = translation.card.upgrade(card);
      for (const { path, message } of upgraded.losses) warnings.add({ about: "card", path, message });
      return { card: upgraded.value as object, spoken: card };
    }
    if (spoken.translation === undefined) return { card, spoken: card };
    return { card, spoken: spoken.translation.card.downgrade(card).value as object };
  } catch (cause) {
    // A card is read leniently, so that it need not be valid.
    throw new ConnectError("card-invalid", "the card cannot be translated into the other version", { cause });
  }
}

/** Whether a card still offers an interface. */
export function offersInterface({ interfaces }: CardReading, wanted: AgentInterface): boolean {
  return interfaces.some(
    ({ url, protocolBinding, tenant }) =>
      url === wanted.url && protocolBinding === wanted.protocolBinding && tenant === wanted.tenant,
  );
}
