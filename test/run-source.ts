import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Runs a source of this repository in a process of its own: in the files of globalSetup, vitest does not
 * resolve packages of the workspace to their sources. Rejects with what it wrote when it fails.
 */
export async function runSource(path: string, ...args: readonly string[]): Promise<void> {
  const { stderr } = await promisify(execFile)(process.execPath, [
    "--conditions=a2agen-source",
    "--import=tsx",
    path,
    ...args,
  ]);
  process.stderr.write(stderr);
}
