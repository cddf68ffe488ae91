import type { Part } from "@a2agen/a2a-1.0";
import type { Part as DraftPart } from "@a2agen/a2a-1.0-draft";

// What holds for users who compile with no more than `strict`: without exactOptionalPropertyTypes a
// member may be there and undefined, so that `in` tells what a part is not, and a value what it is.

export function describe(part: Part): string {
  if (part.text !== undefined) return part.text;
  if (part.raw !== undefined) return part.raw;
  if (part.url !== undefined) return part.url;
  return JSON.stringify(part.data);
}

export function describeRest(part: DraftPart): string {
  if (!("text" in part)) return JSON.stringify(part.file ?? part.data);
  return part.text ?? "";
}

export const parts: Part[] = [{ text: "a" }, { text: "a", raw: undefined }, { data: null }];
// @ts-expect-error -- two members are set
export const two: Part = { text: "a", url: "b" };
// @ts-expect-error -- no member is set
export const none: Part = {};
// @ts-expect-error -- a mandatory member is undefined
export const unset: Part = { text: undefined };
