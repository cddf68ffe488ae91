import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type BundleResult, bundle } from "./bundle.ts";

export interface BuildCliOptions {
  readonly outDirectory?: string;
  /** Leaves what builds of the last hour wrote, for programs that run meanwhile. */
  readonly keepsEarlier?: boolean;
}

const repository = join(import.meta.dirname, "../..");

/** What programs import as a2agen/probe. */
const probe = 'export * from "@a2agen/probe";\n';

/**
 * Bundles the command line; it holds generated code, so that it is built from what was generated last.
 * What `cli` imports when a command is asked for is in files that no other command has to read.
 */
export async function buildCli({
  outDirectory = join(repository, "dist"),
  keepsEarlier = false,
}: BuildCliOptions = {}): Promise<BundleResult> {
  const source = join(repository, "packages/cli/src");
  const names = await readdir(join(source, "plugins"));
  const plugins = names.filter((name) => name.startsWith("a2a-")).map((name) => basename(name, ".ts"));
  await mkdir(outDirectory, { recursive: true });
  await Promise.all(["js", "d.ts"].map((end) => writeFile(join(outDirectory, `probe.${end}`), probe)));
  return bundle({
    entries: [
      { in: join(source, "main.ts"), out: "a2agen" },
      ...plugins.map((name) => ({ in: join(source, "plugins", `${name}.ts`), out: name })),
    ],
    outDirectory,
    family: "a2agen",
    keepsEarlier,
  });
}
