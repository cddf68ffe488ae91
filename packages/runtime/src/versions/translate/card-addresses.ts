import type { Trace } from "./trace.ts";

/** A way to reach an agent, as every version of its card has it. */
export interface Address {
  readonly url: string;
  readonly binding: string;
  /** Version of the protocol, where it is said of each; else empty. */
  readonly version: string;
  /** Where the card has it. */
  readonly segments: readonly (string | number)[];
}

export interface AddressesInit {
  /** All of them, best first. */
  readonly all?: readonly Address[];
  /** The preferred one. */
  readonly preferred?: Pick<Address, "url" | "binding"> | undefined;
  /** Further ones, which may name the preferred one again. */
  readonly others?: readonly Address[];
  /** Binding of a card that has no address at all. */
  readonly binding: string;
  /** Field of the preferred one's address, and of the list. */
  readonly step: string;
}

/** Everything that a card says of its addresses as one list, each once, best first; never empty. */
export function listAddresses(trace: Trace, init: AddressesInit): readonly [Address, ...Address[]] {
  const { all = [], preferred, others = [], binding, step } = init;
  const own = preferred === undefined ? [] : [{ ...preferred, version: "", segments: [step] }];
  const [first, ...rest] = distinct([...all, ...own, ...others], withVersion);
  if (first === undefined) {
    trace.replace(step, "an address is required, and an empty one stands in");
    return [{ url: "", binding, version: "", segments: [step] }];
  }
  if (all.length > 0 && preferred !== undefined && !isSame(first, preferred)) {
    trace.lose(step, "the card names another address first, which counts");
  }
  return [first, ...rest];
}

/**
 * The addresses of one version, for a card that has one version for all: that of the other card's own
 * protocol, \"0.3\", if there are such addresses, and else that of the first one.
 */
export function withOneVersion(
  trace: Trace,
  addresses: readonly [Address, ...Address[]],
  ownVersion: string,
): readonly [Address, ...Address[]] {
  const own = addresses.find(({ version }) => shortVersion(version) === ownVersion);
  const first = own ?? addresses[0];
  const kept = addresses.filter((address) => {
    if (address === first) return false;
    if (shortVersion(address.version) === shortVersion(first.version)) return true;
    const chosen = JSON.stringify(first.version);
    trace.loseAt(address.segments, `the card has one version for all addresses, which is ${chosen}`);
    return false;
  });
  return [first, ...distinct([first, ...kept], withoutVersion).slice(1)];
}

function withoutVersion({ url, binding }: Address): string {
  return JSON.stringify([url, binding]);
}

/** Patch numbers do not count: "0.3.0" is "0.3". */
function shortVersion(version: string): string {
  return version.split(".", 2).join(".");
}

function withVersion({ url, binding, version }: Address): string {
  return JSON.stringify([url, binding, version]);
}

function distinct(addresses: readonly Address[], keyOf: (address: Address) => string): readonly Address[] {
  const seen = new Set<string>();
  return addresses.filter((address) => {
    const key = keyOf(address);
    return !seen.has(key) && seen.add(key);
  });
}

function isSame(a: Address, b: Pick<Address, "url" | "binding">): boolean {
  return a.url === b.url && a.binding === b.binding;
}
