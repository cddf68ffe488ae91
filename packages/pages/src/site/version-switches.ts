import { compareModels } from "@a2agen/generators/compare/compare-models.ts";
import { findPlaces } from "@a2agen/generators/emit/site/find-places.ts";
import type { SiteVersion } from "@a2agen/generators/emit/site/site-version.ts";
import { planBetween } from "@a2agen/generators/translate/builtin-plans.ts";
import { type DescribeInit, describeChanges } from "./describe-changes.ts";

/** A version in the switch of a page. */
export interface VersionLink {
  readonly label: string;
  /** Below the site. */
  readonly path: string;
  /** Whether the page is of this version. */
  readonly isCurrent: boolean;
  /** Whether most readers want it. */
  readonly isNewest: boolean;
  /** Whether the version does not have what the page is about. */
  readonly isAbsent: boolean;
}

/** What a page says of changes since the version before. */
export interface PageChanges {
  readonly since: string;
  readonly whole: readonly string[];
  readonly members: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

export interface PagePlace {
  /** Below the version's directory. */
  readonly page: string;
  /** The type or operation that the page is about. */
  readonly fullName: string | undefined;
}

/** The ways between the versions of a site. */
export interface Switches {
  linksFrom(version: SiteVersion, place: PagePlace): readonly VersionLink[];
  changesOf(version: SiteVersion, fullName: string): PageChanges;
  /** With the versions that become this one, the nearest first. */
  comparisonsOf(version: SiteVersion): readonly DescribeInit[];
}

/** The versions of a site, the newest first. */
export function createSwitches(versions: readonly SiteVersion[]): Switches {
  const places = new Map(versions.map((version) => [version, findPlaces(version.model)]));
  const comparisons = versions.flatMap((newer, at) =>
    versions.slice(at + 1).flatMap((older): readonly DescribeInit[] => {
      const plan = planBetween(older.model, newer.model);
      // Versions of A2A that no translator relates are held against others.
      if (plan === undefined && [older, newer].some(isOfA2a)) return [];
      return [{ older, newer, comparison: compareModels(older.model, newer.model, plan) }];
    }),
  );
  const counterpart = (from: SiteVersion, to: SiteVersion, fullName: string): string | undefined => {
    for (const { older, newer, comparison } of comparisons) {
      if (newer === from && older === to) return comparison.toOlder.get(fullName);
      if (older === from && newer === to) return comparison.toNewer.get(fullName);
    }
    return undefined;
  };
  return {
    linksFrom(version, { page, fullName }) {
      return versions.map((other) => {
        const { label, slug, isCurrent: isNewest = false } = other;
        const isCurrent = other === version;
        // What changed since a version is on a page of this one only.
        if (!isCurrent && page.startsWith("since-"))
          return { label, path: `${slug}/index.html`, isCurrent, isNewest, isAbsent: false };
        if (isCurrent || fullName === undefined) {
          return { label, path: `${slug}/${page}`, isCurrent, isNewest, isAbsent: false };
        }
        const name = counterpart(version, other, fullName);
        const path = name === undefined ? undefined : places.get(other)?.get(name);
        return {
          label,
          path: `${slug}/${path ?? "index.html"}`,
          isCurrent,
          isNewest,
          isAbsent: path === undefined,
        };
      });
    },
    comparisonsOf(version) {
      return versions.flatMap(
        (older) => comparisons.find((one) => one.newer === version && one.older === older) ?? [],
      );
    },
    changesOf(version, fullName) {
      const before = versions[versions.indexOf(version) + 1];
      const found = comparisons.find(({ newer, older }) => newer === version && older === before);
      const none = { whole: [], members: new Map<string, string>(), removed: [] };
      return {
        since: before?.label ?? "",
        ...(found === undefined ? none : describeChanges(fullName, found)),
      };
    },
  };
}

function isOfA2a({ model }: SiteVersion): boolean {
  return model.files.some(({ requested, profile }) => requested && profile.startsWith("a2a-"));
}
