import type { Problem } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { ReadingCodec } from "@a2agen/exchange/meaning/reader.ts";
import { listDifferences } from "@a2agen/exchange/replay/differences.ts";
import { excerpt } from "./excerpt.ts";

/** Where a value that its codec takes is not spelled as senders have to spell it. */
export function spellingProblems(codec: ReadingCodec, value: unknown): readonly Problem[] {
  const copy = structuredClone(value);
  // It puts spellings right in place.
  if (!codec.tryDecode(copy).ok) return [];
  const isSame = (one: unknown): boolean => one === null || one === undefined;
  return [...listDifferences(value, copy, { isSame })].map(({ path, one, other }) => ({
    path,
    message: `expected ${other === undefined ? "no such member" : excerpt(other)}; found ${excerpt(one)}`,
    rule: "spelling",
  }));
}
