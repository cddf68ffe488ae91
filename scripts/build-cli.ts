import { join } from "node:path";
import { type BuiltBundle, bundle } from "./bundle.ts";

const repository = join(import.meta.dirname, "..");

/** Modules that the command line loads when they are asked for, and what their bundles are called. */
const loadedLater = { "./call-agent.ts": "a2agen-call" };

/**
 * Bundles the command line; it holds generated code, so that it is built from what was generated last.
 * The clients of `a2agen call` are a bundle of their own, which no other command has to read.
 */
export async function buildCli(
  outDirectory: string = join(repository, "dist"),
): Promise<readonly BuiltBundle[]> {
  return bundle(
    [
      { in: join(repository, "generators/cli/main.ts"), out: "a2agen" },
      { in: join(repository, "generators/cli/call/call-agent.ts"), out: "a2agen-call" },
    ],
    outDirectory,
    { loadedLater },
  );
}
