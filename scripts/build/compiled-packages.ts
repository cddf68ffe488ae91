import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listWorkspaces, orderByNeed } from "../release/published-packages.ts";
import type { BundledManifest } from "./bundle-package.ts";

/** A package of the workspace that is compiled: it has a tsconfig.build.json. */
export interface CompiledPackage {
  /** Relative to the repository. */
  readonly directory: string;
  readonly manifest: CompiledManifest;
}

interface CompiledManifest extends BundledManifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** All of them, each after those that it needs, otherwise by name. */
export async function findCompiledPackages(root: string): Promise<readonly CompiledPackage[]> {
  const directories = await listWorkspaces(root);
  const found = await Promise.all(
    directories
      .filter((directory) => existsSync(join(root, directory, "tsconfig.build.json")))
      .map(async (directory) => {
        const manifest = JSON.parse(
          await readFile(join(root, directory, "package.json"), "utf8"),
        ) as CompiledManifest;
        return { directory, manifest, name: manifest.name, needs: Object.keys(manifest.dependencies ?? {}) };
      }),
  );
  return orderByNeed(found);
}
