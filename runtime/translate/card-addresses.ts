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
  const [first, ...rest] = distinct([
    ...all,
    ...(preferred === undefined ? [] : [{ ...preferred, version: "", segments: [step] }]),
    ...others,
  ]);
  if (first === undefined) {
    trace.lose(step, "an address is required, and an empty one stands in");
    return [{ url: "", binding, version: "", segments: [step] }];
  }
  if (all.length > 0 && preferred !== undefined && !isSame(first, preferred)) {
    trace.lose(step, "the card names another address first, which counts");
  }
  return [first, ...rest];
}

/** The addresses with the version of the first one, for a card that has one version for all. */
export function withOneVersion(
  trace: Trace,
  addresses: readonly [Address, ...Address[]],
): readonly [Address, ...Address[]] {
  const [first, ...rest] = addresses;
  const kept = rest.filter((address) => {
    if (address.version === first.version) return true;
    trace.loseAt(
      address.segments,
      "the card has one version for all addresses, and the first one has another",
    );
    return false;
  });
  return [first, ...kept];
}

function distinct(addresses: readonly Address[]): readonly Address[] {
  const seen = new Set<string>();
  return addresses.filter((address) => {
    const key = JSON.stringify([address.url, address.binding, address.version]);
    return !seen.has(key) && seen.add(key);
  });
}

function isSame(a: Address, b: Pick<Address, "url" | "binding">): boolean {
  return a.url === b.url && a.binding === b.binding;
}
