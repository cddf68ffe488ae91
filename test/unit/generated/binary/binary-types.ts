import type { BinaryType } from "@a2agen/runtime/binary";

/** The objects that describe the binary form of messages, among the exports of a generated module. */
export function listBinaryTypes(exports: Readonly<Record<string, unknown>>): BinaryType[] {
  return Object.values(exports).filter(isBinaryType);
}

function isBinaryType(value: unknown): value is BinaryType {
  return typeof value === "object" && value !== null && "typeName" in value && "encode" in value;
}
