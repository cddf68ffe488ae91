import { type BitWriter, createBitWriter } from "./bit-writer.ts";
import { findMatches } from "./find-matches.ts";
import { huffmanLengths } from "./huffman-lengths.ts";

/**
 * Compresses as DEFLATE (RFC 1951). That of Node gives other bytes from one version of its zlib, and from
 * one processor, to another; this one always gives the same.
 */
export function deflate(input: Uint8Array): Uint8Array {
  const writer = createBitWriter();
  const tokens = findMatches(input);
  for (let start = 0; start === 0 || start < tokens.length; start += blockSize) {
    const isLast = start + blockSize >= tokens.length;
    writeBlock(writer, tokens.subarray(start, start + blockSize), isLast);
  }
  return writer.finish();
}

/** Tokens of a block, which has codes of its own. */
const blockSize = 32_768;

const endOfBlock = 256;
const lengthRanges = buildRanges({ from: 3, codes: 28, extraEvery: 4 });
const distanceRanges = buildRanges({ from: 1, codes: 30, extraEvery: 2 });

/** A code that stands for several numbers, which extra bits tell apart. */
interface Range {
  readonly from: number;
  readonly extra: number;
}

function buildRanges({
  from,
  codes,
  extraEvery,
}: {
  from: number;
  codes: number;
  extraEvery: number;
}): readonly Range[] {
  const ranges: Range[] = [];
  let next = from;
  for (let code = 0; code < codes; code++) {
    const extra = Math.max(0, Math.floor(code / extraEvery) - 1);
    ranges.push({ from: next, extra });
    next += 1 << extra;
  }
  return ranges;
}

function lengthCode(length: number): number {
  // The longest has a code for itself.
  return length === 258 ? 28 : findRange(lengthRanges, length);
}

function findRange(ranges: readonly Range[], value: number): number {
  let low = 0;
  let high = ranges.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ranges[middle]?.from ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function writeBlock(writer: BitWriter, tokens: Uint32Array, isLast: boolean): void {
  const literals = Array.from({ length: 286 }, () => 0);
  const distances = Array.from({ length: 30 }, () => 0);
  const count = (list: number[], symbol: number): void => {
    list[symbol] = (list[symbol] ?? 0) + 1;
  };
  count(literals, endOfBlock);
  for (const token of tokens) {
    const distance = token >>> 16;
    const value = token & 65_535;
    count(literals, distance === 0 ? value : 257 + lengthCode(value));
    if (distance > 0) count(distances, findRange(distanceRanges, distance));
  }
  // Readers want one code of distances, used or not.
  if (!distances.some((frequency) => frequency > 0)) distances[0] = 1;
  const literalLengths = huffmanLengths(literals, 15);
  const distanceLengths = huffmanLengths(distances, 15);
  writer.write(isLast ? 1 : 0, 1);
  writer.write(2, 2);
  writeCodes(writer, literalLengths, distanceLengths);
  const literalCodes = assignCodes(literalLengths);
  const distanceCodes = assignCodes(distanceLengths);
  for (const token of tokens) {
    const distance = token >>> 16;
    const value = token & 65_535;
    if (distance === 0) {
      writeCode(writer, literalCodes[value]);
      continue;
    }
    const code = lengthCode(value);
    writeCode(writer, literalCodes[257 + code]);
    writeExtra(writer, lengthRanges[code], value);
    const distanceCode = findRange(distanceRanges, distance);
    writeCode(writer, distanceCodes[distanceCode]);
    writeExtra(writer, distanceRanges[distanceCode], distance);
  }
  writeCode(writer, literalCodes[endOfBlock]);
}

interface Code {
  readonly bits: number;
  readonly length: number;
}

function writeCode(writer: BitWriter, code: Code | undefined): void {
  if (code !== undefined) writer.write(code.bits, code.length);
}

function writeExtra(writer: BitWriter, range: Range | undefined, value: number): void {
  if (range !== undefined) writer.write(value - range.from, range.extra);
}

/** The canonical codes of RFC 1951, section 3.2.2, with their bits in the order in which they are written. */
function assignCodes(lengths: readonly number[]): readonly Code[] {
  const next = Array.from({ length: 16 }, () => 0);
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    code = (code + lengths.filter((each) => each !== 0 && each === length - 1).length) << 1;
    next[length] = code;
  }
  return lengths.map((length) => {
    if (length === 0) return { bits: 0, length };
    const own = next[length] ?? 0;
    next[length] = own + 1;
    return { bits: reverse(own, length), length };
  });
}

function reverse(bits: number, length: number): number {
  let reversed = 0;
  for (let index = 0; index < length; index++) reversed |= ((bits >>> index) & 1) << (length - 1 - index);
  return reversed;
}

/** The order in which the lengths of the codes of lengths are written. */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Writes the lengths of all codes, with repetitions, in a code of their own. */
function writeCodes(
  writer: BitWriter,
  literalLengths: readonly number[],
  distanceLengths: readonly number[],
): void {
  const literals = withoutTail(literalLengths, 257);
  const distances = withoutTail(distanceLengths, 1);
  const runs = findRuns([...literals, ...distances]);
  const frequencies = Array.from({ length: 19 }, () => 0);
  for (const { symbol } of runs) frequencies[symbol] = (frequencies[symbol] ?? 0) + 1;
  // A code of lengths has to be complete, which takes two symbols.
  if (frequencies.filter((frequency) => frequency > 0).length < 2) {
    frequencies[frequencies[0] === 0 ? 0 : 1] = 1;
  }
  const lengths = huffmanLengths(frequencies, 7);
  const codes = assignCodes(lengths);
  const ordered = withoutTail(
    lengthOrder.map((symbol) => lengths[symbol] ?? 0),
    4,
  );
  writer.write(literals.length - 257, 5);
  writer.write(distances.length - 1, 5);
  writer.write(ordered.length - 4, 4);
  for (const length of ordered) writer.write(length, 3);
  for (const { symbol, extra, bits } of runs) {
    writeCode(writer, codes[symbol]);
    writer.write(extra, bits);
  }
}

function withoutTail(lengths: readonly number[], minimum: number): readonly number[] {
  let end = lengths.length;
  while (end > minimum && lengths[end - 1] === 0) end--;
  return lengths.slice(0, end);
}

interface Run {
  readonly symbol: number;
  readonly extra: number;
  readonly bits: number;
}

/** 16 repeats the last length 3 to 6 times; 17 and 18 are 3 to 10, and 11 to 138, zeros. */
function findRuns(lengths: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  let at = 0;
  while (at < lengths.length) {
    const value = lengths[at] ?? 0;
    let end = at;
    while (lengths[end] === value) end++;
    let left = end - at;
    at = end;
    if (value !== 0) {
      runs.push({ symbol: value, extra: 0, bits: 0 });
      left--;
    }
    while (left >= 3) {
      const isLong = value === 0 && left >= 11;
      const maximum = value !== 0 ? 6 : isLong ? 138 : 10;
      const taken = Math.min(left, maximum);
      if (value !== 0) runs.push({ symbol: 16, extra: taken - 3, bits: 2 });
      else if (isLong) runs.push({ symbol: 18, extra: taken - 11, bits: 7 });
      else runs.push({ symbol: 17, extra: taken - 3, bits: 3 });
      left -= taken;
    }
    for (; left > 0; left--) runs.push({ symbol: value, extra: 0, bits: 0 });
  }
  return runs;
}
