import { syntaxError } from "../../core/codec.ts";
import type { Issue } from "../../core/issue.ts";
import { isObject } from "../../core/object.ts";
import { type AgentInterface, interfacesOf, securityOf } from "../../service/card.ts";
import { listAt, valueAt } from "../../service/field-path.ts";
import { isDecodeError } from "../../service/request-error.ts";
import { show } from "../../service/service-parameters.ts";
import type { SpokenVersion } from "../../versions/spoken-version.ts";
import { ConnectError } from "../contract/connect-error.ts";
import type { WarningList } from "../contract/warnings.ts";
import type { SourceCard } from "./card-source.ts";
import { mendSecurity } from "./mend-security.ts";

/** A card as one version of the protocol reads it. */
export interface CardReading {
  readonly version: SpokenVersion;
  /** In the types of that version. */
  readonly card: object;
  /** Violations of that version. */
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

  /** The card in a version; undefined if it is invalid there. */
  in(version: SpokenVersion): CardReading | undefined {
    const found = this.#readings.get(version) ?? readCard(this.#source, version);
    this.#readings.set(version, found);
    return found instanceof ConnectError ? undefined : found;
  }

  /** Whether the card could be read in one of the versions that were asked for. */
  get isCard(): boolean {
    return [...this.#readings.values()].some((found) => !(found instanceof ConnectError));
  }

  /** Why the card is invalid in requested versions. */
  get errors(): readonly ConnectError[] {
    return [...this.#readings.values()].filter((found) => found instanceof ConnectError);
  }

  /** The error of a card that is invalid in all requested versions. */
  toError(hint = ""): ConnectError {
    const { errors } = this;
    const message = errors.map((error) => error.message).join("\n");
    return new ConnectError("card-invalid", `${message}${hint}`, { cause: errors[0]?.cause });
  }
}

/**
 * Corrects the version of a card, whose form counts more: in the form of 0.3 it is one of 0.3. A card with
 * the interfaces of a version and no number, of its own or of an interface, has that of the version (draft
 * 5.7); so has one with an earlier number that lists no interface in the earlier fields (draft 4.6.1, 8.5).
 */
function correctVersion(
  card: Record<string, unknown>,
  { rules, service, translation }: SpokenVersion,
  issues: Issue[],
): void {
  const { interfaces: own, version: [path] = [] } = rules;
  if (path === undefined) return;
  const { version } = service.protocol;
  const { card: newerRules, version: newerVersion = " " } = translation?.newer.protocol ?? {};
  const said = String(card[path]);
  const entries = listAt(card, own ?? newerRules?.interfaces ?? []);
  const isListed = entries.length > 0;
  if (own !== undefined && entries.some((entry) => isObject(entry) && Object.hasOwn(entry, path))) return;
  const isEarlier =
    Number.parseFloat(said) < Number(version) &&
    valueAt(card, rules.olderInterfaces?.url ?? []) === undefined;
  if (own ? !isListed || !(said === "" || isEarlier) : isListed || !said.startsWith(newerVersion)) return;
  card[path] = version;
  if (said === "") return;
  const message = `expected ${version}, whose form it has; found ${show(said)}`;
  issues.push({ code: "format", path, segments: [path], message });
}

/** Removes security schemes of kinds that the version does not have: unknown fields are ignored (A2A 5.7). */
function skipUnknownSchemes(card: unknown, { codec, rules }: SpokenVersion, issues: Issue[]): void {
  const schemes = valueAt(card, rules.securitySchemes);
  if (!isObject(schemes)) return;
  for (const issue of issuesOf(card, codec)) {
    const { code, segments } = issue;
    // Names of fields and of schemes.
    const path = segments as readonly string[];
    if (code !== "oneof-none" || valueAt(card, path.slice(0, -1)) !== schemes) continue;
    const name = path.at(-1) ?? "";
    const scheme = schemes[name];
    // Schemes of 0.3 are objects of texts: such a card is read as one of 0.3, so that its credentials are
    // sent.
    if (!isObject(scheme) || !Object.values(scheme).every(isObject)) continue;
    Reflect.deleteProperty(schemes, name);
    issues.push(issue);
  }
}

/**
 * Reads a list of capabilities, which older agents have, as an object in which those are true that it names.
 */
function mendCapabilities(card: unknown, { rules }: SpokenVersion, issues: Issue[]): void {
  const [path = "", extensions] = rules.extensions;
  const list = valueAt(card, [path]);
  if (!isObject(card) || !Array.isArray(list)) return;
  const names = list.filter((name) => typeof name === "string" && name !== extensions) as string[];
  (card as Record<string, unknown>)[path] = Object.fromEntries(names.map((name) => [name, true]));
  const message = "expected an object, found a list; what it names is taken as declared";
  issues.push({ code: "type", path, segments: [path], message });
}

function issuesOf(card: unknown, codec: SpokenVersion["codec"]): readonly Issue[] {
  try {
    decodeCard(copy(card, codec), codec, () => {});
    return [];
  } catch (error) {
    if (!isDecodeError(error)) throw error;
    return error.issues;
  }
}

/** Leniently, as is needed for cards of peers; in place. */
function decodeCard(
  card: unknown,
  codec: SpokenVersion["codec"],
  onWarning: (issue: Issue) => void,
): Record<string, unknown> {
  // Cards are messages, and messages are objects.
  return codec.decodeParsed(card, { lenient: true, wellFormed: false, onWarning }) as Record<string, unknown>;
}

/** A card is JSON, whatever its source. Throws a DecodeError for one that is cyclic or nested too deep. */
function copy(card: unknown, { typeName }: SpokenVersion["codec"]): unknown {
  try {
    return JSON.parse(JSON.stringify(card));
  } catch (cause) {
    throw syntaxError(typeName, cause);
  }
}

/** Checks a copy of a card. */
function readCard({ value, where }: SourceCard, version: SpokenVersion): CardReading | ConnectError {
  const { codec, rules } = version;
  const issues: Issue[] = [];
  try {
    const own = copy(value, codec);
    mendSecurity(own, rules, issues);
    skipUnknownSchemes(own, version, issues);
    mendCapabilities(own, version, issues);
    const card = decodeCard(own, codec, (issue) => void issues.push(issue));
    correctVersion(card, version, issues);
    const interfaces = interfacesOf(card, rules, (name, usual) => {
      const message = `expected the binding ${usual}, by its name; found ${show(name)}`;
      issues.push({ code: "format", path: "", segments: [], message });
    });
    return {
      version,
      card,
      issues,
      interfaces,
      security: securityOf(card, rules),
    };
  } catch (cause) {
    if (!isDecodeError(cause)) throw cause;
    return new ConnectError("card-invalid", `${where}: ${cause.message}`, { cause });
  }
}

/** The card of a connection, in both versions. */
export interface ConnectedCard {
  /** In the types of the connected service. */
  readonly card: object;
  /** The same in the types of the version in use. */
  readonly spoken: object;
}

/**
 * Translates a card. A card in the older version in use is upgraded, with its losses as warnings; a card in
 * the service's own version is downgraded for the checks before calls. Throws a ConnectError for a card that
 * cannot be translated.
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
    // A card that was read leniently may be invalid.
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
