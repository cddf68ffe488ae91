import { crc32 } from "node:zlib";

/** One picture of several. */
export interface Frame {
  readonly png: Buffer;
  /** How long it is shown. */
  readonly ms: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Joins pictures of one size into one that moves, for ever: APNG, as the third edition of PNG has it. */
export function joinFrames(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error("expected a picture");
  const header = findHeader(first.png);
  const chunks: Chunk[] = [
    { type: "IHDR", data: header },
    { type: "acTL", data: toBytes(frames.length, 0) },
  ];
  let sequence = 0;
  for (const [at, { png, ms }] of frames.entries()) {
    if (!findHeader(png).equals(header)) throw new Error("expected pictures of one size and one format");
    const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
    // Where it stands, its delay as a fraction, and that it takes the place of the one before.
    const place = toBytes(sequence++, width, height, 0, 0, ms * 0x1_00_00 + 1000);
    chunks.push({ type: "fcTL", data: Buffer.concat([place, Buffer.from([0, 0])]) });
    for (const { type, data } of readChunks(png)) {
      if (type !== "IDAT") continue;
      chunks.push(
        at === 0 ? { type, data } : { type: "fdAT", data: Buffer.concat([toBytes(sequence++), data]) },
      );
    }
  }
  return Buffer.concat([signature, ...chunks.map(format), format({ type: "IEND", data: Buffer.alloc(0) })]);
}

function findHeader(png: Buffer): Buffer {
  const header = readChunks(png).find(({ type }) => type === "IHDR");
  if (header === undefined) throw new Error("expected a picture in PNG");
  return header.data;
}

function readChunks(png: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const data = png.subarray(at + 8, at + 8 + length);
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), data });
    at += length + 12;
  }
  return chunks;
}

function format({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([toBytes(data.length), body, toBytes(crc32(body))]);
}

/** Numbers of 32 bits, the highest byte first. */
function toBytes(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, at * 4);
  return bytes;
}
