import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "../shared/command-error.ts";
import { findInstalled } from "./find-installed.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import type { PackageFile } from "./package-file.ts";
import { readFiles } from "./read-files.ts";

/**
 * The declarations of what a package depends on: installed above it, above the working directory, or beside
 * a2agen. Throws a CommandError that names what is not installed; optional peers may be missing.
 */
export async function findDependencies(
  manifest: JsonObject,
  directory: string,
): Promise<readonly PackageFile[]> {
  const meta = isJsonObject(manifest["peerDependenciesMeta"]) ? manifest["peerDependenciesMeta"] : {};
  const isOptional = (name: string): boolean => {
    const about = meta[name];
    return isJsonObject(about) && about["optional"] === true;
  };
  const ranges = new Map(
    ["dependencies", "peerDependencies"].flatMap((group) => {
      const listed = manifest[group];
      return isJsonObject(listed) ? Object.entries(listed) : [];
    }),
  );
  const missing: string[] = [];
  const files: PackageFile[] = [];
  for (const [name, range] of ranges) {
    const found = findInstalled(name, [directory, process.cwd()]);
    if (found !== undefined) files.push(...(await readDeclarations(name, found)));
    else if (!isOptional(name)) missing.push(`${name}@${String(range)}`);
  }
  if (missing.length === 0) return files;
  throw new CommandError(
    `${String(manifest["name"])}: expected what its code imports to be installed, whose types are needed to compile it; missing: ${missing.join(", ")}: run "npm install --save-dev ${missing.map(quoteRange).join(" ")}"`,
  );
}

/** Shells read some characters of ranges in their own way. */
function quoteRange(name: string): string {
  return /[^\w@./^~-]/.test(name) ? `'${name}'` : name;
}

async function readDeclarations(name: string, directory: string): Promise<readonly PackageFile[]> {
  const root = await realpath(directory);
  const declarations = await readFiles(root, "", (path) => /\.d\.[cm]?ts$/.test(path));
  const manifest = { path: "package.json", bytes: await readFile(join(root, "package.json")) };
  if (declarations.length === 0) {
    throw new CommandError(
      `${directory}: expected the declarations of ${name}; there are none: it is not built or not installed whole`,
    );
  }
  return [manifest, ...declarations].map(({ path, bytes }) => ({
    path: `node_modules/${name}/${path}`,
    bytes,
  }));
}
