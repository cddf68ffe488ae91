import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { type ProcessResult, runProcess } from "../../shared/process/run-process.ts";
import { type Ports, untilListening } from "./ports.ts";

/** Writes beside a program what Node 20 runs, which is its own code as JavaScript; returns its path. */
async function toJavaScript(directory: string, file: string): Promise<string> {
  const outfile = join(directory, file.replace(/\.ts$/, ".built.mjs"));
  await build({
    entryPoints: [join(directory, file)],
    outfile,
    absWorkingDir: dirname(outfile),
    bundle: true,
    treeShaking: false,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20.19",
    logLevel: "silent",
  });
  return outfile;
}

/** Where programs are, and where V8 writes what of them has run. */
export interface Place {
  readonly directory: string;
  readonly coverage: string;
}

function environment(coverage: string): Readonly<Record<string, string>> {
  return { NODE_V8_COVERAGE: coverage, REPOSITORY: join(import.meta.dirname, "../../..") };
}

/** Runs a program of a directory to its end. */
export async function runProgram({ directory, coverage }: Place, file: string): Promise<ProcessResult> {
  // node:test calls its timers experimental.
  const args = ["--disable-warning=ExperimentalWarning", await toJavaScript(directory, file)];
  return runProcess(process.execPath, { args, directory, env: environment(coverage) });
}

/** What a server said until it was told to stop, and how it ended. */
export interface StoppedServer {
  readonly status: number | null;
  readonly stderr: string;
}

/** Runs `work` while a server of a directory listens at the ports that its file names. */
export async function withServer<T>(
  { directory, coverage, file, ports }: Place & { readonly file: string; readonly ports: Ports },
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly server: StoppedServer }> {
  const child = spawn(process.execPath, [await toJavaScript(directory, file)], {
    cwd: directory,
    env: { ...process.env, ...environment(coverage) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const gone = new AbortController();
  const ended = new Promise<StoppedServer>((resolve) => {
    child.on("close", (status) => {
      gone.abort(new Error(`${file} ended with exit code ${status}: ${stderr}`));
      resolve({ status, stderr });
    });
  });
  try {
    const own = ports.named(await readFile(join(directory, file), "utf8"));
    for (const port of own) await untilListening(port, gone.signal);
    const result = await work();
    child.kill("SIGTERM");
    return { result, server: await ended };
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}
