import { durationFromParts, durationToParts, normalizeDuration } from "../core/duration.ts";
import { normalizeTimestamp, timestampFromParts, timestampToParts } from "../core/timestamp.ts";
import { BinaryError, quote, toBinaryError } from "./binary-error.ts";
import { checkEnd, skipField } from "./message-field.ts";
import type { BinaryReader } from "./reader.ts";
import type { BinaryWriter } from "./writer.ts";

/** What Timestamp and Duration have in common: int64 seconds = 1; int32 nanos = 2. */
interface TimeParts {
  readonly seconds: number;
  readonly nanos: number;
}

interface TimeType {
  readonly typeName: string;
  readonly fromParts: (seconds: number, nanos: number) => string;
}

const timestamp: TimeType = { typeName: "google.protobuf.Timestamp", fromParts: timestampFromParts };
const duration: TimeType = { typeName: "google.protobuf.Duration", fromParts: durationFromParts };

/** Writes the body of a google.protobuf.Timestamp; throws a BinaryError unless it is an RFC 3339 time. */
export function writeTimestamp(value: string, writer: BinaryWriter): void {
  const text = typeof value === "string" ? normalizeTimestamp(value) : undefined;
  if (text === undefined) throw invalid(timestamp, "an RFC 3339 time", value);
  writeParts(timestampToParts(text), writer);
}

/** Reads the body of a google.protobuf.Timestamp as RFC 3339 in UTC. */
export function readTimestamp(reader: BinaryReader, length: number): string {
  return readTime(reader, length, timestamp);
}

/** Writes the body of a google.protobuf.Duration; throws a BinaryError unless it is a duration. */
export function writeDuration(value: string, writer: BinaryWriter): void {
  const text = typeof value === "string" ? normalizeDuration(value) : undefined;
  if (text === undefined) throw invalid(duration, 'seconds with up to 9 fraction digits and an "s"', value);
  writeParts(durationToParts(text), writer);
}

/** Reads the body of a google.protobuf.Duration as seconds with an "s". */
export function readDuration(reader: BinaryReader, length: number): string {
  return readTime(reader, length, duration);
}

function invalid({ typeName }: TimeType, expected: string, value: unknown): BinaryError {
  return new BinaryError(`${typeName}: expected ${expected}, got ${quote(value)}`);
}

function writeParts(parts: TimeParts, writer: BinaryWriter): void {
  if (parts.seconds !== 0) writer.uint32(8).seconds(parts.seconds);
  if (parts.nanos !== 0) writer.uint32(16).int32(parts.nanos);
}

function readTime(reader: BinaryReader, length: number, { typeName, fromParts }: TimeType): string {
  try {
    const end = reader.pos + length;
    if (end > reader.len) throw new Error(`expected ${length} bytes, got ${reader.len - reader.pos}`);
    let seconds = 0;
    let nanos = 0;
    while (reader.pos < end) {
      const tag = reader.uint32();
      // Seconds too large for a number lose digits, but are far out of range for both types.
      if (tag === 8) seconds = reader.seconds();
      else if (tag === 16) nanos = reader.int32();
      else skipField(reader, tag);
    }
    checkEnd(reader, end);
    return fromParts(seconds, nanos);
  } catch (error) {
    throw toBinaryError(typeName, error);
  }
}
