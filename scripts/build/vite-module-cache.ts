import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vitest/config";

const repository = join(import.meta.dirname, "../..");

/**
 * Keys what vitest keeps of modules (`experimental.fsModuleCache`) by the manifests of the workspace as
 * well: imports are resolved by their `exports`.
 */
export function viteModuleCache(): Plugin {
  const installed = "node_modules/@a2agen";
  const directories = readdirSync(join(repository, installed)).map((name) => join(installed, name));
  const manifests = createHash("sha256");
  for (const directory of [".", ...directories.sort()])
    manifests.update(readFileSync(join(repository, directory, "package.json")));
  const key = manifests.digest("hex");
  return {
    name: "module-cache",
    configureVitest({ experimental_defineCacheKeyGenerator: defineCacheKey }) {
      defineCacheKey(() => key);
    },
  };
}
