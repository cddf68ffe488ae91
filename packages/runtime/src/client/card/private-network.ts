import { parseIpAddress } from "../../service/ip-address.ts";
import { isLoopback } from "../../service/loopback.ts";
import { isLocalName, isPublicAddress } from "../../service/public-address.ts";

/**
 * The reason why an interface needs the caller's permission, if any: a card from the internet may name hosts
 * of the client's own network, or be less encrypted than the card. Knows addresses and names that are always
 * internal but does not resolve names, so that it cannot detect other names of private addresses. The same
 * holds for what a catalog leads to.
 */
export function findObjection(
  url: URL,
  cardUrl: URL | undefined,
  source: "card" | "catalog" = "card",
): string | undefined {
  if (cardUrl === undefined || url.origin === cardUrl.origin) return undefined;
  if (isPrivate(url.hostname) && !isPrivate(cardUrl.hostname)) {
    return `its host is of a private network, and the ${source} came from ${cardUrl.origin}; allow it with allowInterface`;
  }
  if (cardUrl.protocol === "https:" && url.protocol !== "https:" && !isLoopback(url.hostname)) {
    return `it is not encrypted, and the ${source} came over https; allow it with allowInterface`;
  }
  return undefined;
}

/** Whether a URL's hostname is outside the public internet, as for webhooks, or in a private network. */
function isPrivate(hostname: string): boolean {
  // A name may end with the root dot.
  const host = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  const address = parseIpAddress(host.startsWith("[") ? host.slice(1, -1) : host);
  if (address !== undefined) return !isPublicAddress(address);
  // Names without a dot and below these domains are resolved by the network that one is in.
  return isLocalName(host) || !host.includes(".") || /\.(?:internal|local|home\.arpa)$/.test(host);
}
