import type { Codec } from "@a2agen/runtime";

/** The functions of a message that a generated package exports, found by the name of its type. */
export interface CodecSet {
  readonly json: Codec<unknown>;
  readonly encodeBinary: (value: unknown) => Uint8Array;
  readonly decodeBinary: (bytes: Uint8Array) => unknown;
}

/** Looks the functions of a message up; throws for a type that the package does not have. */
export function codecOf(exports: object, type: string): CodecSet {
  const pick = (name: string): unknown => {
    const found: unknown = Reflect.get(exports, name);
    if (found === undefined) throw new Error(`the package does not export ${name}`);
    return found;
  };
  return {
    json: pick(`${type}Codec`) as Codec<unknown>,
    encodeBinary: (value) => (pick(`encode${type}Binary`) as CodecSet["encodeBinary"])(value),
    decodeBinary: (bytes) => (pick(`decode${type}Binary`) as CodecSet["decodeBinary"])(bytes),
  };
}
