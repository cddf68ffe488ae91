/** A stream of pseudo-random numbers: the same seed gives the same stream on every machine. */
export interface Random {
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** An integer from `low` to `high`, both included, of any width. */
  bigint(low: bigint, high: bigint): bigint;
  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean;
  /** One of the items; there must be one. */
  pick<T>(items: readonly T[]): T;
  /** A list of `low` to `high` items made by `make`. */
  list<T>(low: number, high: number, make: (index: number) => T): T[];
}

/** Seeds are text, so that "<seed of the run>/<message>/<index>" names one stream of its own. */
export function createRandom(seed: string): Random {
  const next = createGenerator(hashSeed(seed));

  function integer(low: number, high: number): number {
    const span = high - low + 1;
    if (span > 2 ** 32) return Number(bigint(BigInt(low), BigInt(high)));
    return low + Math.floor((next() / 2 ** 32) * span);
  }

  function bigint(low: bigint, high: bigint): bigint {
    const span = high - low + 1n;
    let drawn = 0n;
    for (let limit = 1n; limit < span << 32n; limit <<= 32n) drawn = (drawn << 32n) | BigInt(next());
    return low + (drawn % span);
  }

  function chance(probability: number): boolean {
    return next() < probability * 2 ** 32;
  }

  function pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError("pick: expected at least one item; found none");
    return items[integer(0, items.length - 1)] as T;
  }

  function list<T>(low: number, high: number, make: (index: number) => T): T[] {
    return Array.from({ length: integer(low, high) }, (_, index) => make(index));
  }

  return { integer, bigint, chance, pick, list };
}

/** Folds the text into four words of state, FNV-1a with a different start for each. */
function hashSeed(seed: string): readonly [number, number, number, number] {
  function fold(start: number): number {
    let hash = start;
    for (let index = 0; index < seed.length; index++) {
      hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
    }
    return hash >>> 0;
  }
  return [fold(0x811c9dc5), fold(0x9e3779b9), fold(0x85ebca6b), 1];
}

/** The generator sfc32: four words of state, 32 bits a draw. */
function createGenerator(state: readonly [number, number, number, number]): () => number {
  let [a, b, c, counter] = state;
  function next(): number {
    const drawn = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + drawn;
    return drawn >>> 0;
  }
  // The first draws still show the seed.
  for (let round = 0; round < 12; round++) next();
  return next;
}
