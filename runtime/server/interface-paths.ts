import type { Host } from "../host/host.ts";
import { type AgentInterface, interfacesOf } from "../service/card.ts";

/** The paths at which the card of a host says that a binding is, each one once. */
export function interfacePaths(
  { card, protocol }: Pick<Host, "card" | "protocol">,
  binding: string,
): readonly string[] {
  if (card === undefined || protocol.card === undefined) return [];
  return pathsOf(interfacesOf(card, protocol.card), binding);
}

/** The paths of those elements of a card's list of interfaces that have a binding, each one once. */
export function pathsOf(interfaces: readonly unknown[], binding: string): readonly string[] {
  const paths = interfaces
    .filter((entry): entry is AgentInterface => isInterface(entry) && entry.protocolBinding === binding)
    .flatMap(({ url }) => pathOf(url));
  return [...new Set(paths)];
}

function isInterface(entry: unknown): entry is Pick<AgentInterface, "url" | "protocolBinding"> {
  return (
    typeof entry === "object" &&
    entry !== null &&
    "url" in entry &&
    typeof entry.url === "string" &&
    "protocolBinding" in entry
  );
}

function pathOf(url: string): readonly string[] {
  try {
    return [new URL(url).pathname];
  } catch {
    // An interface with another kind of address is not served over HTTP.
    return [];
  }
}
