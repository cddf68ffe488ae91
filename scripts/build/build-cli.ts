import { join } from "node:path";
import { type BundleResult, bundle } from "./bundle.ts";

export interface BuildCliOptions {
  readonly outDirectory?: string;
  /** Leaves what builds of the last hour wrote, for programs that run meanwhile. */
  readonly keepsEarlier?: boolean;
}

const repository = join(import.meta.dirname, "../..");

/**
 * Bundles the command line; it holds generated code, so that it is built from what was generated last.
 * What `cli` imports when a command is asked for is in files that no other command has to read.
 */
export async function buildCli({
  outDirectory = join(repository, "dist"),
  keepsEarlier = false,
}: BuildCliOptions = {}): Promise<BundleResult> {
  const main = join(repository, "cli/main.ts");
  return bundle({ entries: [{ in: main, out: "a2agen" }], outDirectory, family: "a2agen", keepsEarlier });
}
