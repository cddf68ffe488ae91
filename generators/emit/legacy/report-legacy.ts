import type { Diagnostics } from "../../model/diagnostics.ts";
import { compareVersions } from "../../naming/version-order.ts";
import { legacyDiagnostics } from "./diagnostics.ts";
import { kindWords } from "./kind-words.ts";
import type { LegacyAlias, LegacyPackage } from "./legacy-alias.ts";
import { startOf } from "./list-targets.ts";

/**
 * Reports what does not fit together: the manifest, the proto, and the version of the profile. What the
 * manifest knows of, under `resolves` and `reviewed`, it does not repeat: only its author can act on it.
 */
export function reportLegacy(entry: LegacyPackage, diagnostics: Diagnostics): void {
  const { protoPackage, aliases, problems } = entry;
  for (const { entry: renaming, kind, position } of problems) {
    const { legacy, current } = renaming;
    const what = kindWords[renaming.kind].one;
    if (kind === "missing") {
      diagnostics.report(legacyDiagnostics["legacy-missing"], position, {
        what,
        legacy,
        current,
        package: protoPackage,
      });
    } else {
      diagnostics.report(legacyDiagnostics["legacy-declared"], position, {
        what,
        legacy,
        current,
        package: protoPackage,
      });
    }
  }
  for (const alias of aliases) reportDirection(alias, protoPackage, diagnostics);
  reportRemovable(entry, diagnostics);
  reportHeadings(entry, diagnostics);
}

function reportDirection(
  { entry, target, direction }: LegacyAlias,
  protoPackage: string,
  diagnostics: Diagnostics,
): void {
  const { legacy, current, resolves = {} } = entry;
  const known = Object.hasOwn(resolves, protoPackage) ? resolves[protoPackage] : undefined;
  if (direction === (known ?? "current")) return;
  const what = kindWords[entry.kind].one;
  switch (direction) {
    case "current":
      diagnostics.report(legacyDiagnostics["legacy-resolves"], target.position, {
        what,
        legacy,
        current,
        known: known ?? "",
      });
      return;
    case "replaced":
      diagnostics.report(legacyDiagnostics["legacy-replaced"], target.position, {
        what,
        legacy,
        current,
        target: target.name,
      });
      return;
    case "inverted":
      diagnostics.report(legacyDiagnostics["legacy-inverted"], target.position, { what, legacy, current });
      return;
  }
}

/** One report for each version in which names may go, since there are many of them. */
function reportRemovable(
  { profile, reviewed, files, aliases }: LegacyPackage,
  diagnostics: Diagnostics,
): void {
  const { protocolVersion } = profile;
  const [file] = files.filter((candidate) => candidate.requested);
  if (protocolVersion === undefined || file === undefined) return;
  const names = removable(aliases, { version: protocolVersion, reviewed });
  const versions = [...new Set(names.map(({ entry }) => entry.removal))];
  for (const removal of versions.sort(compareVersions)) {
    const own = names.filter(({ entry }) => entry.removal === removal).map(({ name }) => name);
    diagnostics.report(legacyDiagnostics["legacy-removable"], startOf(file), {
      profile: profile.name,
      version: protocolVersion,
      removal,
      names: [...new Set(own)],
    });
  }
}

function reportHeadings({ protoPackage, files, headings }: LegacyPackage, diagnostics: Diagnostics): void {
  const [file] = files.filter((candidate) => candidate.requested);
  if (file === undefined) return;
  for (const { heading, target } of headings) {
    if (target !== undefined) continue;
    const { kind, name, ids } = heading;
    const what = kind === "enum" || kind === "section" ? kind : kindWords[kind].one;
    diagnostics.report(legacyDiagnostics["legacy-heading"], startOf(file), {
      what,
      name,
      ids,
      package: protoPackage,
    });
  }
}

/** An inverted alias leads from a name that is to stay. */
function removable(
  aliases: readonly LegacyAlias[],
  { version, reviewed }: { readonly version: string; readonly reviewed: string | undefined },
): readonly LegacyAlias[] {
  return aliases.filter(
    ({ entry: { removal }, direction }) =>
      direction !== "inverted" &&
      compareVersions(removal, version) <= 0 &&
      (reviewed === undefined || compareVersions(removal, reviewed) > 0),
  );
}
