import { isLoopback, parseUrl } from "@a2agen/runtime/internal";

/** Where the card of an agent is: a URL that ends in .json is that of the card itself. */
export function cardUrlOf(target: string): string {
  return target.endsWith(".json") ? target : `${target.replace(/\/$/, "")}/.well-known/agent-card.json`;
}

/** Whether a URL is on the host of the card, or on one of those that are allowed. */
export function reachFrom(cardUrl: string, allowedHosts: readonly string[]): (url: string) => boolean {
  const hosts = new Set([hostOf(cardUrl), ...allowedHosts]);
  return (url) => {
    const host = hostOf(url);
    return hosts.has(host) || (isLoopback(host) && [...hosts].some((other) => isLoopback(other)));
  };
}

/** The host of a URL, or of a host with its port, as gRPC has it. */
export function hostOf(url: string): string {
  const bare = /^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):\d+$/.exec(url)?.[1];
  return bare ?? parseUrl(url)?.hostname ?? "";
}
