import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { errorCode } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";

/** The state of a project's directory. */
export type TargetState = "missing" | "empty" | "used";

/** Reads the state of a project's directory; throws a CommandError if it is not a directory. */
export async function readTargetState(directory: string): Promise<TargetState> {
  try {
    if (!(await stat(directory)).isDirectory()) {
      throw new CommandError(`${directory}: expected a directory, or nothing; found a file`);
    }
    return (await readdir(directory)).length === 0 ? "empty" : "used";
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") {
      if (await isLink(directory)) {
        throw new CommandError(
          `${directory}: expected a directory, or nothing; found a link that leads nowhere`,
        );
      }
      return "missing";
    }
    if (code === "ENOTDIR") {
      throw new CommandError(`${directory}: expected a directory, or nothing; a part of the path is a file`);
    }
    if (error instanceof CommandError || code === undefined) throw error;
    throw new CommandError(`${directory}: expected a directory that can be read; found ${code}`, {
      cause: error,
    });
  }
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}

/**
 * Refuses to write through links that lead out of the project, and over directories; throws a CommandError
 * with all of them.
 */
export async function checkPlaces(directory: string, paths: readonly string[]): Promise<void> {
  const root = await realpath(directory).catch(() => undefined);
  if (root === undefined) return;
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const path of paths) {
    const names = path.split("/");
    for (let depth = 1; depth <= names.length; depth++) {
      const place = names.slice(0, depth).join("/");
      if (seen.has(place)) continue;
      seen.add(place);
      const problem = await findProblem(join(directory, place), { root, isFile: depth === names.length });
      if (problem !== undefined) problems.push(`${join(directory, place)}: ${problem}`);
    }
  }
  if (problems.length > 0) throw new CommandError([...problems, "nothing was written"].join("\n"));
}

async function findProblem(
  path: string,
  { root, isFile }: { readonly root: string; readonly isFile: boolean },
): Promise<string | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink()) {
    const target = await realpath(path).catch(() => undefined);
    if (target === undefined) return "expected a file or a directory; found a link that leads nowhere";
    if (target !== root && !target.startsWith(root.endsWith(sep) ? root : root + sep)) {
      return `expected a place in the project; found a link to ${target}`;
    }
  }
  const isDirectory = (await stat(path)).isDirectory();
  if (isFile && isDirectory) return "expected a file; found a directory";
  if (!isFile && !isDirectory) return "expected a directory; found a file";
  return undefined;
}

/** The nearest existing directory, at a path or above it. */
export async function findExisting(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : findExisting(dirname(path));
}
