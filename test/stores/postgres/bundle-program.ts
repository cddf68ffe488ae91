import { join } from "node:path";
import { build } from "esbuild";

const repository = join(import.meta.dirname, "../../..");

/**
 * Bundles a program that a test starts as a process, inside the repository, where it finds what is external.
 */
export async function bundleProgram(
  entry: string,
  { name, external }: { readonly name: string; readonly external: string[] },
): Promise<string> {
  const outfile = join(repository, ".tmp/programs", `${name}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["a2agen-source"],
    external,
    logLevel: "silent",
  });
  return outfile;
}
