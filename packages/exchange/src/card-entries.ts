import { isObject, usualBinding } from "@a2agen/runtime/internal";
import type { Protocol } from "@a2agen/runtime/service";
import { allVersions, type ProtocolName, versionOfNumber } from "./versions.ts";

/** An interface as a card declares it. */
export interface CardEntry {
  readonly url: string;
  readonly binding: string;
  /** Undefined for a version that is not known. */
  readonly version: ProtocolName | undefined;
  readonly tenant: string | undefined;
}

/** The version whose cards state it once, for all interfaces that they list as the current version does. */
const once = allVersions.find(
  ({ service: { protocol } }) => listsInterfaces(protocol) && versionsIn(protocol),
);

/** The version whose cards have one interface at the top, and more in another list. */
const flat = allVersions.find(({ service: { protocol } }) => !listsInterfaces(protocol));

function listsInterfaces({ card }: Protocol): boolean {
  return card?.interfaces !== undefined;
}

function versionsIn({ card }: Protocol): boolean {
  return card?.version !== undefined;
}

/**
 * The version whose rules a card has to meet: the one with flat cards, for a card that offers nothing newer.
 */
export function versionOfCard(card: unknown): ProtocolName | undefined {
  const entries = listEntries(card);
  return entries.length > 0 && entries.every(({ version }) => version === flat?.label)
    ? flat?.label
    : undefined;
}

/** The interfaces of a card of any version, in its order. */
export function listEntries(card: unknown): readonly CardEntry[] {
  if (!isObject(card)) return [];
  const list = listOf(card["supportedInterfaces"]).map((entry): CardEntry => {
    const version = textOf(entry["protocolVersion"]);
    return {
      url: textOf(entry["url"]) ?? "",
      binding: usualBinding(textOf(entry["protocolBinding"]) ?? ""),
      version: version === undefined ? once?.label : labelOf(version),
      tenant: textOf(entry["tenant"]),
    };
  });
  if (list.length > 0 && textOf(card["protocolVersion"])?.startsWith("0.") !== true) return list;
  const older = [
    { url: card["url"], transport: card["preferredTransport"] ?? "JSONRPC" },
    ...listOf(card["additionalInterfaces"]),
  ].map(
    (entry): CardEntry => ({
      url: textOf(entry["url"]) ?? "",
      binding: usualBinding(textOf(entry["transport"]) ?? ""),
      version: flat?.label,
      tenant: undefined,
    }),
  );
  const all = [...list, ...older].filter(({ url }) => url !== "");
  return all.filter(
    (entry, at) =>
      all.findIndex(
        ({ url, binding, version }) =>
          url === entry.url && binding === entry.binding && version === entry.version,
      ) === at,
  );
}

function labelOf(text: string): ProtocolName | undefined {
  const [numbers] = /^\d+\.\d+/.exec(text) ?? [];
  return numbers === undefined ? undefined : versionOfNumber(numbers)?.label;
}

/** The objects of a list; none of anything else. */
export function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
}

/** A text; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
