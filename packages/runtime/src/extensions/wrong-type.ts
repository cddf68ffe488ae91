import { DecodeError } from "../core/decode-error.ts";
import { describe } from "../core/kind.ts";
import { formatPlace, type Place, toSegments } from "./decode-below.ts";

/** The error for a value of another JSON type than its place asks for. */
export function wrongType(
  place: Place,
  expected: string,
  { typeName, value }: { readonly typeName: string; readonly value: unknown },
): DecodeError {
  const message = `expected ${expected}, got ${describe(value)}`;
  return new DecodeError(typeName, [
    { code: "type", path: formatPlace(place), segments: toSegments(place), message },
  ]);
}
