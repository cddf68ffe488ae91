import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { runSource } from "./run-source.ts";
import { type OurPackage, startRegistry } from "./shared/process/local-registry.ts";
import { makeSharedDirectory, packageList } from "./shared/process/share.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the test files of a run put what they share: see test/shared. */
    readonly shared: string;
    /** URL of the registry of npm from which they install. */
    readonly registry: string;
  }
}

/**
 * Writes the generated files that are not in git, and makes the directory for what the test files of a run
 * share, and the registry, which costs little until one asks it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await runSource(join(import.meta.dirname, "../scripts/generate/generate.ts"), "--render");
  const shared = await makeSharedDirectory(join(import.meta.dirname, "../.tmp"));
  const remove = (): Promise<void> => rm(shared, { recursive: true, force: true });
  project.provide("shared", shared);
  const registry = await startRegistry(
    async () =>
      JSON.parse(await readFile(join(shared, "packages", packageList), "utf8")) as readonly OurPackage[],
  );
  project.provide("registry", registry.url);
  project.onTestsRerun(async () => {
    await remove();
    await mkdir(shared);
  });
  return async () => {
    await registry.close();
    await remove();
  };
}
