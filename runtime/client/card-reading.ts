import { copyJson } from "../core/copy-json.ts";
import type { Issue } from "../core/issue.ts";
import { type AgentInterface, interfacesOf, securityOf } from "../service/card.ts";
import { isDecodeError } from "../service/request-error.ts";
import type { SpokenVersion } from "../versions/spoken-version.ts";
import type { SourceCard } from "./card-source.ts";
import { ConnectError } from "./connect-error.ts";

/** A card as one version of the protocol reads it. */
export interface CardReading {
  readonly version: SpokenVersion;
  /** In the types of that version. */
  readonly card: object;
  /** What was not as that version says. */
  readonly issues: readonly Issue[];
  readonly interfaces: readonly AgentInterface[];
  readonly security: ReturnType<typeof securityOf>;
}

/** Reads one card in several versions, in each at most once and only when it is asked for. */
export class CardReadings {
  readonly #source: SourceCard;
  readonly #readings = new Map<SpokenVersion, CardReading | ConnectError>();

  constructor(source: SourceCard) {
    this.#source = source;
  }

  /** The card in a version; undefined when it is no card there. */
  in(version: SpokenVersion): CardReading | undefined {
    const found = this.#readings.get(version) ?? readCard(this.#source, version);
    this.#readings.set(version, found);
    return found instanceof ConnectError ? undefined : found;
  }

  /** Whether the card could be read in one of the versions that were asked for. */
  get isCard(): boolean {
    return [...this.#readings.values()].some((found) => !(found instanceof ConnectError));
  }

  /** Why it is no card in the versions that were asked for. */
  toError(hint = ""): ConnectError {
    const errors = [...this.#readings.values()].filter((found) => found instanceof ConnectError);
    const message = errors.map((error) => error.message).join("\n");
    return new ConnectError("card-invalid", `${message}${hint}`, { cause: errors[0]?.cause });
  }
}

/** Checks a card leniently, as peers' cards want it; the value is left alone. */
function readCard({ value, where }: SourceCard, version: SpokenVersion): CardReading | ConnectError {
  const { codec, rules } = version;
  const issues: Issue[] = [];
  try {
    const options = { lenient: true, onWarning: (issue: Issue) => void issues.push(issue) };
    // Cards are messages, and messages are objects.
    const card = codec.decode(copyJson(value), options) as object;
    return {
      version,
      card,
      issues,
      interfaces: interfacesOf(card, rules),
      security: securityOf(card, rules),
    };
  } catch (cause) {
    if (!isDecodeError(cause)) throw cause;
    return new ConnectError("card-invalid", `${where}: ${cause.message}`, { cause });
  }
}
