import { join } from "node:path";
import { type ProcessInit, runProcess } from "../plugins/run-process.ts";

/** The bundle of the command line. */
export const a2agen: string = join(import.meta.dirname, "../../dist/a2agen.js");

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as a process. */
export async function runA2agen(
  args: readonly string[],
  { program = a2agen, ...init }: Omit<ProcessInit, "args"> & { readonly program?: string } = {},
): Promise<CliResult> {
  const { status, stdout, stderr } = await runProcess(process.execPath, {
    ...init,
    args: [program, ...args],
  });
  return { status, stdout: stdout.toString(), stderr };
}
