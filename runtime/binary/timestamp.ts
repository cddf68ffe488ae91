import type { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { normalizeTimestamp, timestampFromParts, timestampToParts } from "../core/timestamp.ts";
import { BinaryError, quote, toBinaryError } from "./binary-error.ts";
import { readMessageBody } from "./message-body.ts";
import { readParts, writeParts } from "./time-parts.ts";

const typeName = "google.protobuf.Timestamp";

/** Writes the body of a google.protobuf.Timestamp; throws a BinaryError unless it is an RFC 3339 time. */
export function writeTimestamp(value: string, writer: BinaryWriter): void {
  const text = typeof value === "string" ? normalizeTimestamp(value) : undefined;
  if (text === undefined)
    throw new BinaryError(`${typeName}: expected an RFC 3339 time, got ${quote(value)}`);
  writeParts(timestampToParts(text), writer);
}

/** Reads the body of a google.protobuf.Timestamp as RFC 3339 in UTC. */
export function readTimestamp(reader: BinaryReader, length: number): string {
  const state = { seconds: 0, nanos: 0 };
  const { seconds, nanos } = readMessageBody(reader, length, { typeName, state, readField: readParts });
  try {
    return timestampFromParts(seconds, nanos);
  } catch (error) {
    throw toBinaryError(typeName, error);
  }
}
