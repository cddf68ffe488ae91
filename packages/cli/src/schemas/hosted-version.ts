import { listReferences } from "@a2agen/generators/json-schema/list-references.ts";
import { parseUrl } from "@a2agen/runtime/internal";
import { type PackageFile, sortFiles, textFile, textOf } from "../package/package-file.ts";
import type { Release, SchemaFile } from "./release.ts";
import { buildChecksums, buildVersionIndex, printIndex, type VersionIndex } from "./version-index.ts";

/** The schemas of one profile of a release, and where they are hosted. */
export interface Group {
  readonly release: Release;
  readonly profile: string;
  /** URL of the directory of the profile, with "/" at its end. */
  readonly base: string;
  readonly schemas: readonly SchemaFile[];
  /** Whether what is not of one profile lies here: documents, the archive. */
  readonly isMain: boolean;
}

/** The groups of a release, below `baseUrl` where it is given. */
export function listGroups(release: Release, baseUrl: string | undefined): readonly Group[] {
  const bases = [...new Set(release.schemas.map(({ base }) => base))];
  const groups = bases.map((base) => {
    const schemas = release.schemas.filter((schema) => schema.base === base);
    const profile = schemas[0]?.profile ?? "";
    return { release, profile, base: baseUrl === undefined ? base : `${baseUrl}${profile}/`, schemas };
  });
  const main = groups.find(({ profile }) => profile === release.origin.profile) ?? groups[0];
  return groups.map((group) => ({ ...group, isMain: group === main }));
}

/** URL of a group's directory: that of its version, or that of whatever is newest. */
export function directoryOf({ base, release }: Group, kind: "versioned" | "newest"): string {
  return kind === "versioned" ? `${base}${release.version}/` : base;
}

/** The files of a group's directory that both kinds have, by their paths from it. */
export function buildGroupFiles(
  group: Group,
  places: Places,
): {
  readonly schemas: readonly (PackageFile & { readonly $id: string })[];
  readonly documents: readonly PackageFile[];
} {
  const schemas = group.schemas.map((schema) => ({
    ...textFile(schema.path, moveSchema(schema, places)),
    $id: places.get(schema.id) ?? schema.id,
  }));
  const documents = group.release.documents
    .filter(({ path }) => group.isMain || /^(?:licen[cs]e|notice)(?:\.[^/]*)?$/i.test(path))
    .map((file) =>
      file.path.startsWith("openapi/") ? textFile(file.path, moveText(textOf(file), places)) : file,
    );
  return { schemas, documents };
}

export interface HostedVersion {
  readonly index: VersionIndex;
  /** By their paths from the version's directory. */
  readonly files: readonly PackageFile[];
}

/** The directory of one version, with its index, its checksums and the archive. */
export function buildHostedVersion(
  group: Group,
  { places, archive }: { readonly places: Places; readonly archive: PackageFile },
): HostedVersion {
  const { schemas, documents } = buildGroupFiles(group, places);
  const index = buildVersionIndex(group.release, {
    host: { base: directoryOf(group, "versioned"), profile: group.profile },
    schemas,
    files: documents,
    ...(group.isMain ? { archive } : {}),
  });
  const files = [
    ...schemas.map(({ path, bytes }) => ({ path, bytes })),
    ...documents,
    ...(group.isMain ? [archive] : []),
    printIndex(index),
  ];
  return { index, files: sortFiles([...files, buildChecksums(files)]) };
}

/** Where schemas lie: new URLs by `$id`. */
export type Places = ReadonlyMap<string, string>;

/** The text of a schema at its new place: its `$id`, and the references to what has another place now. */
export function moveSchema({ id, text, json }: SchemaFile, places: Places): string {
  const place = places.get(id) ?? id;
  // What stands in examples and the like is data.
  const { targets } = listReferences(json);
  return text.replace(
    /("\$(?:id|ref|dynamicRef)"\s*:\s*)("(?:[^"\\]|\\.)*")/g,
    (whole: string, key: string, literal: string) => {
      const value = String(JSON.parse(literal));
      const isOwn = key.startsWith('"$id"') ? value === id : targets.has(value);
      const moved = isOwn ? moveReference(value, { id, place, places }) : value;
      return moved === value ? whole : `${key}${JSON.stringify(moved)}`;
    },
  );
}

interface Move {
  readonly id: string;
  readonly place: string;
  readonly places: Places;
}

function moveReference(value: string, { id, place, places }: Move): string {
  if (value === id) return place;
  if (value.startsWith("#") || parseUrl(value, id) === undefined) return value;
  const [before = ""] = value.split("#");
  const fragment = value.slice(before.length);
  const target = new URL(before, id).href;
  const wanted = places.get(target) ?? target;
  return new URL(before, place).href === wanted ? value : `${wanted}${fragment}`;
}

/** A document that is no schema, with the new URLs of the schemas that it names. */
export function moveText(text: string, places: Places): string {
  return text.replace(/https?:\/\/[^\s"'<>()#,;\\]+/g, (url) => places.get(url) ?? url);
}
