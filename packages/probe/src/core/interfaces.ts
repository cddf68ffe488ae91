import { type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import type { Header } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { grpcCodecs } from "@a2agen/exchange/grpc-codecs.ts";
import {
  allVersions,
  formFor,
  type ProtocolName,
  type VersionRow,
  versionOfNumber,
  versions,
} from "@a2agen/exchange/versions.ts";
import type { Codec } from "@a2agen/runtime";
import { isObject, usualBinding } from "@a2agen/runtime/internal";
import type { Method, Protocol } from "@a2agen/runtime/service";
import type { Subject } from "./subject.ts";

/** An interface as a card declares it. */
interface Entry {
  readonly url: string;
  readonly binding: string;
  /** Undefined for a version that is not known. */
  readonly version: ProtocolName | undefined;
  readonly tenant: string | undefined;
}

/** The bindings that can be spoken. */
const known: ReadonlySet<string> = new Set(["JSONRPC", "HTTP+JSON", "GRPC"]);

export interface Interfaces {
  readonly subjects: readonly Subject[];
  /** Interfaces that are left out, with the reason. */
  readonly others: readonly string[];
}

/** The interfaces that a card of any version declares, in its order. */
export function listInterfaces(
  card: unknown,
  {
    headers,
    otherHeaders,
    isAllowed,
  }: {
    readonly headers: readonly Header[];
    readonly otherHeaders?: readonly Header[] | undefined;
    readonly isAllowed: (url: string) => boolean;
  },
): Interfaces {
  const subjects: Subject[] = [];
  const others: string[] = [];
  for (const { url, binding, version, tenant } of listEntries(card)) {
    const name = `${binding} ${version ?? ""} at ${url}`;
    if (!known.has(binding)) others.push(`${name}: not a binding of the specification`);
    else if (version === undefined) others.push(`${name}: of a version that a2agen does not know`);
    else if (!isAllowed(url)) others.push(`${name}: on another host than the card; --allow-host allows it`);
    else {
      const row = formFor(versions[version], binding);
      const { protocol } = row.service;
      const grpc = grpcCodecs.find(({ service }) => service.protocol.name === protocol.name);
      const kind = `${binding} ${version}`;
      const count = subjects.filter(({ label }) => label.startsWith(kind)).length;
      const parameters = parametersOf(row, card);
      subjects.push({
        label: count === 0 ? kind : `${kind} #${count + 1}`,
        version,
        binding,
        url,
        tenant,
        spoken: { service: row.service, binding, url, ...(grpc === undefined ? {} : { grpc }) },
        translation: row.translation,
        card: readCard(card, versions[version]),
        headers: [...parameters, ...headers],
        otherHeaders: otherHeaders === undefined ? undefined : [...parameters, ...otherHeaders],
      });
    }
  }
  return { subjects, others };
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

function listEntries(card: unknown): readonly Entry[] {
  if (!isObject(card)) return [];
  const list = listOf(card["supportedInterfaces"]).map((entry): Entry => {
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
    (entry): Entry => ({
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

/** The readable parts of the card, in the types of the current version. */
function readCard(card: unknown, { service, translation }: VersionRow): AgentCard {
  try {
    if (translation === undefined) return AgentCardCodec.decode(structuredClone(card), { lenient: true });
    const { typeName } = service.protocol.card ?? {};
    const output = Object.values<Method>(service.methods).find(
      (method) => method.output.typeName === typeName,
    )?.output as Codec<object> | undefined;
    const own = output?.decode(structuredClone(card), { lenient: true });
    return translation.card.upgrade(own ?? {}).value as AgentCard;
  } catch {
    // What is wrong with the card is found by its own checks.
    const { capabilities } = isObject(card) ? card : ({} as { capabilities?: unknown });
    return {
      name: "",
      description: "",
      version: "",
      supportedInterfaces: [],
      capabilities: isObject(capabilities) ? capabilities : {},
      defaultInputModes: [],
      defaultOutputModes: [],
      skills: [],
    };
  }
}

/** The version, and the extensions that the card requires. */
function parametersOf({ service }: VersionRow, card: unknown): readonly Header[] {
  const { versionParameter, extensionsParameter, version = "" } = service.protocol;
  const capabilities = isObject(card) && isObject(card["capabilities"]) ? card["capabilities"] : {};
  const required = listOf(capabilities["extensions"])
    .filter((entry) => entry["required"] === true)
    .flatMap((entry) => textOf(entry["uri"]) ?? []);
  return [
    ...(versionParameter === undefined ? [] : [{ name: versionParameter.name, value: version }]),
    ...(extensionsParameter === undefined || required.length === 0
      ? []
      : [{ name: extensionsParameter.name, value: required.join(", ") }]),
  ];
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
