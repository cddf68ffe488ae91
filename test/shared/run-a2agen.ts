import { commands } from "../../cli/commands.ts";
import { runCli } from "../../cli/shared/run-cli.ts";

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunInit {
  readonly directory?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the command line in this process, with its directory and environment: one run waits for the other. */
export async function runA2agen(
  args: readonly string[],
  { directory, env = {} }: RunInit = {},
): Promise<CliResult> {
  const before = last;
  let done = (): void => undefined;
  last = new Promise((resolve) => (done = resolve));
  await before;
  const home = process.cwd();
  const variables = Object.keys(env).map((name) => [name, process.env[name]] as const);
  const stdout: Uint8Array[] = [];
  let stderr = "";
  try {
    Object.assign(process.env, env);
    if (directory !== undefined) process.chdir(directory);
    const status = await runCli({
      args,
      commands,
      terminal: {
        out: (text) => void stdout.push(typeof text === "string" ? Buffer.from(text) : text),
        err: (text) => (stderr += text),
      },
    });
    return { status, stdout: Buffer.concat(stdout).toString(), stderr };
  } finally {
    process.chdir(home);
    for (const [name, value] of variables) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    done();
  }
}

let last: Promise<void> = Promise.resolve();
