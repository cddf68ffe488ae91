import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { bundlePackage, canBundle } from "./bundle-package.ts";
import { findCompiledPackages } from "./compiled-packages.ts";

const repository = join(import.meta.dirname, "../..");

/**
 * Compiles the workspace packages to their `dist` and bundles them, each after those it needs, because it
 * imports them in the form in which they are published. Returns their directories in the order of the build.
 */
export async function buildPackages(root: string = repository): Promise<readonly string[]> {
  const packages = await findCompiledPackages(root);
  for (const { directory, manifest } of packages) {
    const dist = join(root, directory, "dist");
    await rm(dist, { recursive: true, force: true });
    const isBundled = canBundle(manifest);
    await compile(join(directory, "tsconfig.build.json"), root, isBundled);
    if (!isBundled) continue;
    try {
      await bundlePackage(join(root, directory), manifest);
    } catch (error) {
      await rm(dist, { recursive: true, force: true });
      throw error;
    }
  }
  return packages.map(({ directory }) => directory);
}

function compile(project: string, root: string, hasMaps: boolean): Promise<void> {
  const tsc = join(repository, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", project, ...(hasMaps ? ["--sourceMap", "--declarationMap"] : [])];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root }, (cause, stdout, stderr) => {
      if (cause === null) {
        resolve();
      } else {
        reject(new Error(`${project}: does not compile\n${stdout}${stderr}`, { cause }));
      }
    });
  });
}
