/** The end of an error about an unknown name: "; did you mean init?", or nothing without a similar one. */
export function didYouMean(name: string, names: readonly string[]): string {
  const similar = findSimilar(name, names);
  return similar.length === 0 ? "" : `; did you mean ${similar.join(" or ")}?`;
}

/** Up to three of the names that are nearly the given one, the nearest first. */
function findSimilar(name: string, names: readonly string[]): readonly string[] {
  const wanted = name.toLowerCase();
  const limit = Math.max(1, Math.floor(name.length / 3));
  return names
    .map((candidate) => ({ candidate, distance: countEdits(wanted, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/**
 * How many characters have to be added, removed, changed or swapped with the next to make one text the other.
 */
function countEdits(from: string, to: string): number {
  let above: readonly number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = isSwapped ? (above[j - 2] ?? 0) + 1 : change;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    above = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
