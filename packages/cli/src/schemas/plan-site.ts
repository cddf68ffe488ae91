import { type PackageFile, sortFiles } from "../package/package-file.ts";
import { compareReleases } from "../package/version.ts";
import { buildPages } from "./build-pages.ts";
import {
  buildGroupFiles,
  buildHostedVersion,
  directoryOf,
  type Group,
  listGroups,
  type Places,
} from "./hosted-version.ts";
import type { Release } from "./release.ts";
import type { RenderPage } from "./render-page.ts";
import { parentUrl, sitePath } from "./site-url.ts";
import type { SiteVersion } from "./site-version.ts";

export interface SiteInit {
  readonly releases: readonly Release[];
  /** The directory of all profiles, instead of what the `$id`s say; ends with "/". */
  readonly baseUrl: string | undefined;
  /** The bundle of each release, as an archive. */
  readonly archives: ReadonlyMap<Release, PackageFile>;
  /** Versions on the site. */
  readonly versions: readonly SiteVersion[];
  /** The files below a directory of the current site, by their paths from it. */
  readonly filesIn: (directory: string) => Promise<readonly PackageFile[]>;
  readonly render: RenderPage;
}

/** What happens to a release's place, for messages. */
export interface SiteNote {
  readonly base: string;
  readonly version: string;
  /** Whether the version exists, with the same bytes. */
  readonly isKnown: boolean;
  /** The version that stands for the newest. */
  readonly newest: string;
}

export interface SitePlan {
  /** Files to write, by their paths from the root of the host. */
  readonly files: readonly PackageFile[];
  /** Files of the newest version before that the one now does not have. */
  readonly removed: readonly string[];
  readonly notes: readonly SiteNote[];
  readonly problems: readonly string[];
}

/** The tree of a static host with the releases in it. Existing versions never change. */
export async function planSite(init: SiteInit): Promise<SitePlan> {
  const { releases, baseUrl, render } = init;
  const groups = releases.flatMap((release) => listGroups(release, baseUrl));
  const origins = checkOrigins(groups);
  if (origins.length > 0) return { files: [], removed: [], notes: [], problems: origins };
  const problems: string[] = [];
  const owners: string[] = [];
  const files = new Map<string, PackageFile>();
  const homes = new Map<string, string>();
  const add = (directory: string, file: PackageFile): void => {
    const path = `${directory}${file.path}`;
    const other = files.get(path);
    if (other !== undefined && Buffer.compare(other.bytes, file.bytes) !== 0) {
      problems.push(
        `site/${path}: expected one file; two packages, or two files of one, have that place: give their schemas other $ids`,
      );
    }
    files.set(path, { path, bytes: file.bytes });
    homes.set(path, directory);
  };
  const added: SiteVersion[] = [];
  const known = new Set<Group>();
  for (const group of groups) {
    const directory = sitePath(group.base);
    const archive = init.archives.get(group.release);
    if (archive === undefined)
      throw new Error(`every release has an archive; ${group.release.name} has none`);
    const hosted = buildHostedVersion(group, { places: placesFor(group, groups, "versioned"), archive });
    owners.push(...checkOwner(group, [...init.versions, ...added]));
    const there = await init.filesIn(sitePath(directoryOf(group, "versioned")));
    problems.push(...checkSame(group, { files: hosted.files, there }));
    if (there.length > 0) known.add(group);
    added.push({ directory, index: hosted.index });
    for (const file of hosted.files) add(sitePath(directoryOf(group, "versioned")), file);
  }
  // All else that would be found follows from these.
  if (owners.length > 0) return { files: [], removed: [], notes: [], problems: owners };
  const versions = mergeVersions([...init.versions, ...added]);
  const removed = new Set<string>();
  const notes = groups.map((group): SiteNote => {
    const directory = sitePath(group.base);
    const { version } = group.release;
    const newest = newestOf(versions, directory);
    if (newest.index.version === version) {
      const { schemas, documents } = buildGroupFiles(group, placesFor(group, groups, "newest"));
      for (const file of [...schemas, ...documents]) add(directory, file);
      const before = init.versions.filter((each) => each.directory === directory);
      if (before.length > 0) for (const path of listPaths(newestOf(before, directory))) removed.add(path);
    }
    return { base: group.base, version, isKnown: known.has(group), newest: newest.index.version };
  });
  for (const parent of new Set(groups.map(({ base }) => parentUrl(base)))) {
    for (const file of buildPages(parent, { versions, render })) add(sitePath(parent), file);
  }
  problems.push(...checkHomes(homes, { versions, there: init.versions }));
  const left = [...removed].filter((path) => !files.has(path));
  return { files: sortFiles([...files.values()]), removed: left, notes, problems };
}

