import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareCodeUnits } from "../../../generators/naming/order.ts";

const temporary = join(import.meta.dirname, "../../../.tmp");

/** An empty directory in the repository, where packages are found by their names. */
export async function makeDirectory(): Promise<string> {
  await mkdir(temporary, { recursive: true });
  return mkdtemp(join(temporary, "init-"));
}

export async function removeDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
}

/** Writes files by their paths below a directory. */
export async function writeTree(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

/** All files below a directory, with their texts, by their paths; links are named, not followed. */
export async function readTree(directory: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files: (readonly [string, string])[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(directory.length + 1);
    if (entry.isSymbolicLink()) files.push([name, "(a link)"]);
    else if (entry.isFile()) files.push([name, await readFile(path, "utf8")]);
    else if ((await readdir(path)).length === 0) files.push([`${name}/`, ""]);
  }
  return Object.fromEntries(files.sort(([a], [b]) => compareCodeUnits(a, b)));
}
