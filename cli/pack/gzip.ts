import { deflate } from "./deflate.ts";

/** Compresses to the gzip format (RFC 1952) without a time, a name and a system: equal bytes give equal bytes. */
export function gzip(input: Uint8Array): Uint8Array {
  const compressed = deflate(input);
  const output = new Uint8Array(10 + compressed.length + 8);
  // Magic, DEFLATE, no flags, no time, no level, unknown system.
  output.set([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  output.set(compressed, 10);
  const view = new DataView(output.buffer);
  view.setUint32(10 + compressed.length, crc32(input), true);
  view.setUint32(14 + compressed.length, input.length >>> 0, true);
  return output;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? 0xed_b8_83_20 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** zlib has one too, from Node 22 on. */
function crc32(input: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of input) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
