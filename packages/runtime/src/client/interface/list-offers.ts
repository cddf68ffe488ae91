import type { AgentInterface } from "../../service/card.ts";
import type { ClientProtocol } from "../../service/protocol.ts";
import { shorten } from "../../service/service-parameters.ts";
import type { SpokenVersion } from "../../versions/spoken-version.ts";
import type { CardReading, CardReadings } from "../card/card-reading.ts";

/** An interface of a card, and the version in which it could be used. */
export interface Offer {
  readonly entry: AgentInterface;
  readonly version: SpokenVersion;
  /** The card in which it was found. */
  readonly reading: CardReading;
  /** Whether the version is that of the interface. */
  readonly isSpoken: boolean;
}

const olderHint = '\nIf it is a card of an older version, connect with the option "older"';

/**
 * The interfaces of a card, version by version in the order of `versions`. In the newer form of cards an
 * interface can say that it speaks an older version, so that each older version is looked for there
 * first, and then in the card as that version reads it. A card is read in a version when its turn comes.
 * Throws a ConnectError at the end for a card that is invalid in every version.
 */
export function* listOffers(
  readings: CardReadings,
  [own, ...older]: readonly [SpokenVersion, ...SpokenVersion[]],
): Generator<Offer, void, undefined> {
  const newest = readings.in(own);
  const offers = (reading: CardReading | undefined, version: SpokenVersion): readonly Offer[] =>
    reading === undefined
      ? []
      : reading.interfaces.map((entry) => ({
          entry,
          version,
          reading,
          isSpoken: speaksVersion(version.service.protocol, entry.protocolVersion),
        }));
  yield* offers(newest, own);
  const isForeign = ({ entry }: Offer): boolean =>
    !speaksVersion(own.service.protocol, entry.protocolVersion);
  const known = new Set(older.length === 0 ? [] : newest?.interfaces.map(placeOf));
  // A card of another version can be read, too, but has no address there, or the same interfaces in no
  // version.
  const isOwn = ({ entry, isSpoken }: Offer): boolean =>
    entry.url !== "" && (isSpoken || !known.has(placeOf(entry)));
  for (const version of older) {
    yield* offers(newest, version).filter(isForeign);
    for (const form of formsOf(version, older)) yield* offers(readings.in(form), version).filter(isOwn);
  }
  if (!readings.isCard) throw readings.toError(older.length === 0 ? olderHint : "");
}

/**
 * The versions in whose form cards of a version are: another one's of its number, if it has no public cards.
 */
function formsOf(version: SpokenVersion, older: readonly SpokenVersion[]): readonly SpokenVersion[] {
  if (isPublic(version)) return [version];
  const number = version.service.protocol.version;
  return older.filter((other) => isPublic(other) && other.service.protocol.version === number);
}

function isPublic({ rules }: SpokenVersion): boolean {
  return rules.wellKnownPath !== undefined;
}

function placeOf({ protocolBinding, url }: AgentInterface): string {
  return `${protocolBinding} ${url}`;
}

/** Whether a version of an interface is one of the protocol's; a protocol without a version has every one. */
function speaksVersion(protocol: ClientProtocol, version: string): boolean {
  const { version: own, versionParameter } = protocol;
  if (own === undefined || versionParameter === undefined) return true;
  const { pattern, comparedNumbers } = versionParameter;
  if (!new RegExp(pattern, "u").test(version)) return false;
  const short = shorten(version, comparedNumbers);
  return [own, ...(protocol.olderVersions ?? [])].some((known) => shorten(known, comparedNumbers) === short);
}
