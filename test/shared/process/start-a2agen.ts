import { join } from "node:path";
import type { CliResult } from "../run-a2agen.ts";
import { type ProcessInit, runProcess } from "./run-process.ts";

/** The bundle of the command line. */
export const a2agen: string = join(import.meta.dirname, "../../../dist/a2agen.js");

/** Runs the bundled command line as a process, with a standard input and start-up variables of Node. */
export async function startA2agen(
  args: readonly string[],
  { program = a2agen, ...init }: Omit<ProcessInit, "args"> & { readonly program?: string } = {},
): Promise<CliResult> {
  const { status, stdout, stderr } = await runProcess(process.execPath, {
    ...init,
    args: [program, ...args],
  });
  return { status, stdout: stdout.toString(), stderr };
}
