import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readBytes } from "@a2agen/terminal/read-bytes.ts";
import type { PackageFile } from "./package-file.ts";

/**
 * Reads a file, or every file below a directory, under its path from `root`. Names that begin with a dot,
 * node_modules and links are left out, as npm does. Empty for a missing path.
 */
export async function readFiles(
  root: string,
  path: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<readonly PackageFile[]> {
  const place = join(root, path);
  const stats = await stat(place).catch(() => undefined);
  if (stats?.isFile() === true) return isWanted(path) ? [{ path, bytes: await readBytes(place) }] : [];
  if (stats?.isDirectory() !== true) return [];
  const entries = await readdir(place, { withFileTypes: true });
  const names = entries
    .filter((entry) => (entry.isFile() || entry.isDirectory()) && !isLeftOut(entry.name))
    .map(({ name }) => name);
  const files: PackageFile[] = [];
  // One after the other: there may be more files than a process can open.
  for (const name of names) {
    files.push(...(await readFiles(root, path === "" ? name : `${path}/${name}`, isWanted)));
  }
  return files;
}

function isLeftOut(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}
