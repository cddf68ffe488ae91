import { spawn } from "node:child_process";
import { delimiter } from "node:path";

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of a user at a terminal: without what npm and vitest say of the run that this is. */
export function userEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(?:npm_|NODE_|VITEST|TEST$|INIT_CWD$)/i.test(entry[0]),
  );
  // npm puts the programs of this repository there, which users do not have.
  const path = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"));
  return { ...Object.fromEntries(own), NO_COLOR: "1", PATH: path.join(delimiter), ...more };
}

/** Runs a program to its end; throws when it fails, with all that it said. */
export async function run(
  program: string,
  args: readonly string[],
  {
    directory,
    env = userEnvironment(),
  }: { readonly directory: string; readonly env?: Record<string, string> },
): Promise<Finished> {
  const finished = await new Promise<Finished>((resolve, reject) => {
    const child = spawn(program, args, { cwd: directory, env, stdio: ["ignore", "pipe", "pipe"] });
    const said = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, ...said }));
  });
  if (finished.status === 0) return finished;
  const command = [program, ...args].join(" ");
  throw new Error(
    `${command} (in ${directory}) ended with ${finished.status}\n${finished.stdout}${finished.stderr}`,
  );
}

export function npm(
  directory: string,
  args: readonly string[],
  env?: Record<string, string>,
): Promise<Finished> {
  return run("npm", args, { directory, ...(env === undefined ? {} : { env }) });
}
