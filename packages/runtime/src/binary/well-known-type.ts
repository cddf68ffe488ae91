import type { Check } from "../core/problems.ts";
import { decodeBinary, encodeBinary } from "./codec.ts";
import type { BinaryReader } from "./reader.ts";
import type { BinaryType, TypeRegistry } from "./type-registry.ts";
import type { BinaryWriter } from "./writer.ts";

/** A type of google.protobuf with a special JSON form. */
export interface WellKnownType<T> extends BinaryType<T> {
  readonly write: (value: T, writer: BinaryWriter, types?: TypeRegistry) => void;
  readonly read: (reader: BinaryReader, length: number, types?: TypeRegistry) => T;
}

interface WellKnownInit<T> extends Pick<WellKnownType<T>, "write" | "read"> {
  /** Finds the problems that `write` and `read` do not. */
  readonly check?: Check;
}

export function wellKnownType<T>(
  name: string,
  { write, read, check = () => undefined }: WellKnownInit<T>,
): WellKnownType<T> {
  const typeName = `google.protobuf.${name}`;
  return {
    typeName,
    write,
    read,
    encode: (value, types) =>
      encodeBinary(typeName, value, {
        write: (message, writer) => write(message, writer, types),
        check,
        types,
      }),
    decode: (bytes, types, options) =>
      decodeBinary(typeName, bytes, {
        read: (reader, length) => read(reader, length, types),
        check,
        options,
        types,
      }),
  };
}
