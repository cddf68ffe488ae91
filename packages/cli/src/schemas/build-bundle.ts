import { type PackageFile, sortFiles, textFile } from "../package/package-file.ts";
import { describeBundle } from "./describe-bundle.ts";
import type { Release, SchemaFile } from "./release.ts";
import type { RenderPage } from "./render-page.ts";
import { buildChecksums, buildVersionIndex, printIndex } from "./version-index.ts";

/** What people of other languages get: files below one directory. */
export interface Bundle {
  /** Name of the directory, "acme-orders-schemas-1.0.0". */
  readonly name: string;
  /** In the order of their paths. */
  readonly files: readonly PackageFile[];
}

/** The schemas as npm has them, OpenAPI, the compiled protos, and what says what they are. */
export function buildBundle(release: Release, render: RenderPage): Bundle {
  const name = `${flatName(release.name)}-schemas-${release.version}`;
  const schemas = placeInBundle(release.schemas).map(({ schema, path }) => ({
    ...textFile(path, schema.text),
    $id: schema.id,
  }));
  const readme = textFile("README.md", render("README.md", describeBundle(release, schemas)));
  const files = [...release.documents, readme];
  const index = printIndex(buildVersionIndex(release, { schemas, files: sortFiles(files) }));
  const all = [...schemas.map(({ path, bytes }) => ({ path, bytes })), ...files, index];
  return { name, files: sortFiles([...all, buildChecksums(all)]) };
}

/** "@acme/orders" -> "acme-orders". */
function flatName(name: string): string {
  return name.replace("@", "").replace("/", "-");
}

/** Schemas lie as their `$id`s do, and below the name of their profile where there are several. */
function placeInBundle(
  schemas: readonly SchemaFile[],
): readonly { readonly schema: SchemaFile; readonly path: string }[] {
  const isAlone = new Set(schemas.map(({ base }) => base)).size === 1;
  return schemas.map((schema) => ({
    schema,
    path: `schemas/${isAlone ? "" : `${schema.profile}/`}${schema.path}`,
  }));
}
