import { interfacesOf } from "../service/card.ts";
import type { Host } from "../service/host.ts";

/** The paths at which the card of a host says that a binding is, each one once. */
export function interfacePaths({ card, protocol }: Host, binding: string): readonly string[] {
  if (card === undefined || protocol.card === undefined) return [];
  const paths = interfacesOf(card, protocol.card)
    .filter(({ protocolBinding }) => protocolBinding === binding)
    .flatMap(({ url }) => pathOf(url));
  return [...new Set(paths)];
}

function pathOf(url: string): readonly string[] {
  try {
    return [new URL(url).pathname];
  } catch {
    // An interface with another kind of address is not served over HTTP.
    return [];
  }
}
