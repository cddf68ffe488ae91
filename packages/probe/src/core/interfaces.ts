import { type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import { listEntries, listOf, textOf } from "@a2agen/exchange/card-entries.ts";
import type { Header } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { grpcCodecs } from "@a2agen/exchange/grpc-codecs.ts";
import { formFor, type VersionRow, versions } from "@a2agen/exchange/versions.ts";
import type { Codec } from "@a2agen/runtime";
import { isObject } from "@a2agen/runtime/internal";
import type { Method } from "@a2agen/runtime/service";
import type { Subject } from "./subject.ts";

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
