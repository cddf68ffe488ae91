import type { DecodeOptions } from "../core/codec.ts";

/** A message type that google.protobuf.Any can carry; generated codecs have this shape. */
export interface BinaryType<T = unknown> {
  /** Full proto name, "pkg.Msg". */
  readonly typeName: string;
  /** Takes the JSON form of the message. */
  encode(value: T, types?: TypeRegistry): Uint8Array;
  /** Returns the JSON form of the message. */
  decode(bytes: Uint8Array, types?: TypeRegistry, options?: DecodeOptions): T;
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
