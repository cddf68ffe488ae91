import type { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { durationFromParts, durationToParts, normalizeDuration } from "../core/duration.ts";
import { BinaryError, quote, toBinaryError } from "./binary-error.ts";
import { readMessageBody } from "./message-body.ts";
import { readParts, writeParts } from "./time-parts.ts";

const typeName = "google.protobuf.Duration";

/** Writes the body of a google.protobuf.Duration; throws a BinaryError unless it is a duration. */
export function writeDuration(value: string, writer: BinaryWriter): void {
  const text = typeof value === "string" ? normalizeDuration(value) : undefined;
  if (text === undefined) {
    throw new BinaryError(
      `${typeName}: expected seconds with up to 9 fraction digits and an "s", got ${quote(value)}`,
    );
  }
  writeParts(durationToParts(text), writer);
}

/** Reads the body of a google.protobuf.Duration as seconds with an "s". */
export function readDuration(reader: BinaryReader, length: number): string {
  const state = { seconds: 0, nanos: 0 };
  const { seconds, nanos } = readMessageBody(reader, length, { typeName, state, readField: readParts });
  try {
    return durationFromParts(seconds, nanos);
  } catch (error) {
    throw toBinaryError(typeName, error);
  }
}
