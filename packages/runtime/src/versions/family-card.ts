import type { Codec } from "../core/codec.ts";
import { formatIssue } from "../core/issue.ts";
import { defined } from "../core/object.ts";
import { cardCodec } from "../host/card-text.ts";
import type { Host } from "../host/host.ts";
import type { AgentInterface } from "../service/card.ts";
import { listAt } from "../service/field-path.ts";
import type { Method, ServiceDefinition } from "../service/method.ts";
import type { CardRules, FieldPath, Protocol, SignedCardRules } from "../service/protocol.ts";
import { shorten } from "../service/service-parameters.ts";
import { type MergeConflict, mergeJson } from "./merge-json.ts";
import type { OlderVersion } from "./older-version.ts";

/** Where an older version is reached, in the card of the newest. */
export interface VersionInterfaces {
  /** Elements of the newest card's list. */
  readonly entries: readonly unknown[];
  /** Whether the card that was given has them already. */
  readonly declared: boolean;
}

/**
 * What a card of the newest version has to say of where an older one is: what `where` says, or what the
 * card declares for that version, or else the paths of `where` on the hosts of the card's own interfaces.
 */
export function interfacesFor(
  card: object,
  { protocol }: Host,
  { service, where }: { readonly service: ServiceDefinition; readonly where: OlderVersion },
): VersionInterfaces {
  const rules = protocol.card;
  const older = service.protocol;
  if (rules?.interfaces === undefined) return { entries: [], declared: true };
  const all = listAt(card, rules.interfaces).filter(isInterface);
  if (where.interfaces !== undefined) {
    return { entries: where.interfaces.map((entry) => toEntry(entry, { rules, older })), declared: false };
  }
  const declared = all.filter((entry) => isOf(entry, older, protocol));
  if (declared.length > 0) return { entries: declared, declared: true };
  const own = all.filter((entry) => !isOf(entry, older, protocol));
  const made = [
    ...place(
      own,
      "JSONRPC",
      hasBinding(older, "JSONRPC")
        ? (where.jsonRpc ?? (older.version === protocol.version ? false : undefined))
        : false,
    ),
    ...place(own, "HTTP+JSON", hasHttp(service) ? (where.rest ?? false) : false),
  ];
  const distinct = made.filter(
    ({ url, protocolBinding }, index) =>
      made.findIndex((entry) => entry.url === url && entry.protocolBinding === protocolBinding) === index,
  );
  return { entries: distinct.map((entry) => toEntry(entry, { rules, older })), declared: false };
}

/** Whether the messages of a version over a binding are those of its service. */
export function hasBinding({ bindings }: Protocol, binding: string): boolean {
  return bindings?.includes(binding) !== false;
}

/** Whether HTTP+JSON is a binding of the version, and not the way to a few of its methods. */
export function hasHttp({ methods }: ServiceDefinition): boolean {
  return Object.values<Method>(methods).every(({ http }) => http.length > 0);
}

type Reached = Pick<AgentInterface, "url" | "protocolBinding">;

/** The interfaces of one binding at another path; that of the interfaces themselves when undefined. */
function place(
  own: readonly Reached[],
  binding: string,
  path: string | false | undefined,
): readonly Reached[] {
  if (path === false) return [];
  const same = own.filter(({ protocolBinding }) => protocolBinding === binding);
  if (path === undefined) return same.map(({ url }) => ({ url, protocolBinding: binding }));
  const near = same.length > 0 ? same : own;
  return near.flatMap(({ url }) => {
    const placed = atPath(url, path);
    return placed === undefined ? [] : [{ url: placed, protocolBinding: binding }];
  });
}

function atPath(url: string, path: string): string | undefined {
  try {
    const base = new URL(url);
    return base.protocol === "https:" || base.protocol === "http:"
      ? new URL(path, base.origin).href
      : undefined;
  } catch {
    // An interface with another kind of address says nothing of paths.
    return undefined;
  }
}

