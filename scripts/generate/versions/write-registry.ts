import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beginPackages } from "./begin-packages.ts";
import { formatRegistry } from "./format-registry.ts";
import { formatTranslateManifest } from "./format-translate.ts";
import { readRegistry } from "./read-registry.ts";

const directory = "generated/versions";

/** Writes the modules of the version registry, and returns those that differed from the table. */
export async function writeRegistry(
  root: string,
  { check }: { readonly check: boolean },
): Promise<readonly string[]> {
  const registry = await readRegistry(root);
  const files = formatRegistry(registry);
  const target = join(root, directory);
  if (!check) await mkdir(target, { recursive: true });
  const differing = [...(await beginPackages(root, registry, { check }))];
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
  const translate = join(root, "generated/translate/package.json");
  const manifest = formatTranslateManifest(registry);
  if (manifest !== (await readFile(translate, "utf8").catch(() => undefined))) {
    differing.push("generated/translate/package.json");
    if (!check) await writeFile(translate, manifest);
  }
  return differing;
}
