import { type ProtocolName, versions } from "@a2agen/exchange/versions.ts";
import { versionSections } from "@a2agen/versions/sections.ts";
import { roles } from "@a2agen/versions/table.ts";
import type { Level, Requirement } from "./requirement.ts";
import { type RequirementId, requirementOf } from "./requirements.ts";

/**
 * A requirement as a version has it: with its own section and level, and at MAY where only the current
 * version says it.
 */
export function requirementIn(id: RequirementId, version: ProtocolName | undefined): Requirement {
  const found = requirementOf(id);
  const own = version === undefined ? undefined : versionSections[versions[version].name];
  const section = own?.[id] ?? own?.[found.section];
  if (section === undefined) return found;
  if (section === "") return { ...found, level: "MAY", section: ofCurrent(found.section) };
  const [last = "", level = found.level] = section.split(" ").toReversed() as [string?, Level?];
  return { ...found, level, section: last };
}

/** A section of the current version, where another one is spoken: "3.1.4 of 1.0". */
export function ofCurrent(section: string): string {
  return `${section} of ${roles.current}`;
}
