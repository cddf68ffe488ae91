import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The nearest directory at or above another one that has a package.json. */
export async function findProject(directory: string): Promise<string | undefined> {
  if (existsSync(join(directory, "package.json"))) return directory;
  const above = dirname(directory);
  return above === directory ? undefined : findProject(above);
}

/** The nearest file of a name in the node_modules of a directory and of those above it. */
export function findInstalled(directory: string, path: string): string | undefined {
  const file = join(directory, "node_modules", path);
  if (existsSync(file)) return file;
  const above = dirname(directory);
  return above === directory ? undefined : findInstalled(above, path);
}

/** What the checks read of a package.json. */
export interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export async function readManifest(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(path, "utf8")) as Manifest;
}
