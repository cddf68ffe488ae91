import { embeddedIPv4, type IpAddress } from "./ip-address.ts";

/** IPv4 networks outside of the public internet, by the special-purpose registry of IANA. */
const closedIPv4: readonly (readonly [a: number, b: number, c: number, d: number, prefix: number])[] = [
  [0, 0, 0, 0, 8], // this network, unspecified
  [10, 0, 0, 0, 8], // private
  [100, 64, 0, 0, 10], // shared by carriers; metadata of Alibaba Cloud
  [127, 0, 0, 0, 8], // loopback
  [169, 254, 0, 0, 16], // link-local; metadata of most clouds
  [172, 16, 0, 0, 12], // private
  [192, 0, 0, 0, 24], // protocol assignments; metadata of Oracle Cloud
  [192, 0, 2, 0, 24], // documentation
  [192, 88, 99, 0, 24], // relays of 6to4
  [192, 168, 0, 0, 16], // private
  [198, 18, 0, 0, 15], // benchmarks
  [198, 51, 100, 0, 24], // documentation
  [203, 0, 113, 0, 24], // documentation
  [224, 0, 0, 0, 3], // multicast, reserved, broadcast
  [168, 63, 129, 16, 32], // metadata of Azure, in the middle of public addresses
];

/** IPv6 networks within 2000::/3 outside of the public internet; beyond 2000::/3 no address is public. */
const closedIPv6: readonly (readonly [a: number, b: number, prefix: number])[] = [
  [0x2001, 0, 23], // protocol assignments: Teredo, benchmarks, ORCHID
  [0x2001, 0xdb8, 32], // documentation
  [0x3fff, 0, 20], // documentation
];

/**
 * Whether an address is one of the public internet. IPv6 addresses that embed an IPv4 address (mapped, NAT64,
 * 6to4, ISATAP) are judged by that one; `allows` may judge it otherwise.
 */
export function isPublicAddress(
  address: IpAddress,
  allows: (embedded: IpAddress) => boolean = isPublicAddress,
): boolean {
  if (address.family === 4) {
    const [a = 0, b = 0, c = 0, d = 0] = address.bytes;
    const number = toNumber(a * 256 + b, c * 256 + d);
    return !closedIPv4.some(([e, f, g, h, prefix]) =>
      isWithin(number, toNumber(e * 256 + f, g * 256 + h), prefix),
    );
  }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = address.groups;
  const isZero = (...groups: readonly number[]): boolean => groups.every((group) => group === 0);
  // IPv4-mapped: the system connects to the IPv4 address.
  if (isZero(a, b, c, d, e) && f === 0xffff) return allows(embeddedIPv4(g, h));
  // NAT64; its local prefix, 64:ff9b:1::/48, is outside of 2000::/3.
  if (a === 0x64 && b === 0xff9b && isZero(c, d, e, f)) return allows(embeddedIPv4(g, h));
  const isClosed = closedIPv6.some(([i, j, prefix]) => isWithin(toNumber(a, b), toNumber(i, j), prefix));
  if (a >> 13 !== 1 || isClosed) return false;
  // 6to4.
  if (a === 0x2002 && !allows(embeddedIPv4(b, c))) return false;
  // ISATAP, behind any prefix.
  return !((e & 0xfdff) === 0 && f === 0x5efe) || allows(embeddedIPv4(g, h));
}

function toNumber(high: number, low: number): number {
  return high * 0x1_0000 + low;
}

function isWithin(number: number, network: number, prefix: number): boolean {
  const size = 2 ** (32 - prefix);
  return Math.floor(number / size) === Math.floor(network / size);
}

/** Names of the local machine, by RFC 6761 or by convention; without the root dot. */
export function isLocalName(host: string): boolean {
  return (
    /(?:^|\.)(?:localhost|localdomain)$/.test(host) ||
    /^(?:localhost[46]|ip6-localhost|ip6-loopback|loopback|broadcasthost)$/.test(host)
  );
}
