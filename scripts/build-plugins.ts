import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { type BuiltBundle, bundle } from "./bundle.ts";

export interface BuildPluginsOptions {
  /** Where the entries `protoc-gen-*.ts` are. */
  readonly entryDirectory: string;
  readonly outDirectory: string;
}

const repository = join(import.meta.dirname, "..");

/**
 * Bundles every protoc plugin into one executable file without imports at start-up other than
 * those of Node. A file whose content stays the same is left alone, and others are replaced in one
 * step, so that a plugin can run meanwhile.
 */
export async function buildPlugins(
  options: BuildPluginsOptions = {
    entryDirectory: join(repository, "generators/plugins"),
    outDirectory: join(repository, "dist"),
  },
): Promise<readonly BuiltBundle[]> {
  const { entryDirectory, outDirectory } = options;
  const names = await pluginNames(entryDirectory);
  await mkdir(outDirectory, { recursive: true });
  const stale = (await pluginFiles(outDirectory, ".js")).filter((name) => !names.includes(name));
  await Promise.all(stale.map((name) => rm(join(outDirectory, `${name}.js`))));
  if (names.length === 0) {
    return [];
  }
  return bundle(
    names.map((name) => ({ in: join(entryDirectory, `${name}.ts`), out: name })),
    outDirectory,
  );
}

async function pluginNames(directory: string): Promise<readonly string[]> {
  return pluginFiles(directory, ".ts");
}

async function pluginFiles(directory: string, extension: string): Promise<readonly string[]> {
  const names = await readdir(directory);
  return names
    .filter((name) => name.startsWith("protoc-gen-") && name.endsWith(extension))
    .map((name) => basename(name, extension))
    .sort();
}
