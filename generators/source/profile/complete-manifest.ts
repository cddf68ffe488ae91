import { defined } from "@a2agen/runtime/internal";
import type { LegacyManifest, LegacySource } from "../../model/legacy-manifest.ts";

/** Puts in what entries leave to the life cycle and to the manifest. */
export function completeManifest(source: LegacySource): LegacyManifest {
  const { packages, lifeCycle, reviewed, names, headings = [] } = source;
  return {
    packages,
    lifeCycle,
    ...defined({ reviewed }),
    names: names.map((entry) => ({
      ...entry,
      packages: entry.packages ?? packages,
      deprecated: deprecationOf(entry, lifeCycle),
      removal: removalOf(entry, lifeCycle),
    })),
    headings,
  };
}

type LifeCycle = LegacySource["lifeCycle"];
type Entry = LegacySource["names"][number];

/** The version that deprecates an earlier name: before 1.0 as in Appendix A, later at once (1.4). */
export function deprecationOf({ introduced, deprecated }: Entry, { deprecatedAfter }: LifeCycle): string {
  if (deprecated !== undefined) return deprecated;
  const [major, minor] = numbersOf(introduced);
  return major === 0 ? `0.${minor + deprecatedAfter}` : introduced;
}

/** The version in which it may go: before 1.0 as Appendix A plans it, later the next major version (1.4). */
export function removalOf({ introduced, removal }: Entry, { removalAfter }: LifeCycle): string {
  if (removal !== undefined) return removal;
  const [major, minor] = numbersOf(introduced);
  return major === 0 ? `0.${minor + removalAfter}.0` : `${major + 1}.0.0`;
}

function numbersOf(version: string): readonly [major: number, minor: number] {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return [major, minor];
}
