import { join } from "node:path";
import { type BuiltBundle, bundle } from "./bundle.ts";

const repository = join(import.meta.dirname, "..");

/** Bundles the command line; it holds generated code, so that it is built from what was generated last. */
export async function buildCli(
  outDirectory: string = join(repository, "dist"),
): Promise<readonly BuiltBundle[]> {
  return bundle([{ in: join(repository, "generators/cli/main.ts"), out: "a2agen" }], outDirectory);
}
