import type { BinaryReader } from "@bufbuild/protobuf/wire";
import { BinaryError, quote } from "./binary-error.ts";

/** The boolean itself; BinaryWriter would write a 1 for "false". */
export function checkBool(value: boolean): boolean {
  if (typeof value === "boolean") return value;
  throw new BinaryError(`expected a boolean, got ${quote(value)}`);
}

/** Null itself; throws a BinaryError for anything else. */
export function fromJsonNull(value: null): number {
  if (value === null) return 0;
  throw new BinaryError(`expected null, got ${quote(value)}`);
}

/** Reads a google.protobuf.NullValue; it has one value, so that the number does not matter. */
export function readNullValue(reader: BinaryReader): null {
  reader.int32();
  return null;
}
