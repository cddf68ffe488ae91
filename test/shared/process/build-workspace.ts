import { cp, mkdir, mkdtemp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { sharedWorkspace } from "./shared-workspace.ts";

const repository = join(import.meta.dirname, "../../..");

/**
 * A new directory, which is returned, with the packages of the workspace in `node_modules` as npm would
 * install them. It lies in the repository, so that the packages' own dependencies are above it.
 */
export async function buildWorkspace(name: string): Promise<string> {
  const shared = await sharedWorkspace();
  const root = await mkdtemp(join(repository, `.tmp/${name}-`));
  await mkdir(join(root, "node_modules"));
  await symlink(join(shared, "node_modules/@a2agen"), join(root, "node_modules/@a2agen"), "dir");
  return root;
}

/** The same with a copy of the whole workspace, its packages built, for tests that change it. */
export async function copyWorkspace(name: string): Promise<string> {
  const shared = await sharedWorkspace();
  const root = await mkdtemp(join(repository, `.tmp/${name}-`));
  await cp(shared, root, { recursive: true, verbatimSymlinks: true });
  return root;
}
