import type { Diagnostics } from "../../model/diagnostics.ts";
import { compareVersions } from "../../naming/version-order.ts";
import { kindWords } from "./kind-words.ts";
import type { LegacyAlias, LegacyPackage } from "./legacy-alias.ts";
import { startOf } from "./list-targets.ts";

/** Reports what does not fit together: the manifest, the proto, and the version of the profile. */
export function reportLegacy(entry: LegacyPackage, diagnostics: Diagnostics): void {
  const { protoPackage, aliases, problems } = entry;
  for (const { entry: renaming, kind, position } of problems) {
    const { legacy, current } = renaming;
    const what = kindWords[renaming.kind].one;
    if (kind === "missing") {
      diagnostics.report("legacy-missing", position, { what, legacy, current, package: protoPackage });
    } else {
      diagnostics.report("legacy-declared", position, { what, legacy, current, package: protoPackage });
    }
  }
  for (const alias of aliases) reportDirection(alias, diagnostics);
  reportRemovable(entry, diagnostics);
}

function reportDirection({ entry, target, direction }: LegacyAlias, diagnostics: Diagnostics): void {
  const { legacy, current } = entry;
  const what = kindWords[entry.kind].one;
  switch (direction) {
    case "current":
      return;
    case "replaced":
      diagnostics.report("legacy-replaced", target.position, { what, legacy, current, target: target.name });
      return;
    case "inverted":
      diagnostics.report("legacy-inverted", target.position, { what, legacy, current });
      return;
  }
}

/** One report for each version in which names may go, since there are many of them. */
function reportRemovable({ profile, files, aliases }: LegacyPackage, diagnostics: Diagnostics): void {
  const { protocolVersion } = profile;
  const [file] = files.filter((candidate) => candidate.requested);
  if (protocolVersion === undefined || file === undefined) return;
  const versions = [...new Set(removable(aliases, protocolVersion).map(({ entry }) => entry.removal))];
  for (const removal of versions.sort(compareVersions)) {
    const names = removable(aliases, protocolVersion)
      .filter(({ entry }) => entry.removal === removal)
      .map(({ name }) => name);
    diagnostics.report("legacy-removable", startOf(file), {
      profile: profile.name,
      version: protocolVersion,
      removal,
      names: [...new Set(names)],
    });
  }
}

/** An inverted alias leads from a name that is to stay. */
function removable(aliases: readonly LegacyAlias[], version: string): readonly LegacyAlias[] {
  return aliases.filter(
    ({ entry, direction }) => direction !== "inverted" && compareVersions(entry.removal, version) <= 0,
  );
}
