import { createHash } from "node:crypto";

/** Of several texts in their order; the same texts divided otherwise have another hash. */
export function hashOf(...texts: readonly string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(texts)).digest();
}
