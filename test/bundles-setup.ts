import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * Bundles, for tests that run the plugins as protoc does, and the command line as users do. In a process of its own:
 * vitest does not resolve packages of the workspace to their sources here.
 */
export async function setup(): Promise<void> {
  const program = join(import.meta.dirname, "shared/process/build-bundles.ts");
  const { stderr } = await promisify(execFile)(process.execPath, [
    "--conditions=a2agen-source",
    "--import=tsx",
    program,
  ]);
  process.stderr.write(stderr);
}
