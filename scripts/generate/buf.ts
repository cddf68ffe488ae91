import { spawn } from "node:child_process";
import { join } from "node:path";

const buf = join(import.meta.dirname, "../../node_modules/@bufbuild/buf/bin/buf");

/**
 * Runs buf in a directory and returns what it and the plugins wrote to standard error; fails with
 * all of it when the exit code is not 0.
 */
export function runBuf(args: readonly string[], directory: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [buf, ...args], {
      cwd: directory,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      const output = Buffer.concat(chunks).toString();
      if (code === 0) {
        resolve(output);
      } else {
        reject(new Error(`buf ${args[0] ?? ""}: ended with ${signal ?? `exit code ${code}`}\n${output}`));
      }
    });
  });
}
