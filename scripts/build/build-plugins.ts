import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { type BundleResult, bundle } from "./bundle.ts";

export interface BuildPluginsOptions {
  /** Where the entries `protoc-gen-*.ts` are. */
  readonly entryDirectory?: string;
  readonly outDirectory?: string;
  /** Leaves what builds of the last hour wrote, for programs that run meanwhile. */
  readonly keepsEarlier?: boolean;
}

const repository = join(import.meta.dirname, "../..");
const plugins = join(repository, "generators/plugins");

/**
 * Bundles every protoc plugin into an executable file; all share one file, and what few of them need is in
 * others, which are read when they are asked for. A file whose content stays the same is left alone, and
 * others are replaced in one step, so that a plugin can run meanwhile.
 */
export async function buildPlugins({
  entryDirectory = plugins,
  outDirectory = join(repository, "dist"),
  keepsEarlier = false,
}: BuildPluginsOptions = {}): Promise<BundleResult> {
  const names = (await readdir(entryDirectory))
    .filter((name) => name.startsWith("protoc-gen-") && name.endsWith(".ts"))
    .map((name) => basename(name, ".ts"))
    .sort();
  return bundle({
    entries: names.map((name) => ({ in: join(entryDirectory, `${name}.ts`), out: name })),
    outDirectory,
    family: "protoc-gen",
    keepsEarlier,
    ...(entryDirectory === plugins ? { core: join(plugins, "run-plugin.ts") } : {}),
  });
}
