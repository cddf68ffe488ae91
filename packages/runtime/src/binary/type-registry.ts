import type { DecodeOptions } from "../core/codec.ts";
import type { Check } from "../core/problems.ts";
import type { BinaryReader } from "./reader.ts";

/** A message type that google.protobuf.Any can carry; generated codecs have this shape. */
export interface BinaryType<T = unknown> {
  /** Full proto name, "pkg.Msg". */
  readonly typeName: string;
  /** Takes the JSON form of the message. */
  encode(value: T, types?: TypeRegistry): Uint8Array;
  /** Returns the JSON form of the message. */
  decode(bytes: Uint8Array, types?: TypeRegistry, options?: DecodeOptions): T;
  /** Reads a message without a check: that of the message around it looks into each Any. */
  readonly read?: (reader: BinaryReader, length: number, types: TypeRegistry) => T;
  /** Finds what is wrong with the JSON form of a message, and its other spellings. */
  readonly check?: Check;
}

/** The message types that may occur in a google.protobuf.Any. */
export interface TypeRegistry {
  readonly types: ReadonlyMap<string, BinaryType>;
  /** How many messages of type Any the one in work lies in. */
  readonly depth: number;
}

/** The well-known types need no entry. Of two entries with one name the later one counts. */
export function createTypeRegistry(entries: readonly BinaryType[]): TypeRegistry {
  return { types: new Map(entries.map((entry) => [entry.typeName, entry])), depth: 0 };
}
