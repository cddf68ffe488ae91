import { isLoopback } from "../../service/loopback.ts";

/**
 * The reason why an interface needs the caller's permission, if any: a card from the internet may name hosts
 * of the client's own network, or be less encrypted than the card. Knows addresses and "localhost" but does
 * not resolve names, so that it cannot detect names of private addresses.
 */
export function findObjection(url: URL, cardUrl: URL | undefined): string | undefined {
  if (cardUrl === undefined || url.origin === cardUrl.origin) return undefined;
  if (isPrivate(url.hostname) && !isPrivate(cardUrl.hostname)) {
    return `its host is of a private network, and the card came from ${cardUrl.origin}; allow it with allowInterface`;
  }
  if (cardUrl.protocol === "https:" && url.protocol !== "https:" && !isLoopback(url.hostname)) {
    return "it is not encrypted, and the card came over https; allow it with allowInterface";
  }
  return undefined;
}

/** Whether a hostname of a URL is a loopback, private, link-local, shared or unspecified address. */
function isPrivate(hostname: string): boolean {
  // A name may end with the root dot.
  const host = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  if (isLoopback(host)) return true;
  if (host.startsWith("[")) return isPrivateV6(host.slice(1, -1));
  const numbers = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(host);
  return numbers !== null && isPrivateV4(Number(numbers[1]), Number(numbers[2]));
}

function isPrivateV4(first: number, second: number): boolean {
  if (first === 0 || first === 10 || first === 127) return true;
  if (first === 100) return second >= 64 && second < 128;
  if (first === 172) return second >= 16 && second < 32;
  return (first === 169 && second === 254) || (first === 192 && second === 168);
}

function isPrivateV6(address: string): boolean {
  if (address === "::" || address === "::1") return true;
  // IPv4 addresses, mapped or translated: "::ffff:7f00:1".
  const mapped = /^(?:::ffff:(?:0:)?|64:ff9b::|::)([0-9a-f]{1,4}):[0-9a-f]{1,4}$/.exec(address);
  if (mapped !== null) {
    const high = Number.parseInt(mapped[1] ?? "", 16);
    return isPrivateV4(high >> 8, high & 0xff);
  }
  // fc00::/7 and fe80::/10.
  return /^f[cd][0-9a-f]{2}:/.test(address) || /^fe[89ab][0-9a-f]:/.test(address);
}
