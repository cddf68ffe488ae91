import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
  await mkdir(outDirectory, { recursive: true });
  await Promise.all(["js", "d.ts"].map((end) => writeFile(join(outDirectory, `probe.${end}`), probe)));
  return bundle({
    entries: [{ in: join(repository, "packages/cli/src/main.ts"), out: "a2agen" }],
    outDirectory,
    family: "a2agen",
    keepsEarlier,
  });
}
