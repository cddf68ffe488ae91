import { cp } from "node:fs/promises";
import { join } from "node:path";
import { publishedProtos } from "../generate/generate-jobs.ts";

/** The modules whose protos the package `a2agen` has together in `proto`, relative to the repository. */
export const publishedModules: readonly string[] = ["proto/shared", ...publishedProtos];

/** Where a file of the repository is in the package; undefined for protos that are not in it. */
export function publishedPath(path: string): string | undefined {
  if (!path.startsWith("proto/")) return path;
  const module = publishedModules.find((each) => path.startsWith(`${each}/`));
  return module === undefined ? undefined : `proto${path.slice(module.length)}`;
}

/** Copies the protos to a directory, as they are in `proto` of the package. */
export async function copyPublishedProtos(repository: string, target: string): Promise<void> {
  for (const module of publishedModules) await cp(join(repository, module), target, { recursive: true });
}
