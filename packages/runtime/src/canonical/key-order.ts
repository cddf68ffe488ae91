import { isWellFormed } from "../core/well-formed.ts";

/** What is known of objects with some keys in some order. */
export interface KeyOrder {
  /** The keys in the order of RFC 8785. */
  readonly sorted: readonly string[];
  /** Whether that is the order that they have. */
  readonly isSorted: boolean;
}

/** Objects whose keys begin with some keys in their order; "unsuited" where a key is in the way. */
interface Beginning {
  readonly next: Map<string, Beginning>;
  order: KeyOrder | "unsuited" | undefined;
}

const root: Beginning = /* @__PURE__ */ begin();
let count = 0;

/** Beginnings that are remembered, and those that one object adds: a value may have any keys. */
const mostBeginnings = 5000;
const mostAdded = 64;

/**
 * The order of the keys of a plain object, which is found by a walk along them and sorted once for all
 * objects with the same: sorting each takes twice the time of JSON.stringify. Undefined where a copy would
 * not keep that order.
 */
export function keyOrderOf(object: object): KeyOrder | undefined {
  let beginning = root;
  let added = 0;
  for (const key in object) {
    let next = beginning.next.get(key);
    if (next === undefined) {
      if (++added > mostAdded || count >= mostBeginnings) return suited(sort(object));
      count++;
      next = begin();
      beginning.next.set(key, next);
    }
    beginning = next;
  }
  beginning.order ??= sort(object);
  return suited(beginning.order);
}

function begin(): Beginning {
  return { next: new Map(), order: undefined };
}

function suited(order: KeyOrder | "unsuited"): KeyOrder | undefined {
  return order === "unsuited" ? undefined : order;
}

function sort(object: object): KeyOrder | "unsuited" {
  const keys = Object.keys(object);
  if (keys.some(isUnsuited)) return "unsuited";
  const sorted = keys.toSorted();
  return { sorted, isSorted: sorted.every((key, i) => key === keys[i]) };
}

/** Array indexes come first, "__proto__" is not a plain property, and "toJSON" may change the output. */
function isUnsuited(key: string): boolean {
  return /^\d/.test(key) || key === "__proto__" || key === "toJSON" || !isWellFormed(key);
}
