import type { Codec } from "../../core/codec.ts";

/** A value of no JSON type, which every check of a field refuses. */
export const impossible = 0n;

/** How the keys of an object compare with the fields of a type. */
export interface RootFit {
  /** How many of the keys are fields. */
  readonly known: number;
  readonly unknown: number;
  /** How many REQUIRED fields the object does not have. */
  readonly missing: number;
}

/**
 * Compares the keys of an object with the fields of a type, whatever their values are and however large.
 * A codec reveals its fields by refusing what none of them can hold.
 */
export function probeRoot(codec: Codec<unknown>, value: Readonly<Record<string, unknown>>): RootFit {
  const keys = Object.keys(value);
  const first = refusedFields(codec, Object.fromEntries(keys.map((key) => [key, impossible])));
  // A union looks first at what distinguishes its members, and at the rest only when it knows which it is.
  const second = refusedFields(
    codec,
    Object.fromEntries(
      keys.map((key) => [key, first.refused.has(key) && isScalar(value[key]) ? value[key] : impossible]),
    ),
  );
  const known = keys.filter((key) => first.refused.has(key) || second.refused.has(key)).length;
  return { known, unknown: keys.length - known, missing: second.missing };
}

/** Whether a type has no declared fields: it takes every key, so that nothing is known by it. */
export function takesEveryKey(codec: Codec<unknown>): boolean {
  return refusedFields(codec, { [noField]: impossible }).refused.has(noField);
}

/** A key that no message has a field of. */
const noField = "\u0000";

/** How many fields a type cannot be without. */
export function countRequired(codec: Codec<unknown>): number {
  return refusedFields(codec, {}).missing;
}

function refusedFields(
  codec: Codec<unknown>,
  value: Readonly<Record<string, unknown>>,
): { readonly refused: ReadonlySet<string>; readonly missing: number } {
  const result = codec.tryDecode(value);
  if (result.ok) return { refused: new Set(), missing: 0 };
  // A field may be there under its proto name, "context_id", and is reported under its JSON name.
  const keys = new Map(Object.keys(value).map((key) => [fold(key), key]));
  const refused = new Set<string>();
  let missing = 0;
  for (const { segments, code } of result.issues) {
    const [field] = segments;
    const key = typeof field === "string" ? keys.get(fold(field)) : undefined;
    if (key !== undefined) refused.add(key);
    else if (code === "required" || code === "oneof-none") missing += 1;
  }
  return { refused, missing };
}

function fold(key: string): string {
  return key.replaceAll("_", "").toLowerCase();
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}
