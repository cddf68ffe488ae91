import { compareDeclarations } from "./compare-declarations.ts";
import { compareDialects } from "./compare-dialects.ts";
import { compareManifests } from "./compare-manifests.ts";
import { compareProtocols } from "./compare-protocols.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { listExported } from "./exported-files.ts";
import { type Finding, findingsAt } from "./finding.ts";
import { parseObject } from "./json.ts";
import { type PackageFile, textOf } from "./package-file.ts";

/** The files of two releases as they are published, package.json among them. */
export interface PackagePair {
  readonly before: readonly PackageFile[];
  readonly after: readonly PackageFile[];
}

/**
 * The differences of two releases that no descriptor has: what the generator and the profile made of it, and what
 * package.json asks of users and offers them. Each is read from the files of its own release.
 */
export async function comparePackages({ before, after }: PackagePair): Promise<readonly Finding[]> {
  const manifests = [readManifest(before), readManifest(after)] as const;
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

function readManifest(files: readonly PackageFile[]) {
  const file = files.find(({ path }) => path === "package.json");
  return (file === undefined ? undefined : parseObject(textOf(file))) ?? {};
}
