import { BlockList, isIP } from "node:net";
import { type IpAddress, parseIpAddress } from "../service/ip-address.ts";
import { isPublicAddress } from "../service/public-address.ts";

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
    allowed.check(address.text, `ipv${address.family}`) || isPublicAddress(address, allows);
  return {
    allows(text) {
      const address = parseIpAddress(text);
      return address !== undefined && allows(address);
    },
  };
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
