import { join } from "node:path";
import { type BuiltBundle, bundle } from "./bundle.ts";

const repository = join(import.meta.dirname, "..");

/** Commands, as `generators/cli` imports them when they are asked for, and what their bundles are called. */
const loadedLater = {
  "./call-agent.ts": { bundle: "a2agen-call", from: "call" },
  "./init-project.ts": { bundle: "a2agen-init", from: "init" },
  "./update-project.ts": { bundle: "a2agen-init-update", from: "init" },
};

/**
 * Bundles the command line; it holds generated code, so that it is built from what was generated last.
 * Commands with much code are bundles of their own, which no other command has to read.
 */
export async function buildCli(
  outDirectory: string = join(repository, "dist"),
): Promise<readonly BuiltBundle[]> {
  const commands = join(repository, "generators/cli");
  return bundle(
    [
      { in: join(commands, "main.ts"), out: "a2agen" },
      ...Object.entries(loadedLater).map(([path, { bundle: out, from }]) => ({
        in: join(commands, from, path),
        out,
      })),
    ],
    outDirectory,
    {
      loadedLater: Object.fromEntries(
        Object.entries(loadedLater).map(([path, { bundle: name }]) => [path, name]),
      ),
    },
  );
}
