import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type ProcessResult, runProcess } from "./run-process.ts";

/** A plugin as `a2a plugin list -o json` shows it. */
export interface ListedPlugin {
  readonly name: string;
  readonly path: string;
  readonly version?: string;
  readonly description?: string;
  readonly error?: string;
}

type Environment = Readonly<Record<string, string>>;

/** Words that are commands of the tool itself: a plugin of such a name is never called. */
const builtIn = "send card task config server version help completion chat discover skill plugin transport";

/**
 * Stands in for the official command `a2a`, which no registry here has: how it finds plugins, asks them for
 * `info`, for which it waits 3 s and this does not, and becomes them.
 */
export async function listPlugins(env: Environment): Promise<readonly ListedPlugin[]> {
  const found = findExecutables(env).filter(([name]) => !name.startsWith("transport-"));
  const listed: ListedPlugin[] = [];
  for (const [name, path] of found) {
    const { status, stdout, stderr } = await runProcess(path, { args: ["info"], env });
    if (status === 0) listed.push({ ...(JSON.parse(stdout.toString()) as ListedPlugin), name, path });
    else listed.push({ name, path, error: stderr });
  }
  return listed;
}

/** The program of `a2a NAME ...`, which replaces the tool, and its arguments. Throws where it fails. */
export function becomePlugin([name = "", ...args]: readonly string[], env: Environment): readonly string[] {
  const path = findExecutables(env).find(([each]) => each === name)?.[1];
  if (!isEnabled(env) || path === undefined || name.startsWith("transport-")) {
    throw new Error(`unknown command "${name}" for "a2a"`);
  }
  return [path, ...args];
}

/** Runs `a2a NAME ...` to its end; a shell's `exec` replaces the process as the tool does. */
export async function runPluginCommand(words: readonly string[], env: Environment): Promise<ProcessResult> {
  return runProcess("sh", { args: ["-c", 'exec "$0" "$@"', ...becomePlugin(words, env)], env });
}

function isEnabled({ A2ACLI_PLUGINS_ENABLED: variable, HOME: home = "" }: Environment): boolean {
  const file = join(home, ".config/a2a-cli/config.yaml");
  return (
    variable === "true" || (existsSync(file) && /^plugins-enabled: true$/m.test(readFileSync(file, "utf8")))
  );
}

/** By the word after `a2a`, the first of the PATH, sorted. */
function findExecutables({ PATH = "" }: Environment): readonly (readonly [name: string, path: string])[] {
  const found = new Map<string, string>();
  for (const directory of PATH.split(delimiter).filter((each) => existsSync(each))) {
    for (const file of readdirSync(directory)) {
      const [, name] = /^a2a-(.+)$/.exec(file) ?? [];
      if (name === undefined || found.has(name) || builtIn.split(" ").includes(name)) continue;
      try {
        accessSync(join(directory, file), constants.X_OK);
        found.set(name, join(directory, file));
      } catch {
        // Not a program.
      }
    }
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
