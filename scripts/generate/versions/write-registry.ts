import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatRegistry } from "./format-registry.ts";
import { readRegistry } from "./read-registry.ts";

const directory = "generated/versions";

/** Writes the modules that say which versions there are, and returns those that were other than the table says. */
export async function writeRegistry(
  root: string,
  { check }: { readonly check: boolean },
): Promise<readonly string[]> {
  const files = formatRegistry(await readRegistry(root));
  const target = join(root, directory);
  if (!check) await mkdir(target, { recursive: true });
  const differing: string[] = [];
  for (const { name, text } of files) {
    const before = await readFile(join(target, name), "utf8").catch(() => undefined);
    if (before === text) continue;
    differing.push(`${directory}/${name}`);
    if (!check) await writeFile(join(target, name), text);
  }
  for (const name of await readdir(target).catch(() => [])) {
    if (files.some((file) => file.name === name)) continue;
    differing.push(`${directory}/${name}`);
    if (!check) await rm(join(target, name));
  }
  return differing;
}
