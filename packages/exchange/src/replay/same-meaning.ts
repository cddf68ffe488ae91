import { isObject, parseUrl } from "@a2agen/runtime/internal";
import type { IsSame } from "./differences.ts";

/** Whether the values of a member are identifiers, which two runs choose anew. */
function isIdName(name: string): boolean {
  return name === "id" || /Ids?$/.test(name);
}

/** The identifiers in a value, each with the name of its member. */
export function* listIds(
  value: unknown,
  name = "",
): Generator<{ readonly id: string; readonly name: string }, void, undefined> {
  if (typeof value === "string" && isIdName(name)) yield { id: value, name };
  else if (Array.isArray(value)) for (const each of value) yield* listIds(each, name);
  else if (isObject(value)) for (const [member, each] of Object.entries(value)) yield* listIds(each, member);
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function withoutHost({ protocol, pathname, search, hash }: URL): string {
  return `${protocol}${pathname}${search}${hash}`;
}

/** The identifiers of one run of a conversation, and what another run calls the same things. */
export class IdMap {
  readonly #others: Map<string, string>;
  readonly #ones: Map<string, string>;

  constructor(from?: IdMap) {
    this.#others = new Map(from === undefined ? [] : from.#others);
    this.#ones = new Map(from === undefined ? [] : from.#ones);
  }

  /** Takes two identifiers for the same thing; false if one of them is another's already. */
  pair(one: string, other: string): boolean {
    const [known, taken] = [this.#others.get(one), this.#ones.get(other)];
    if (known !== undefined || taken !== undefined) return known === other && taken === one;
    this.#others.set(one, other);
    this.#ones.set(other, one);
    return true;
  }

  /**
   * The comparison of a member of both runs: identifiers and hosts are the same if they stand for each
   * other everywhere, times are, and a credential that was blanked is the same as any.
   */
  readonly isSame: IsSame = (one, other, name) => {
    if (typeof one !== "string" || typeof other !== "string") return false;
    if (isIdName(name)) return this.pair(one, other);
    const [a, b] = [parseUrl(one), parseUrl(other)];
    if (a !== undefined && b !== undefined && a.host !== "" && withoutHost(a) === withoutHost(b)) {
      return this.pair(a.origin, b.origin);
    }
    return one.includes("***") || other.includes("***") || (time.test(one) && time.test(other));
  };

  /** A value of the one run as the other would have it. */
  translate(value: unknown): unknown {
    if (typeof value === "string") return this.#others.get(value) ?? value;
    if (Array.isArray(value)) return value.map((each) => this.translate(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.translate(each)]));
  }

  /** Keeps the identifiers of a value that have no counterpart: the other run has the same. */
  keep(value: unknown): void {
    for (const { id } of listIds(value)) this.pair(id, id);
  }
}
