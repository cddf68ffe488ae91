import { manifestIn, objectIn, type PackageFile } from "../package/package-file.ts";
import { compareDeclarations, listExported, type PackagePair } from "./compare-exports.ts";
import { compareDialects, compareManifests } from "./compare-manifests.ts";
import { compareProtocols } from "./compare-protocols.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { type Finding, findingsAt } from "./finding.ts";

/**
 * The differences of two releases beyond their descriptors: generated schemas, declarations and protocols,
 * and package.json. Each release is read from its own files.
 */
export async function comparePackages({ before, after }: PackagePair): Promise<readonly Finding[]> {
  const manifests = [manifestIn(before) ?? {}, manifestIn(after) ?? {}] as const;
  const list: Finding[] = [];
  compareManifests(manifests, list);
  compareDialects(manifests, list);
  const [old, now] = [listExported(manifests[0], before), listExported(manifests[1], after)];
  for (const [subpath] of old.files) {
    if (!now.files.has(subpath)) findingsAt(subpath, list).major("the file is gone: imports of it fail");
  }
  compareSchemas([before, after], list);
  compareDeclarations([old, now], { before, after }, list);
  await compareProtocols([before, after], list);
  return list;
}

/** Whether two releases have the same files, byte for byte; package.json may differ in the version. */
export function isSameRelease(before: readonly PackageFile[], after: readonly PackageFile[]): boolean {
  const others = new Map(after.map((file) => [file.path, file]));
  return (
    others.size === new Set(before.map(({ path }) => path)).size &&
    before.every((file) => {
      const other = others.get(file.path);
      return other !== undefined && isSameFile(file, other);
    })
  );
}

function isSameFile(file: PackageFile, other: PackageFile): boolean {
  if (Buffer.compare(file.bytes, other.bytes) === 0) return true;
  if (file.path !== "package.json") return false;
  const [one, two] = [file, other].map((each) => JSON.stringify({ ...objectIn(each), version: "" }));
  return one === two;
}
