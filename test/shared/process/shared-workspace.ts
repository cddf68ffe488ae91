import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { inject } from "vitest";
import { buildLodgers, lodgerNames } from "../../../scripts/build/build-lodgers.ts";
import { buildPackages } from "../../../scripts/build/build-packages.ts";
import { findCompiledPackages } from "../../../scripts/build/compiled-packages.ts";
import { share } from "./share.ts";

const repository = join(import.meta.dirname, "../../..");

/**
 * The packages of the workspace, built, made once for all test files; a test that changes them takes a copy
 * with `copyWorkspace`. What is below it finds them in `node_modules` as npm would install them. It lies in
 * the repository, so that the packages' own dependencies are above it.
 */
export function sharedWorkspace(): Promise<string> {
  return share({ directory: inject("shared"), name: "workspace", make: makeWorkspace });
}

async function makeWorkspace(root: string): Promise<void> {
  const packages = await readdir(join(repository, "generated"));
  // Those that are compiled, and not bundled into others.
  const published = (await findCompiledPackages(repository))
    .filter(({ directory }) => directory.startsWith("packages/"))
    .map(({ directory }) => basename(directory));
  const sources = [
    "tsconfig.json",
    "packages/tsconfig.build.json",
    "generated",
    ...published.map((name) => `packages/${name}`),
  ];
  await Promise.all(
    sources.map((source) =>
      cp(join(repository, source), join(root, source), {
        recursive: true,
        filter: (path) => !/[\\/](?:dist|node_modules)$/.test(path),
      }),
    ),
  );
  await Promise.all(
    lodgerNames.map((name) =>
      cp(join(repository, "packages", name), join(root, "packages", name), {
        recursive: true,
        filter: (path) => !/[\\/](?:src|dist|node_modules)$/.test(path),
      }),
    ),
  );
  const scope = join(root, "node_modules/@a2agen");
  await mkdir(scope, { recursive: true });
  // Relative, so that those of a copy lead into the copy.
  for (const name of [...published, ...lodgerNames]) {
    await symlink(`../../packages/${name}`, join(scope, name), "dir");
  }
  await Promise.all(
    packages.map((directory) => symlink(`../../generated/${directory}`, join(scope, directory), "dir")),
  );
  await buildPackages(root);
  await buildLodgers({ outDirectory: (name) => join(root, "packages", name, "dist") });
}
