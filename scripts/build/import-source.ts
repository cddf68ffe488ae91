import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { esbuildAssets } from "./esbuild-assets.ts";

const repository = join(import.meta.dirname, "../..");

/**
 * Imports a source of this repository into a process that Node started without the condition `a2agen-source`,
 * such as vitest reading its configuration: Node would find the packages of the workspace in `dist`, which a
 * fresh clone does not have.
 */
export async function importSource<Module>(path: string): Promise<Module> {
  const { outputFiles } = await build({
    entryPoints: [join(repository, path)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["a2agen-source"],
    external: ["@grpc/grpc-js", "ajv", "ajv/*", "yaml"],
    plugins: [esbuildAssets],
    logLevel: "silent",
  });
  await mkdir(join(repository, ".tmp"), { recursive: true });
  const directory = await mkdtemp(join(repository, ".tmp/source-"));
  try {
    const file = join(directory, "module.mjs");
    await writeFile(file, outputFiles[0]?.contents ?? "");
    return (await import(pathToFileURL(file).href)) as Module;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
