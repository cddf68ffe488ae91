import { BlockList, isIP } from "node:net";
import { embeddedIPv4, type IpAddress, parseIpAddress } from "./ip-address.ts";

/** IPv4 networks outside of the public internet, by the special-purpose registry of IANA. */
const closedIPv4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8], // this network, unspecified
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // shared by carriers; metadata of Alibaba Cloud
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local; metadata of most clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments; metadata of Oracle Cloud
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // relays of 6to4
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
  ["168.63.129.16", 32], // metadata of Azure, in the middle of public addresses
];

/** IPv6 networks within 2000::/3 outside of the public internet; beyond 2000::/3 no address is public. */
const closedIPv6: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ["2001:db8::", 32], // documentation
  ["3fff::", 20], // documentation
];

/** Decides whether connections to an address are allowed. */
export interface AddressGuard {
  /**
   * Whether an address is public or in an allowed network. IPv6 addresses that embed an IPv4 address
   * (mapped, NAT64, 6to4, ISATAP) are judged by that one.
   */
  allows(address: string): boolean;
}

/** Makes a guard; throws a TypeError for a network that is not in CIDR notation, "10.1.0.0/16". */
export function createAddressGuard(networks: readonly string[] = []): AddressGuard {
  const allowed = new BlockList();
  networks.forEach((network, i) => {
    addNetwork(allowed, network, `networks[${i}]`);
  });
  const allows = (address: IpAddress): boolean =>
    allowed.check(address.text, `ipv${address.family}`) || isPublic(address, allows);
  return {
    allows(text) {
      const address = parseIpAddress(text);
      return address !== undefined && allows(address);
    },
  };
}

function isPublic(address: IpAddress, allows: (embedded: IpAddress) => boolean): boolean {
  if (address.family === 4) return !closed4.check(address.text, "ipv4");
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = address.groups;
  const isZero = (...groups: readonly number[]): boolean => groups.every((group) => group === 0);
  // IPv4-mapped: the system connects to the IPv4 address.
  if (isZero(a, b, c, d, e) && f === 0xffff) return allows(embeddedIPv4(g, h));
  // NAT64; its local prefix, 64:ff9b:1::/48, is outside of 2000::/3.
  if (a === 0x64 && b === 0xff9b && isZero(c, d, e, f)) return allows(embeddedIPv4(g, h));
  if (a >> 13 !== 1 || closed6.check(address.text, "ipv6")) return false;
  // 6to4.
  if (a === 0x2002 && !allows(embeddedIPv4(b, c))) return false;
  // ISATAP, behind any prefix.
  return !((e & 0xfdff) === 0 && f === 0x5efe) || allows(embeddedIPv4(g, h));
}

const closed4 = listOf(closedIPv4, "ipv4");
const closed6 = listOf(closedIPv6, "ipv6");

function listOf(
  networks: readonly (readonly [network: string, prefix: number])[],
  family: "ipv4" | "ipv6",
): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}

function addNetwork(list: BlockList, network: string, name: string): void {
  const [, address = "", prefix = ""] = /^([0-9a-fA-F:.]+)\/(\d{1,3})$/.exec(network) ?? [];
  const family = isIP(address);
  if (family === 0 || Number(prefix) > (family === 4 ? 32 : 128)) {
    throw new TypeError(
      `${name}: expected a network in CIDR notation such as "10.1.0.0/16", found ${JSON.stringify(network)}`,
    );
  }
  list.addSubnet(address, Number(prefix), family === 4 ? "ipv4" : "ipv6");
}
