import { cp, mkdir, mkdtemp, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { buildPackages } from "../../scripts/build-packages.ts";

const repository = join(import.meta.dirname, "../..");

/**
 * Builds the packages of the workspace in a new directory, which is returned: what is below it
 * finds them in `node_modules` as npm would install them. It lies in the repository, so that the
 * packages' own dependencies are above it.
 */
export async function buildWorkspace(name: string): Promise<string> {
  await mkdir(join(repository, ".tmp"), { recursive: true });
  const root = await mkdtemp(join(repository, `.tmp/${name}-`));
  const packages = await readdir(join(repository, "generated"));
  const sources = ["tsconfig.json", "tsconfig.build.json", "runtime", "generated"];
  await Promise.all(
    sources.map((source) =>
      cp(join(repository, source), join(root, source), {
        recursive: true,
        filter: (path) => !/[\\/](?:dist|node_modules)$/.test(path),
      }),
    ),
  );
  const scope = join(root, "node_modules/@a2agen");
  await mkdir(scope, { recursive: true });
  await symlink(join(root, "runtime"), join(scope, "runtime"), "dir");
  await Promise.all(
    packages.map((directory) => symlink(join(root, "generated", directory), join(scope, directory), "dir")),
  );
  await buildPackages(root);
  return root;
}
