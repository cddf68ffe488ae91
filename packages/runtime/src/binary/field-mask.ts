import { fieldMaskFromPaths, fieldMaskToPaths, isFieldMask } from "../core/field-mask.ts";
import { BinaryError, quote, toBinaryError } from "./binary-error.ts";
import { readMessageBody } from "./message-body.ts";
import type { BinaryReader } from "./reader.ts";
import type { BinaryWriter } from "./writer.ts";

const typeName = "google.protobuf.FieldMask";

/** Writes the body of a google.protobuf.FieldMask; throws a BinaryError for what `isFieldMask` rejects. */
export function writeFieldMask(value: string, writer: BinaryWriter): void {
  if (typeof value !== "string" || !isFieldMask(value)) {
    throw new BinaryError(
      `${typeName}: expected lowerCamelCase paths joined with commas, got ${quote(value)}`,
    );
  }
  for (const path of fieldMaskToPaths(value)) writer.uint32(10).string(path);
}

/** Reads the body of a google.protobuf.FieldMask as lowerCamelCase paths joined with commas. */
export function readFieldMask(reader: BinaryReader, length: number): string {
  const paths = readMessageBody<string[]>(reader, length, { typeName, state: [], readField: readPath });
  try {
    return fieldMaskFromPaths(paths);
  } catch (error) {
    throw toBinaryError(typeName, error);
  }
}

function readPath(reader: BinaryReader, tag: number, paths: string[]): boolean {
  if (tag !== 10) return false;
  paths.push(reader.string());
  return true;
}
