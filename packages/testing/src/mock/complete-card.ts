import { type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import { versionOfCard } from "@a2agen/exchange/card-entries.ts";
import { listInterfaces, type ServedPlace } from "@a2agen/exchange/serve/interfaces.ts";
import { current, versions } from "@a2agen/exchange/versions.ts";
import { formatIssue } from "@a2agen/runtime";
import type { MockedInterfaces } from "./contract.ts";

/** Where a mock is that is called in process: no such server is asked. */
export const inProcess: ServedPlace = { url: "http://localhost", grpcUrl: undefined };

/** The card of a mock that is called in process: one of gRPC alone is for the sockets of `listen`. */
export function placeInProcess(card: AgentCard, only: MockedInterfaces): AgentCard {
  const isGrpcAlone = only.bindings?.every((name) => name === "GRPC") ?? false;
  return placeCard(card, isGrpcAlone ? { ...inProcess, grpcUrl: "localhost" } : inProcess, only);
}

/** Members of a card with defaults for the others. */
export function completeCard(members: object): object {
  const { version: protocolVersion = "" } = current.service.protocol;
  return {
    name: "Mock agent",
    description: "Answers without a model.",
    version: "1.0.0",
    supportedInterfaces: [{ url: inProcess.url, protocolBinding: "HTTP+JSON", protocolVersion }],
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ["text/plain", "application/json"],
    defaultOutputModes: ["text/plain", "application/json"],
    skills: [{ id: "answer", name: "Answer", description: "Answers messages.", tags: ["mock"] }],
    ...structuredClone(members),
  };
}

/** A card of any version in the types of 1.0, completed. Throws a TypeError for what is no card. */
export function readAnyCard(received: object): AgentCard {
  if (!("name" in received)) {
    throw new TypeError(`expected an agent card; found members ${Object.keys(received).join(", ")}`);
  }
  const label = versionOfCard(received);
  const { translation } = label === undefined ? current : versions[label];
  const own = structuredClone(received);
  const completed = completeCard(translation?.card.upgrade(own).value ?? own);
  const result = AgentCardCodec.tryDecode(completed, { lenient: true });
  if (result.ok) return result.value;
  throw new TypeError(`expected an agent card; ${result.issues.map(formatIssue).join("; ")}`);
}

/** The card of a mock at a place. Throws a TypeError if it would have no interface. */
export function placeCard(card: AgentCard, place: ServedPlace, only: MockedInterfaces): AgentCard {
  const { signatures: _, ...rest } = card;
  const all = listInterfaces(place);
  const supportedInterfaces = all.filter(
    ({ protocolVersion, protocolBinding }) =>
      only.versions?.includes(protocolVersion) !== false &&
      only.bindings?.includes(protocolBinding) !== false,
  );
  if (supportedInterfaces.length > 0) return { ...rest, supportedInterfaces };
  const known = all.map((each) => `${each.protocolVersion} ${each.protocolBinding}`).join(", ");
  throw new TypeError(`versions, bindings: expected some of ${known}; these leave none`);
}
