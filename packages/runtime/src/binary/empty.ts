import type { JsonEmpty } from "../core/json.ts";
import { readMessageBody } from "./message-body.ts";
import type { BinaryReader } from "./reader.ts";
import type { BinaryWriter } from "./writer.ts";

/** Writes nothing: a google.protobuf.Empty has no fields, and members of the value are ignored. */
export function writeEmpty(_value: object, _writer: BinaryWriter): void {}

/** Skips the body of a google.protobuf.Empty. */
export function readEmpty(reader: BinaryReader, length: number): JsonEmpty {
  return readMessageBody<JsonEmpty>(reader, length, {
    typeName: "google.protobuf.Empty",
    state: {},
    readField: () => false,
  });
}
