import type { DataSide } from "./data-place.ts";
import type { Placement } from "./extension.ts";
import { ownValue } from "./metadata-keys.ts";

/** Where data is on an object, and what the object says of itself. */
export type ObjectFields = Pick<Placement, "metadata" | "extensions" | "parts" | "role" | "from">;

/** Finds out of which of an extension's types an object is: of one whose REQUIRED fields it has. */
export function placementOf(object: object, placements: readonly Placement[]): ObjectFields {
  const [first, ...others] = placements;
  if (first === undefined) return { metadata: "metadata" };
  if (others.every((other) => isAlike(first, other))) return first;
  const fits = placements
    .filter(
      ({ required = [] }) => required.length > 0 && required.every((name) => Object.hasOwn(object, name)),
    )
    .toSorted((one, other) => (other.required?.length ?? 0) - (one.required?.length ?? 0));
  const [best] = fits;
  if (best !== undefined) return best;
  // Of a type that is not known, what the object has already is all that is certain.
  const list = others.every(({ extensions }) => extensions === first.extensions)
    ? first
    : placements.find(({ extensions }) => extensions !== undefined && Object.hasOwn(object, extensions));
  return { metadata: first.metadata, ...(list?.extensions !== undefined && { extensions: list.extensions }) };
}

function isAlike(one: Placement, other: Placement): boolean {
  return (
    one.metadata === other.metadata &&
    one.extensions === other.extensions &&
    one.parts?.field === other.parts?.field &&
    one.role === other.role &&
    one.from === other.from
  );
}

/** Who wrote an object; undefined where it does not say so. */
export function sideOf(object: object, { role, from }: ObjectFields): DataSide | undefined {
  if (role === undefined) return from;
  const value = ownValue(object, role.field);
  if (typeof value !== "string") return undefined;
  if (role.client.includes(value)) return "client";
  return role.agent.includes(value) ? "agent" : undefined;
}
