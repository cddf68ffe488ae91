import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { compileBesideBundled } from "./compile-beside-bundled.ts";
import { findOnPath } from "./find-on-path.ts";
import { listInstalledProtos, markAsImports } from "./installed-modules.ts";

export interface CompileInit {
  /** What names the path, in errors; `--proto` when absent. */
  readonly from?: string;
  /** What to do without buf. */
  readonly otherwise?: string;
}

/**
 * Compiles a directory of protos, or one proto, with the installed buf and returns the image. What is
 * imported and is neither there nor in a workspace of buf comes from the protos of a2agen.
 */
export async function compileProtos(
  path: string,
  { from = "--proto", otherwise = "give a compiled image with --image" }: CompileInit = {},
): Promise<Uint8Array> {
  if (!existsSync(path))
    throw new CommandError(`${from}: expected a directory or a proto; there is no ${path}`);
  const buf = findBuf();
  if (buf === undefined) {
    throw new CommandError(
      `${from}: buf is needed to compile ${path} and is not installed; run "npm install --save-dev @bufbuild/buf", or ${otherwise}`,
    );
  }
  const first = await build(buf, path);
  if (first.status === 0) {
    return markAsImports(first.stdout, await listInstalledProtos(path, () => listModules(buf, path)));
  }
  const again = /does not exist/.test(first.stderr)
    ? await compileBesideBundled(path, async ({ input, directory, rename }) => {
        const result = await build(buf, input, directory);
        return { ...result, stderr: rename(result.stderr) };
      })
    : undefined;
  if (again?.status === 0) return again.stdout;
  throw new CommandError(`${from}: buf does not compile ${path}:\n${(again ?? first).stderr.trimEnd()}`);
}

function build(buf: Program, input: string, directory = "."): Promise<ProgramResult> {
  return run(buf, ["build", input, "-o", "-#format=binpb"], directory);
}

/** The modules of a workspace, relative to it. */
async function listModules(buf: Program, directory: string): Promise<readonly string[]> {
  const { status, stdout, stderr } = await run(buf, ["config", "ls-modules"], directory);
  if (status !== 0)
    throw new CommandError(`buf cannot read the modules of ${directory}:\n${stderr.trimEnd()}`);
  return new TextDecoder()
    .decode(stdout)
    .split(/\r?\n/)
    .filter((line) => line !== "");
}

/** A program and the arguments that come before all others. */
type Program = readonly [string, ...string[]];

/** The buf of the project, else that beside a2agen, else that of the PATH. */
function findBuf(): Program | undefined {
  for (const from of [join(process.cwd(), "_"), import.meta.url]) {
    const script = findPackage(from);
    if (script !== undefined) return [process.execPath, script];
  }
  const found = findOnPath(process.platform === "win32" ? ["buf.exe"] : ["buf"], process.env);
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

function run(
  [program, ...before]: Program,
  args: readonly string[],
  directory: string,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...before, ...args], { cwd: directory, stdio: ["ignore", "pipe", "pipe"] });
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
