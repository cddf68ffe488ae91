import { spawn } from "node:child_process";

export interface ProcessResult {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface ProcessInit {
  readonly args?: readonly string[];
  readonly directory?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array;
}

/** Runs a program to its end; variables of `env` are set over those of this process. */
export function runProcess(program: string, init: ProcessInit = {}): Promise<ProcessResult> {
  const { args = [], directory, env, input } = init;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...(directory === undefined ? {} : { cwd: directory }),
      env: { ...process.env, ...env },
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    // A program that ends before it has read everything breaks the pipe; its status says the rest.
    child.stdin.on("error", () => undefined);
    child.on("error", reject);
    child.on("close", (status) => {
      resolve({ status, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() });
    });
    child.stdin.end(input);
  });
}
