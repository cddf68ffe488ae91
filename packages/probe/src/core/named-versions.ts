import { allVersions, later, type ProtocolName, type VersionRow } from "@a2agen/exchange/versions.ts";
import { roles, type VersionLabel } from "@a2agen/versions/table.ts";

/** The versions that requirements name beside those of which something holds. */
export const { current, previous, draft }: Readonly<Record<"current" | "previous" | "draft", VersionLabel>> =
  roles;

/** The versions whose tasks count their changes. */
export const counting: readonly ProtocolName[] = versionsWhere(
  ({ service }) => service.protocol.tasks?.eventGenerations !== undefined,
);

function versionsWhere(holds: (row: VersionRow) => boolean): readonly ProtocolName[] {
  return [...new Set(allVersions.filter(holds).map(({ label }) => label))];
}

const labels: ReadonlySet<string> = new Set(allVersions.map(({ label }) => label));

/** Whether what names a version or a binding names a version. */
export function isVersion(name: string): boolean {
  return labels.has(name);
}

/** Whether what applies to the named versions applies to this one: the current one includes later ones. */
export function includesVersion(named: readonly string[], version: string): boolean {
  const isLater = later.some(({ label }) => label === version);
  return named.includes(version) || (isLater && named.includes(current));
}
