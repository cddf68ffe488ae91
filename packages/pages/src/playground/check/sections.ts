import type { Segments } from "./places.ts";
import type { Section } from "./report.ts";
import { typesAround } from "./schemas.ts";
import { versionAssets } from "./version-assets.ts";

/** The section that describes the innermost message around a place. */
export function sectionOf(dialect: string, typeName: string, segments: Segments): Section | undefined {
  const { prefix = "", sections = {} } = versionAssets.get(dialect) ?? {};
  // The field itself is described with the message that has it.
  const types = typesAround(dialect, typeName, segments.slice(0, -1));
  for (const about of types.toReversed()) {
    const number = sections[`${prefix}.${about}`];
    if (number !== undefined) return { number, about };
  }
  return undefined;
}
