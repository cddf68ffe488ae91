/** Random numbers that are the same in every run. */
export interface Random {
  /** An integer of 0 to `limit - 1`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly [T, ...T[]]): T;
}

/** The generator mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (values) => values[below(values.length)] ?? values[0],
  };
}
