import type { SpokenVersion } from "../versions/spoken-version.ts";
import type { ConnectedCard } from "./card/card-reading.ts";
import type { WarningList } from "./contract/warnings.ts";
import type { WantedExtensions } from "./wanted-extensions.ts";

interface CardInVersionsInit {
  readonly wanted: WantedExtensions;
  readonly warnings: WarningList;
}

/** What calls in one version look at. */
interface CardInVersion {
  readonly card: object;
  /** The extensions that calls ask for. */
  readonly extensions: readonly string[];
}

/** The card of a connection in the versions in which its interfaces are called. */
export class CardInVersions {
  /** In the types of the connected service. */
  readonly card: object;
  readonly #init: CardInVersionsInit;
  readonly #known = new Map<SpokenVersion, CardInVersion>();

  /** `version` is that of `spoken`. */
  constructor(version: SpokenVersion, { card, spoken }: ConnectedCard, init: CardInVersionsInit) {
    this.card = card;
    this.#init = init;
    this.#add(version, spoken);
  }

  in(version: SpokenVersion): CardInVersion {
    const { translation } = version;
    const spoken = (): object =>
      translation === undefined ? this.card : (translation.card.downgrade(this.card).value as object);
    return this.#known.get(version) ?? this.#add(version, spoken());
  }

  #add(version: SpokenVersion, card: object): CardInVersion {
    const { wanted, warnings } = this.#init;
    const found = { card, extensions: wanted.selectFor(card, version.rules, warnings) };
    this.#known.set(version, found);
    return found;
  }
}
