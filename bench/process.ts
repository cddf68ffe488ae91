import { spawn } from "node:child_process";

export interface RunOptions {
  readonly directory: string;
  /** What the process reads from standard input; nothing when absent. */
  readonly input?: Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
  /** Milliseconds after which the process is ended. */
  readonly limit?: number;
}

export interface RunResult {
  readonly output: Buffer;
  /** Wall time of the whole process, from before its start to the end of its output. */
  readonly milliseconds: number;
  /** Whether the limit ended it. */
  readonly isCut: boolean;
}

/** Runs a program; fails with all that it wrote when its exit code is not 0. */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, {
      cwd: options.directory,
      env: { ...process.env, ...options.environment },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let isCut = false;
    const timer =
      options.limit === undefined
        ? undefined
        : setTimeout(() => {
            isCut = true;
            child.kill("SIGKILL");
          }, options.limit);
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
    child.on("error", reject);
    child.stdin.on("error", () => {
      // A program that reads nothing closes its input; how it ended says whether that was right.
    });
    child.on("close", (code, signal) => {
      const milliseconds = performance.now() - start;
      clearTimeout(timer);
      if (code === 0 || isCut) {
        resolve({ output: Buffer.concat(output), milliseconds, isCut });
      } else {
        const text = Buffer.concat([...output, ...errors]).toString();
        reject(
          new Error(`${command} ${args[0] ?? ""}: ended with ${signal ?? `exit code ${code}`}\n${text}`),
        );
      }
    });
    child.stdin.end(options.input);
  });
}
