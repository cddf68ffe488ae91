import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { makeSharedDirectory } from "./shared/share.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the test files of a run put what they share: see test/shared. */
    readonly shared: string;
  }
}

/** Makes the directory for what the test files of a run share. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = await makeSharedDirectory(join(import.meta.dirname, "../.tmp"));
  const remove = (): Promise<void> => rm(shared, { recursive: true, force: true });
  project.provide("shared", shared);
  project.onTestsRerun(async () => {
    await remove();
    await mkdir(shared);
  });
  return remove;
}
