import type { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";

/** What Timestamp and Duration have in common: int64 seconds = 1; int32 nanos = 2. */
export interface TimeParts {
  seconds: number;
  nanos: number;
}

export function writeParts(parts: Readonly<TimeParts>, writer: BinaryWriter): void {
  if (parts.seconds !== 0) writer.uint32(8).int64(parts.seconds);
  if (parts.nanos !== 0) writer.uint32(16).int32(parts.nanos);
}

/** Seconds too large for a number lose digits here, but are far out of range for both types. */
export function readParts(reader: BinaryReader, tag: number, state: TimeParts): boolean {
  switch (tag) {
    case 8:
      state.seconds = Number(reader.int64());
      return true;
    case 16:
      state.nanos = reader.int32();
      return true;
    default:
      return false;
  }
}
