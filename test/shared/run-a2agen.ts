import { loadCommands } from "../../packages/cli/src/commands.ts";
import { runCli } from "../../packages/terminal/src/run-cli.ts";
import { inPlace, type Place } from "./in-place.ts";

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in this process, with its directory and environment. */
export async function runA2agen(args: readonly string[], place: Place = {}): Promise<CliResult> {
  const stdout: Uint8Array[] = [];
  let stderr = "";
  const status = await inPlace(place, () =>
    runCli({
      args,
      commands: loadCommands,
      terminal: {
        out: (text) => void stdout.push(typeof text === "string" ? Buffer.from(text) : text),
        err: (text) => (stderr += text),
      },
    }),
  );
  return { status, stdout: Buffer.concat(stdout).toString(), stderr };
}
