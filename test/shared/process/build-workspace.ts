import { cp, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { sharedWorkspace } from "./shared-workspace.ts";

const repository = join(import.meta.dirname, "../../..");

/**
 * A copy of the workspace with its packages built, in a new directory, which is returned: what is below it
 * finds them in `node_modules` as npm would install them. It lies in the repository, so that the
 * packages' own dependencies are above it.
 */
export async function buildWorkspace(name: string): Promise<string> {
  const shared = await sharedWorkspace();
  const root = await mkdtemp(join(repository, `.tmp/${name}-`));
  await cp(shared, root, { recursive: true, verbatimSymlinks: true });
  return root;
}
