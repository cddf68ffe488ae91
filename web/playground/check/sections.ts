import type { Profile } from "../../../generators/model/profile.ts";
import older from "../../../profiles/a2a-0.3.yaml";
import current from "../../../profiles/a2a-1.0.yaml";
import draft from "../../../profiles/a2a-1.0-draft.yaml";
import type { Segments } from "./places.ts";
import type { Section } from "./report.ts";
import { typesAround } from "./schemas.ts";

// The bundlers have checked them.
const profiles = [older, draft, current] as readonly Pick<Profile, "name" | "packages" | "sections">[];

/** The section that describes the innermost message around a place. */
export function sectionOf(dialect: string, typeName: string, segments: Segments): Section | undefined {
  const profile = profiles.find(({ name }) => name === dialect);
  const [prefix = ""] = profile?.packages ?? [];
  // The field itself is described with the message that has it.
  const types = typesAround(dialect, typeName, segments.slice(0, -1));
  for (const about of types.toReversed()) {
    const number = profile?.sections?.[`${prefix}.${about}`];
    if (number !== undefined) return { number, about };
  }
  return undefined;
}
