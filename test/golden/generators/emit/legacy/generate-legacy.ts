import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { type PluginResult, runPlugin } from "../../../../shared/process/run-plugin.ts";

/** The two protocols: the directory of their golden files, and their proto. */
export const versions = [
  { name: "a2a-1.0-draft", proto: "a2a/v1/a2a.proto" },
  { name: "a2a-1.0", proto: "lf/a2a/v1/a2a.proto" },
] as const;

export type Version = (typeof versions)[number];

/** Runs the plugin on protos that lie in the repository. */
export async function generateLegacy(
  generate: readonly string[],
  {
    parameter = "target=ts",
    files,
  }: { readonly parameter?: string; readonly files?: FileDescriptorSet } = {},
): Promise<PluginResult> {
  return runPlugin({
    plugin: "protoc-gen-a2a-legacy",
    parameter,
    files: files ?? (await compileProtos({}, generate)),
    generate,
  });
}

/** Runs several targets of the umbrella plugin, of which `legacy` is one. */
export async function generateAll(generate: readonly string[], parameter: string): Promise<PluginResult> {
  return runPlugin({ parameter, files: await compileProtos({}, generate), generate });
}

/** Writes what a plugin answered below a directory. */
export async function writeFiles(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}
