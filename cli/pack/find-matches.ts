/**
 * What DEFLATE writes: a byte, or with `distance` how far back the next `value` bytes stand already. Packed
 * into one number: the value in the lower 16 bits, the distance (1 to 32767) above.
 */
export type Token = number;

const windowSize = 32_767;
const shortest = 3;
const longest = 258;
const hashBits = 15;
/** How many earlier places are looked at: more takes longer and finds little. */
const maximumTries = 96;

/** Finds repetitions (LZ77), with a look at the next byte before a match is taken. */
export function findMatches(input: Uint8Array): Uint32Array {
  const tokens = new Uint32Array(input.length);
  let count = 0;
  /** The last place of each hash, plus one; and for each place the one before it with the same hash. */
  const heads = new Int32Array(1 << hashBits);
  const before = new Int32Array(input.length);
  const at = (index: number): number => input[index] ?? 0;
  const insert = (place: number): void => {
    if (place + shortest > input.length) return;
    const key = (at(place) | (at(place + 1) << 8) | (at(place + 2) << 16)) >>> 0;
    const hash = Math.imul(key, 0x9e_37_79_b1) >>> (32 - hashBits);
    before[place] = heads[hash] ?? 0;
    heads[hash] = place + 1;
  };
  /** The longest match for a place that was inserted: its length and distance as a token, 0 for none. */
  const search = (place: number): Token => {
    const limit = Math.min(longest, input.length - place);
    if (limit < shortest) return 0;
    let best = shortest - 1;
    let distance = 0;
    let candidate = (before[place] ?? 0) - 1;
    for (let tries = 0; tries < maximumTries; tries++) {
      if (candidate < 0 || place - candidate > windowSize) break;
      if (at(candidate + best) === at(place + best)) {
        let length = 0;
        while (length < limit && at(candidate + length) === at(place + length)) length++;
        if (length > best) {
          best = length;
          distance = place - candidate;
          if (length === limit) break;
        }
      }
      candidate = (before[candidate] ?? 0) - 1;
    }
    return distance === 0 ? 0 : best + distance * 65_536;
  };
  let place = 0;
  let isSearched = false;
  let match = 0;
  while (place < input.length) {
    if (!isSearched) {
      insert(place);
      match = search(place);
    }
    isSearched = false;
    const length = match & 65_535;
    if (match === 0) {
      tokens[count++] = at(place++);
      continue;
    }
    if (length < longest && place + 1 < input.length) {
      insert(place + 1);
      const next = search(place + 1);
      if ((next & 65_535) > length) {
        tokens[count++] = at(place++);
        match = next;
        isSearched = true;
        continue;
      }
    } else if (place + 1 < input.length) {
      insert(place + 1);
    }
    tokens[count++] = match;
    for (let inside = place + 2; inside < place + length; inside++) insert(inside);
    place += length;
  }
  return tokens.slice(0, count);
}
