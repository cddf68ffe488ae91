import type { Check } from "../core/check.ts";

/**
 * Checks as they are listed, but each one after those that make what it needs, and after those that need what
 * it uses up. Throws a TypeError for checks that wait for each other.
 */
export function inOrder(checks: readonly Check[]): readonly Check[] {
  const rest = [...checks];
  const ordered: Check[] = [];
  while (rest.length > 0) {
    const next = rest.findIndex((check) => !rest.some((other) => isBefore(other, check)));
    if (next === -1)
      throw new TypeError(`checks wait for each other: ${rest.map(({ id }) => id).join(", ")}`);
    ordered.push(...rest.splice(next, 1));
  }
  return ordered;
}

function isBefore(one: Check, other: Check): boolean {
  if (one === other) return false;
  const { needs = [], makes = [], usesUp = [] } = other;
  // Those that add to what there is keep the order in which they are listed.
  const isMaker = needs.some((each) => one.makes?.includes(each) === true && !makes.includes(each));
  return isMaker || usesUp.some((each) => one.needs?.includes(each) === true);
}
