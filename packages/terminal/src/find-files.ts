import { lstat, readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { CommandError } from "./command-error.ts";
import { listRepositoryFiles } from "./git.ts";
import { describeUnreadable } from "./read-bytes.ts";

/** A file with data of a protocol, or TypeScript. */
export interface FoundFile {
  readonly path: string;
  readonly format: "json" | "json-lines" | "yaml" | "typescript";
  /** True if the user named the file itself, not only its directory. */
  readonly isNamed: boolean;
}

const formats: ReadonlyMap<string, FoundFile["format"]> = new Map([
  [".json", "json"],
  [".jsonl", "json-lines"],
  [".ndjson", "json-lines"],
  [".yaml", "yaml"],
  [".yml", "yaml"],
  [".ts", "typescript"],
  [".tsx", "typescript"],
  [".mts", "typescript"],
  [".cts", "typescript"],
]);

/** Finds the files that operands name, in the order of the operands and each only once. */
export async function findFiles(operands: readonly string[]): Promise<readonly FoundFile[]> {
  const found = new Map<string, FoundFile>();
  const problems: string[] = [];
  for (const operand of operands) {
    const kind = await kindOf(operand);
    if (kind.problem !== undefined) {
      problems.push(`${operand}: error: ${kind.problem}`);
    } else if (kind.isDirectory) {
      for (const path of await listFiles(operand)) {
        const format = formatOf(path);
        if (format !== undefined && !found.has(path)) found.set(path, { path, format, isNamed: false });
      }
    } else {
      const format = formatOf(operand);
      const path = join(operand);
      if (format !== undefined) found.set(path, { path, format, isNamed: true });
      else problems.push(`${operand}: error: expected a name that ends in ${[...formats.keys()].join(", ")}`);
    }
  }
  if (problems.length > 0) throw new CommandError(problems.join("\n"));
  return [...found.values()];
}

function formatOf(path: string): FoundFile["format"] | undefined {
  // What declares the types of a package is written by its build.
  return /\.d\.[cm]?ts$/.test(path) ? undefined : formats.get(extname(path).toLowerCase());
}

async function kindOf(path: string): Promise<{ readonly isDirectory: boolean; readonly problem?: string }> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory() || stats.isFile()) return { isDirectory: stats.isDirectory() };
    return { isDirectory: false, problem: "expected a file or a directory" };
  } catch (error) {
    return { isDirectory: false, problem: describeUnreadable(error, "a file or a directory") };
  }
}

/** Files below a directory in the order of their names, without links and what git ignores. */
async function listFiles(directory: string): Promise<readonly string[]> {
  const names = (await listRepositoryFiles(directory)) ?? (await walk(directory, ""));
  const paths: string[] = [];
  for (const name of [...names].filter(isWanted).sort()) {
    const path = join(directory, name);
    const stats = await lstat(path).catch(() => undefined);
    // A link is followed to nowhere: its target is found itself, if it is below the directory.
    if (stats?.isFile() === true && !(await hasLink(directory, name))) paths.push(path);
  }
  return paths;
}

async function hasLink(directory: string, name: string): Promise<boolean> {
  const parents = name.split("/").slice(0, -1);
  for (let depth = 1; depth <= parents.length; depth++) {
    const stats = await lstat(join(directory, ...parents.slice(0, depth)));
    if (stats.isSymbolicLink()) return true;
  }
  return false;
}

const skipped: ReadonlySet<string> = new Set(["node_modules", "dist"]);

function isWanted(name: string): boolean {
  return name.split("/").every((part) => !part.startsWith(".") && !skipped.has(part));
}

async function walk(directory: string, below: string): Promise<readonly string[]> {
  const entries = await readdir(join(directory, below), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (!isWanted(name)) continue;
    if (entry.isDirectory()) found.push(...(await walk(directory, name)));
    else if (entry.isFile()) found.push(name);
  }
  return found;
}
