import { existsSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../package/package-file.ts";

/** A program that installs packages. */
export interface PackageManager {
  readonly name: string;
  readonly lockFiles: readonly string[];
  /** What runs the program of a package. */
  readonly execute: string;
}

const npm: PackageManager = {
  name: "npm",
  lockFiles: ["package-lock.json", "npm-shrinkwrap.json"],
  execute: "npx",
};

const managers: readonly PackageManager[] = [
  npm,
  { name: "pnpm", lockFiles: ["pnpm-lock.yaml"], execute: "pnpm exec" },
  { name: "yarn", lockFiles: ["yarn.lock"], execute: "yarn run" },
  { name: "bun", lockFiles: ["bun.lock", "bun.lockb"], execute: "bunx" },
];

/** The one that `packageManager` names, else that of the lock file in the directory, else npm. */
export function findManager(directory: string, manifests: readonly JsonObject[]): PackageManager {
  const named = manifests.flatMap(({ packageManager }) =>
    typeof packageManager === "string" ? [packageManager.split("@")[0]] : [],
  );
  return (
    managers.find(({ name }) => named.includes(name)) ??
    managers.find(({ lockFiles }) => lockFiles.some((file) => existsSync(join(directory, file)))) ??
    npm
  );
}
