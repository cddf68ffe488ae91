import { promises as dns, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import type { AddressGuard } from "./address-guard.ts";
import { WebhookError } from "./webhook-error.ts";

/** Resolves a host name. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

export const defaultLookup: Lookup = (hostname) => dns.lookup(hostname, { all: true });

/**
 * The `lookup` of a connection. The connection uses the checked address, which defeats DNS rebinding. Every
 * address has to be allowed: a name with public and private addresses is suspicious.
 */
export function guardLookup(lookup: Lookup, guard: AddressGuard): LookupFunction {
  const find = callbackify(
    async (hostname: string, family: number | string | undefined): Promise<readonly LookupAddress[]> => {
      const found = checkAddresses(await lookup(hostname), guard);
      const fitting = found.filter((address) => (family !== 4 && family !== 6) || address.family === family);
      if (fitting.length === 0) throw new WebhookError("unreachable", "the host has no address");
      return fitting;
    },
  );
  return (hostname, { family, all = false }, callback) => {
    find(hostname, family, (error, found) => {
      const [first] = found ?? [];
      if (first === undefined) callback(error, "", 0);
      else if (all) callback(null, [...found]);
      else callback(null, first.address, first.family);
    });
  };
}

function checkAddresses(found: readonly LookupAddress[], guard: AddressGuard): readonly LookupAddress[] {
  for (const { address } of found) {
    if (guard.allows(address)) continue;
    throw new WebhookError("refused", "the host leads to an address that is not one of the public internet");
  }
  // By the address itself: with a wrong family the connection would resolve the text again.
  return found.map(({ address }) => ({ address, family: isIP(address) }));
}
