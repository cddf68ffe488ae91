import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { CommandError } from "../command-error.ts";

/** Compiles a directory of protos, or one proto, with the installed buf and returns the image. */
export async function compileProtos(path: string): Promise<Uint8Array> {
  if (!existsSync(path))
    throw new CommandError(`--proto: expected a directory or a proto; there is no ${path}`);
  const buf = findBuf();
  if (buf === undefined) {
    throw new CommandError(
      `--proto: buf is needed to compile ${path} and is not installed; run "npm install --save-dev @bufbuild/buf", or give a compiled image with --image`,
    );
  }
  const { status, stdout, stderr } = await run(buf, ["build", path, "-o", "-#format=binpb"]);
  if (status !== 0) throw new CommandError(`--proto: buf does not compile ${path}:\n${stderr.trimEnd()}`);
  return stdout;
}

/** A program and the arguments that come before all others. */
type Program = readonly [string, ...string[]];

/** The buf of the project, else that beside a2agen, else that of the PATH. */
function findBuf(): Program | undefined {
  for (const from of [join(process.cwd(), "_"), import.meta.url]) {
    const script = findPackage(from);
    if (script !== undefined) return [process.execPath, script];
  }
  const names = process.platform === "win32" ? ["buf.exe"] : ["buf"];
  const directories = (process.env["PATH"] ?? "").split(delimiter).filter((directory) => directory !== "");
  const found = directories
    .flatMap((directory) => names.map((name) => join(directory, name)))
    .find((path) => existsSync(path));
  return found === undefined ? undefined : [found];
}

function findPackage(from: string): string | undefined {
  try {
    const manifest = createRequire(from).resolve("@bufbuild/buf/package.json");
    return join(dirname(manifest), "bin/buf");
  } catch {
    // Not installed there; the next place may have it.
    return undefined;
  }
}

interface ProgramResult {
  readonly status: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

function run([program, ...before]: Program, args: readonly string[]): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...before, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", reject);
    child.on("close", (status) => {
      resolve({ status, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() });
    });
  });
}
