import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildCli } from "../scripts/build-cli.ts";
import { buildPlugins } from "../scripts/build-plugins.ts";
import { makeSharedDirectory } from "./shared/share.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the test files of a run put what they share: see test/shared. */
    readonly shared: string;
  }
}

/** Tests run the plugins as protoc does, and the command line as users do: as processes of the bundled files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await Promise.all([buildPlugins({ keepsEarlier: true }), buildCli({ keepsEarlier: true })]);
  const shared = await makeSharedDirectory(join(import.meta.dirname, "../.tmp"));
  const remove = (): Promise<void> => rm(shared, { recursive: true, force: true });
  project.provide("shared", shared);
  project.onTestsRerun(async () => {
    await remove();
    await mkdir(shared);
  });
  return remove;
}