function toEntry(
  entry: Reached & Partial<AgentInterface>,
  { rules, older }: { readonly rules: CardRules; readonly older: Protocol },
): unknown {
  const { url, protocolBinding, tenant } = entry;
  const version = rules.version === undefined ? (entry.protocolVersion ?? older.version) : undefined;
  return defined({ url, protocolBinding, tenant, protocolVersion: version });
}

/** Whether an element of a card's list of interfaces has what all versions need. */
export function isInterface(entry: unknown): entry is Reached & Partial<AgentInterface> {
  return (
    typeof entry === "object" &&
    entry !== null &&
    "url" in entry &&
    typeof entry.url === "string" &&
    "protocolBinding" in entry &&
    typeof entry.protocolBinding === "string"
  );
}

/** Whether a card declares an interface for an older version; one of the same number cannot be declared. */
function isOf(entry: Partial<AgentInterface>, older: Protocol, newest: Protocol): boolean {
  if (older.version === undefined || older.version === newest.version) return false;
  const numbers = newest.versionParameter?.comparedNumbers ?? 2;
  const version = shorten(entry.protocolVersion ?? "", numbers);
  return [older.version, ...(older.olderVersions ?? [])].some((known) => shorten(known, numbers) === version);
}

/** A card with other interfaces; no signature that it has is valid for it. */
export function withInterfaces(card: object, { interfaces }: CardRules, entries: readonly unknown[]): object {
  return interfaces === undefined ? card : withValueAt(card, interfaces, entries);
}

export function withoutSignatures(card: object, { signatures }: SignedCardRules): object {
  return withValueAt(card, signatures, undefined);
}

/** A copy with another value at a path, which is left out when it is undefined. */
function withValueAt(value: object, [name, ...rest]: FieldPath, leaf: unknown): object {
  if (name === undefined) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const inner = Object.hasOwn(record, name) ? record[name] : undefined;
  const made =
    rest.length === 0
      ? leaf
      : typeof inner === "object" && inner !== null
        ? withValueAt(inner, rest, leaf)
        : undefined;
  const { [name]: _, ...others } = record;
  return made === undefined ? others : { ...record, [name]: made };
}

/** A card as JSON with its known fields, and how it is read. */
export interface VersionCard {
  readonly host: Host;
  readonly card: object;
}

/**
 * Makes one card of those of several versions, the newest first: a reader of each version finds in it
 * the card of that version. Throws a TypeError where two versions say different things at one place.
 */
export function combineCards(newest: VersionCard, others: readonly VersionCard[]): object {
  let combined = toJson(newest);
  for (const other of others) {
    combined = mergeJson(combined, toJson(other), (conflict) => {
      throw conflictError(conflict, newest.host, other.host);
    });
  }
  for (const version of [newest, ...others]) checkReading(version, combined);
  // The cards are objects, and so is what is merged of them.
  return combined as object;
}

function toJson({ host, card }: VersionCard): unknown {
  const codec = cardCodec(host);
  return codec === undefined ? card : JSON.parse(codec.stringify(codec.copy(card)));
}

/** What one version calls a field may be a field of the other one too. */
function checkReading({ host, card }: VersionCard, combined: unknown): void {
  const codec = cardCodec(host);
  if (codec === undefined) return;
  const { name } = host.protocol;
  const result = codec.tryDecode(structuredClone(combined));
  if (!result.ok) {
    const problems = result.issues.map(formatIssue).join("; ");
    throw new TypeError(
      `the card of all versions would be no card of ${name}: ${problems}; leave out what ${name} cannot say, or give a version a card of its own with "cardPrefix"`,
    );
  }
  if (read(codec, combined) === read(codec, card)) return;
  throw new TypeError(
    `the card of all versions would not say what the card of ${name} says; give a version a card of its own with "cardPrefix"`,
  );
}

function read(codec: Codec<unknown>, card: unknown): string {
  return codec.stringify(codec.copy(card));
}

function conflictError({ path, one, other }: MergeConflict, newest: Host, older: Host): TypeError {
  const [here, there] = [newest.protocol.name, older.protocol.name];
  return new TypeError(
    `card.${path}: one card cannot say ${excerpt(one)} in ${here} and ${excerpt(other)} in ${there}; give ${there} a card of its own with "cardPrefix"`,
  );
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
