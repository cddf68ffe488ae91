import { namePackage, type PackageNames } from "../jsonschema/package-names.ts";
import type { LegacyPackage } from "./legacy-alias.ts";

/** A package with the names and the directory that its JSON Schemas have. */
export interface PlacedPackage {
  readonly entry: LegacyPackage;
  readonly names: PackageNames;
  /** "" unless another profile has a package that is called the same: each has a directory then. */
  readonly folder: string;
}

/** Places packages as the target jsonschema does, so that files of both can stand side by side. */
export function placePackages(packages: readonly LegacyPackage[]): readonly PlacedPackage[] {
  const named = packages.map((entry) => ({ entry, names: namePackage(entry.protoPackage, entry) }));
  return named.map(({ entry, names }) => {
    const isRivaled = named.some(
      (other) => other.names.stem === names.stem && other.entry.profile !== entry.profile,
    );
    return { entry, names, folder: isRivaled ? `${entry.profile.name}/` : "" };
  });
}
