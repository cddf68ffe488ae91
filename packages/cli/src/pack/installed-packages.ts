import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { type JsonObject, objectAt, type PackageFile } from "../package/package-file.ts";
import { readFiles } from "../package/read-files.ts";
import type { SchemaPackage } from "./find-other-bundles.ts";

/** The directory of a package that is installed above one of the directories, or beside a2agen. */
export function findInstalled(name: string, starts: readonly string[]): string | undefined {
  // Names come from package.json of others.
  if (!/^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/.test(name)) return undefined;
  for (const start of [...starts, import.meta.dirname]) {
    for (let at = resolve(start); ; at = dirname(at)) {
      const candidate = join(at, "node_modules", name);
      if (existsSync(join(candidate, "package.json"))) return candidate;
      if (dirname(at) === at) break;
    }
  }
  return undefined;
}

/**
 * The declarations of the dependencies of a package: installed above it, above the working directory, or
 * beside a2agen. Throws a CommandError that names the missing ones; optional peers may be missing.
 */
export async function findDependencies(
  manifest: JsonObject,
  directory: string,
): Promise<readonly PackageFile[]> {
  const peers = objectAt(manifest, "peerDependenciesMeta");
  const ranges = new Map(
    ["dependencies", "peerDependencies"].flatMap((group) => Object.entries(objectAt(manifest, group))),
  );
  const missing: string[] = [];
  const files: PackageFile[] = [];
  for (const [name, range] of ranges) {
    const found = findInstalled(name, [directory, process.cwd()]);
    if (found !== undefined) files.push(...(await readDeclarations(name, found)));
    else if (objectAt(peers, name)["optional"] !== true) missing.push(`${name}@${String(range)}`);
  }
  if (missing.length === 0) return files;
  throw new CommandError(
    `${String(manifest["name"])}: expected its dependencies to be installed, since compiling needs their types; missing: ${missing.join(", ")}: run "npm install --save-dev ${missing.map(quoteRange).join(" ")}"`,
  );
}

/** Quotes ranges with characters that shells interpret. */
function quoteRange(name: string): string {
  return /[^\w@./^~-]/.test(name) ? `'${name}'` : name;
}

async function readDeclarations(name: string, directory: string): Promise<readonly PackageFile[]> {
  const root = await realpath(directory);
  const declarations = await readFiles(root, "", (path) => /\.d\.[cm]?ts$/.test(path));
  const manifest = { path: "package.json", bytes: await readFile(join(root, "package.json")) };
  if (declarations.length === 0) {
    throw new CommandError(
      `${directory}: expected the declarations of ${name}; found none: build it or install it again`,
    );
  }
  return [manifest, ...declarations].map(({ path, bytes }) => ({
    path: `node_modules/${name}/${path}`,
    bytes,
  }));
}

/** The dependencies with JSON Schemas that are installed above one of the directories. */
export async function readSchemaPackages(
  manifest: JsonObject,
  directories: readonly string[],
): Promise<readonly SchemaPackage[]> {
  const packages: SchemaPackage[] = [];
  for (const name of Object.keys(objectAt(manifest, "dependencies"))) {
    const directory = findInstalled(name, directories);
    if (directory === undefined) continue;
    const schemas = await readFiles(directory, "schemas", (path) => path.endsWith(".json"));
    if (schemas.length === 0) continue;
    packages.push({ name, files: [...(await readFiles(directory, "package.json")), ...schemas] });
  }
  return packages;
}
