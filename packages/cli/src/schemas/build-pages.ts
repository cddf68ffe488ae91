import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { type PackageFile, textFile } from "../package/package-file.ts";
import { compareReleases } from "../package/version.ts";
import type { RenderPage } from "./render-page.ts";
import { parentUrl, sitePath } from "./site-url.ts";
import type { SiteVersion } from "./site-version.ts";
import { printIndex, type VersionIndex } from "./version-index.ts";

/** `index.json` and `index.html` of a directory of profiles: which there are, and which versions of each. */
export function buildPages(
  directory: string,
  { versions, render }: { readonly versions: readonly SiteVersion[]; readonly render: RenderPage },
): readonly PackageFile[] {
  const profiles = listProfiles(directory, versions);
  const listed = profiles.map(({ base, versions: [newest, ...older] }) => {
    const { package: name, profile, protocolVersion, license } = newest.index;
    return {
      ...(profile === undefined ? {} : { profile }),
      ...(protocolVersion === undefined ? {} : { protocolVersion }),
      package: name,
      ...(license === undefined ? {} : { license }),
      base,
      newest: newest.index.version,
      versions: [newest, ...older].map(({ index }) => describeVersion(index, base)),
    };
  });
  const page = {
    profiles: profiles.map(({ base, versions: [newest, ...older] }) => {
      const path = sitePath(base).slice(sitePath(directory).length);
      const { index } = newest;
      return {
        title: index.profile ?? path,
        package: index.package,
        description: index.description ?? "",
        base,
        newest: bundlesOf(index).map((file) => ({
          name: file,
          href: `${path}${file}`,
          url: `${base}${file}`,
        })),
        versions: [newest, ...older].map((each) => ({
          version: each.index.version,
          href: `${path}${each.index.version}/`,
          bundles: bundlesOf(each.index).map((file) => ({
            name: file,
            href: `${path}${each.index.version}/${file}`,
          })),
          archive: each.index.archive?.path ?? "",
        })),
      };
    }),
  };
  return [printIndex({ profiles: listed }), textFile("index.html", render("index.html", page))];
}

interface Profile {
  readonly base: string;
  /** The newest first. */
  readonly versions: readonly [SiteVersion, ...SiteVersion[]];
}

function listProfiles(parent: string, versions: readonly SiteVersion[]): readonly Profile[] {
  const bases = new Map<string, SiteVersion[]>();
  for (const version of versions) {
    const base = `${new URL(parent).origin}/${version.directory}`;
    if (parentUrl(base) !== parent) continue;
    const list = bases.get(base) ?? [];
    list.push(version);
    bases.set(base, list);
  }
  return [...bases]
    .sort(([a], [b]) => compareCodeUnits(a.slice(0, -1), b.slice(0, -1)))
    .flatMap(([base, list]) => {
      const [newest, ...older] = list.sort((a, b) => compareReleases(b.index.version, a.index.version));
      return newest === undefined ? [] : [{ base, versions: [newest, ...older] as const }];
    });
}

function describeVersion(index: VersionIndex, base: string): object {
  const { version, archive, protoHash, generator } = index;
  const at = `${base}${version}/`;
  return {
    version,
    base: at,
    index: `${at}index.json`,
    ...(archive === undefined ? {} : { archive: { url: `${at}${archive.path}`, sha256: archive.sha256 } }),
    ...(protoHash === undefined ? {} : { protoHash }),
    ...(generator === undefined ? {} : { generator }),
  };
}

/** Schemas that lie in no directory, which are those of all types; where there are none, all schemas. */
function bundlesOf({ schemas }: VersionIndex): readonly string[] {
  const paths = schemas.map(({ path }) => path);
  const bundles = paths.filter((path) => !path.includes("/"));
  return bundles.length > 0 ? bundles : paths;
}
