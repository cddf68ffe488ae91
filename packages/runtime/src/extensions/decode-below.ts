import type { Codec } from "../core/codec.ts";
import { copyJson } from "../core/copy-json.ts";
import { DecodeError } from "../core/decode-error.ts";
import type { Issue } from "../core/issue.ts";

/** Names and indexes from an object down to a value in it; map keys are in brackets. */
export type Place = readonly (string | number | { readonly key: string })[];

/** Whether what is read is the caller's own, or may be the value itself, for those who only look at it. */
export type Reading = "copy" | "shared";

/**
 * Decodes a copy of a value that is part of an object, and leaves the value alone; unknown fields stay.
 * Throws a DecodeError with paths from the object on.
 */
export function decodeBelow<T>(codec: Codec<T>, value: unknown, place: Place, reading: Reading = "copy"): T {
  if (reading === "shared" && codec.is(value)) return value;
  const result = codec.tryDecode(copyJson(value));
  if (result.ok) return result.value;
  throw new DecodeError(
    codec.typeName,
    result.issues.map((issue) => issueBelow(issue, place)),
  );
}

/** The same problem as seen from the object. */
export function issueBelow(issue: Issue, place: Place): Issue {
  const prefix = formatPlace(place);
  const joined = issue.path === "" || issue.path.startsWith("[") ? issue.path : `.${issue.path}`;
  return {
    ...issue,
    path: `${prefix}${joined}`,
    segments: [...toSegments(place), ...issue.segments],
  };
}

export function formatPlace(place: Place): string {
  return place
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (typeof step !== "string") return `[${JSON.stringify(step.key)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

export function toSegments(place: Place): readonly (string | number)[] {
  return place.map((step) => (typeof step === "object" ? step.key : step));
}
