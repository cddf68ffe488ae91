import { embeddedIPv4, type IpAddress, parseIpAddress } from "../../service/ip-address.ts";
import type { IncomingCall } from "../call.ts";

/** Which proxies may say where a call comes from. */
export interface ClientAddressOptions {
  /**
   * The proxies in front of the server: how many there are, or their addresses and networks, "10.0.0.0/8".
   * Only they are believed. Default: 0, and the client is whoever opened the connection.
   */
  readonly trustedProxies?: number | readonly string[];
  /**
   * The header to which they add the address before them: a list of addresses, or "forwarded" of RFC 7239.
   * The proxies have to drop or extend what clients send. Default: "x-forwarded-for".
   */
  readonly addressHeader?: string;
}

/** Whether the sender at a distance of so many hops is a proxy that is believed. */
type Trust = (address: IpAddress | undefined, hop: number) => boolean;

/** Makes the function that names the client's address, or its /64 of IPv6: the last one that a proxy saw. */
export function addressReader({
  trustedProxies = 0,
  addressHeader = "x-forwarded-for",
}: ClientAddressOptions): (incoming: Pick<IncomingCall, "peer" | "header">) => string {
  const isTrusted = typeof trustedProxies === "number" ? trustHops(trustedProxies) : trustAll(trustedProxies);
  const read = addressHeader.toLowerCase() === "forwarded" ? forwardedFor : (entry: string) => entry;
  return (incoming) => {
    let client = readAddress(incoming.peer?.address ?? "");
    let entries: string[] | undefined;
    for (let hop = 0; isTrusted(client, hop); hop++) {
      entries ??= incoming.header(addressHeader)?.split(",") ?? [];
      const before = readAddress(read(entries.pop() ?? ""));
      // No entry is left, or one that is no address: the call came from the proxy itself.
      if (before === undefined) break;
      client = before;
    }
    return client === undefined ? "unknown" : keyOf(client);
  };
}

function trustHops(hops: number): Trust {
  if (!(Number.isInteger(hops) && hops >= 0)) {
    throw new RangeError(
      `trustedProxies: expected a whole number of proxies or a list of networks, found ${hops}`,
    );
  }
  return (_address, hop) => hop < hops;
}

function trustAll(networks: readonly string[]): Trust {
  const parsed = networks.map(readNetwork);
  return (address) =>
    address !== undefined && parsed.some(({ base, bits }) => isWithin(bytesOf(address), base, bits));
}

interface Network {
  readonly base: readonly number[];
  readonly bits: number;
}

function readNetwork(text: string): Network {
  const [host = "", prefix, ...rest] = text.split("/");
  const address = readAddress(host);
  const base = address === undefined ? [] : bytesOf(address);
  const bits =
    prefix === undefined ? base.length * 8 : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (base.length > 0 && bits <= base.length * 8 && rest.length === 0) return { base, bits };
  throw new TypeError(
    `trustedProxies: expected an address or a network such as 10.0.0.0/8, found ${JSON.stringify(text)}`,
  );
}

function isWithin(bytes: readonly number[], base: readonly number[], bits: number): boolean {
  if (bytes.length !== base.length) return false;
  return base.every((byte, index) => {
    const free = Math.min(8, Math.max(0, 8 * (index + 1) - bits));
    return byte >> free === (bytes[index] ?? 0) >> free;
  });
}

/** The value of `for` in an element of Forwarded; empty for an element that is malformed. */
function forwardedFor(element: string): string {
  // The list is split at every comma: what is left of a quoted text with one has an odd quote.
  if (element.includes("\\") || element.split('"').length % 2 === 0) return "";
  return /(?:^|;)\s*for=("?)([^";\s]*)\1\s*(?:;|$)/i.exec(element)?.[2] ?? "";
}

/** Reads an address with or without brackets, port and zone; one of IPv4 in IPv6 is that of IPv4. */
function readAddress(entry: string): IpAddress | undefined {
  const text = entry.trim();
  const bare = /^\[(.*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  const address = parseIpAddress(bare.replace(/%[\w.-]{1,32}$/, ""));
  if (address?.family !== 6) return address;
  const [high = 0, low = 0] = address.groups.slice(6);
  const isMapped = address.groups.slice(0, 6).every((group, index) => group === (index === 5 ? 0xffff : 0));
  return isMapped ? embeddedIPv4(high, low) : address;
}

function bytesOf(address: IpAddress): readonly number[] {
  return address.family === 4 ? address.bytes : address.groups.flatMap((group) => [group >> 8, group & 0xff]);
}

function keyOf(address: IpAddress): string {
  if (address.family === 4) return address.bytes.join(".");
  return `${address.groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}
