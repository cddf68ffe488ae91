interface Item {
  readonly weight: number;
  readonly symbols: readonly number[];
}

/**
 * Lengths of the codes of an optimal prefix code of which none is longer than `limit` bits, by symbol;
 * 0 for a symbol that does not occur. Found by merging packages, so that equal frequencies give equal
 * lengths on every machine.
 */
export function huffmanLengths(frequencies: readonly number[], limit: number): readonly number[] {
  const lengths = frequencies.map(() => 0);
  const leaves: readonly Item[] = frequencies
    .map((weight, symbol) => ({ weight, symbols: [symbol] }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => a.weight - b.weight);
  if (leaves.length === 1) {
    for (const { symbols } of leaves) for (const symbol of symbols) lengths[symbol] = 1;
    return lengths;
  }
  let items = leaves;
  for (let bits = 1; bits < limit; bits++) items = merge(leaves, pair(items));
  for (const { symbols } of items.slice(0, Math.max(0, 2 * leaves.length - 2))) {
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] ?? 0) + 1;
  }
  return lengths;
}

function pair(items: readonly Item[]): readonly Item[] {
  const pairs: Item[] = [];
  for (let at = 0; at + 1 < items.length; at += 2) {
    const [first, second] = items.slice(at, at + 2);
    if (first === undefined || second === undefined) continue;
    pairs.push({ weight: first.weight + second.weight, symbols: [...first.symbols, ...second.symbols] });
  }
  return pairs;
}

/** Both are sorted by weight; of equal ones the leaf comes first. */
function merge(leaves: readonly Item[], pairs: readonly Item[]): readonly Item[] {
  const merged: Item[] = [];
  let next = 0;
  for (const leaf of leaves) {
    for (let other = pairs[next]; other !== undefined && other.weight < leaf.weight; other = pairs[next]) {
      merged.push(other);
      next++;
    }
    merged.push(leaf);
  }
  return [...merged, ...pairs.slice(next)];
}