/** New places of all schemas of the run; those of the group's own release before those of other versions. */
function placesFor(group: Group, groups: readonly Group[], kind: "versioned" | "newest"): Places {
  const rank = (other: Group): number => (other.release === group.release ? 1 : 0);
  const ordered = [...groups].sort(
    (a, b) => rank(a) - rank(b) || compareReleases(a.release.version, b.release.version),
  );
  return new Map(
    ordered.flatMap((each) =>
      each.schemas.map(({ id, path }) => [id, `${directoryOf(each, kind)}${path}`] as const),
    ),
  );
}

function checkOrigins(groups: readonly Group[]): readonly string[] {
  const origins = [...new Set(groups.map(({ base }) => new URL(base).origin))];
  return origins.length <= 1
    ? []
    : [
        `expected schemas of one host, since a site is that of one; found ${origins.join(", ")}: run once for each, each with its own --out, or give --base-url`,
      ];
}

/** A directory of versions is that of one package, at one place. */
function checkOwner({ base, release }: Group, versions: readonly SiteVersion[]): readonly string[] {
  const others = versions.filter(({ directory }) => directory === sitePath(base));
  const stranger = others.find(({ index }) => index.package !== release.name);
  if (stranger !== undefined) {
    return [
      `${base}: expected versions of ${release.name}; found those of ${stranger.index.package}: give the profile of the package a schemaBase of its own, or another --base-url`,
    ];
  }
  const moved = others.find(({ index }) => index.base !== `${base}${index.version}/`);
  return moved === undefined
    ? []
    : [
        `${base}: expected the versions that are there to be at this URL; ${moved.index.version} is made for ${String(moved.index.base)}: give the --base-url that it was made with, or another --out`,
      ];
}

/** No schema lies where a version has its files, and none in the place of another directory's newest one. */
function checkHomes(
  homes: ReadonlyMap<string, string>,
  { versions, there }: { readonly versions: readonly SiteVersion[]; readonly there: readonly SiteVersion[] },
): readonly string[] {
  const newest = new Map(
    there
      .map((each) => newestOf(there, each.directory))
      .flatMap((each) => listPaths(each).map((path) => [path, each] as const)),
  );
  const problems = new Map<string, string>();
  for (const [path, home] of homes) {
    const inVersion = versions.find(({ directory, index }) => {
      const versioned = `${directory}${index.version}/`;
      return path.startsWith(versioned) && home !== versioned;
    });
    const inNewest = newest.get(path);
    const other = inVersion ?? (inNewest?.directory === home ? undefined : inNewest);
    if (other === undefined) continue;
    const { package: name, version } = other.index;
    // One of each directory is enough to say.
    const key = `${home} ${other.directory} ${version}`;
    if (problems.has(key)) continue;
    problems.set(
      key,
      `site/${path}: expected a place that nothing has; it is one of ${name} ${version}: give the schemas other $ids, or another --base-url`,
    );
  }
  return [...problems.values()];
}

const shown = 5;

/** Published versions do not change. */
function checkSame(
  group: Group,
  { files, there }: { readonly files: readonly PackageFile[]; readonly there: readonly PackageFile[] },
): readonly string[] {
  if (there.length === 0) return [];
  const now = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const before = new Map(there.map(({ path, bytes }) => [path, bytes]));
  const differing = [...new Set([...now.keys(), ...before.keys()])].sort().filter((path) => {
    const [a, b] = [now.get(path), before.get(path)];
    return a === undefined || b === undefined || Buffer.compare(a, b) !== 0;
  });
  if (differing.length === 0) return [];
  const rest = differing.length - shown;
  const list = [...differing.slice(0, shown), ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ");
  return [
    `${directoryOf(group, "versioned")}: expected the bytes that are hosted, since a version does not change; ${list} would: give the package a new version`,
  ];
}

function mergeVersions(versions: readonly SiteVersion[]): readonly SiteVersion[] {
  return [...new Map(versions.map((each) => [`${each.directory} ${each.index.version}`, each])).values()];
}

function newestOf(versions: readonly SiteVersion[], directory: string): SiteVersion {
  const [newest] = versions
    .filter((each) => each.directory === directory)
    .sort((a, b) => compareReleases(b.index.version, a.index.version));
  if (newest === undefined) throw new Error(`a directory of versions has one; ${directory} has none`);
  return newest;
}

/** The paths that a version has in the place of the newest. */
function listPaths({ directory, index }: SiteVersion): readonly string[] {
  return [...index.schemas, ...index.files].map(({ path }) => `${directory}${path}`);
}
