import type { Placement } from "./extension.ts";

/** Where data is on an object, and its list of URIs if it has one. */
export interface ObjectFields {
  readonly metadata: string;
  readonly extensions: string | undefined;
}

/** Finds out of which of an extension's types an object is: of one whose REQUIRED fields it has. */
export function placementOf(object: object, placements: readonly Placement[]): ObjectFields {
  const [first, ...others] = placements;
  if (first === undefined) return { metadata: "metadata", extensions: undefined };
  const { metadata, extensions } = first;
  if (others.every((other) => other.metadata === metadata && other.extensions === extensions)) {
    return { metadata, extensions };
  }
  const fits = placements
    .filter(
      ({ required = [] }) => required.length > 0 && required.every((name) => Object.hasOwn(object, name)),
    )
    .toSorted((one, other) => (other.required?.length ?? 0) - (one.required?.length ?? 0));
  const [best] = fits;
  if (best !== undefined) return { metadata: best.metadata, extensions: best.extensions };
  // Of a type that is not known, what the object has already is all that is certain.
  const list = placements.find(
    (entry) => entry.extensions !== undefined && Object.hasOwn(object, entry.extensions),
  );
  return { metadata, extensions: list?.extensions };
}
