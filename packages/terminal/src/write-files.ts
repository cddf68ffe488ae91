import { chmod, link, lstat, mkdir, readlink, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { errorCode, errorMessage } from "@a2agen/runtime/internal";
import { CommandError } from "./command-error.ts";
import { holdSignals } from "./hold-signals.ts";
import { renameFile } from "./rename-file.ts";

export interface OutputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A file that is written, and what is needed to take that back. */
interface Step {
  readonly partial: string;
  readonly target: string;
  /** What was there, under a second name; absent when nothing was. */
  backup?: string;
  isMoved: boolean;
}

/**
 * Writes all files or none: first beside their places, then each is moved in, whole. When something
 * fails, or the program is interrupted, what was there before is put back and directories that were
 * made are removed. Throws a CommandError.
 */
export async function writeFiles(files: readonly OutputFile[]): Promise<void> {
  const held = holdSignals();
  const steps: Step[] = [];
  const directories: string[] = [];
  try {
    for (const { path, bytes } of files) {
      held.throwIfInterrupted();
      await makeDirectory(dirname(path), directories);
      // What a link points to is replaced, not the link.
      const target = await followLinks(path);
      if (target !== path) await makeDirectory(dirname(target), directories);
      const step: Step = { partial: `${target}.${process.pid}.tmp`, target, isMoved: false };
      steps.push(step);
      await writeFile(step.partial, bytes);
      const current = await stat(target).catch(() => undefined);
      if (current?.isDirectory() === true) throw new Error(`expected a file; ${target} is a directory`);
      if (current !== undefined) await chmod(step.partial, current.mode);
    }
    for (const step of steps) {
      held.throwIfInterrupted();
      await keepBackup(step);
      await renameFile(step.partial, step.target);
      step.isMoved = true;
    }
    held.throwIfInterrupted();
  } catch (cause) {
    const problems = await takeBack(steps, directories);
    const reason = errorMessage(cause);
    throw new CommandError([`cannot write: ${reason}`, ...problems].join("\n"), { cause });
  } finally {
    held.release();
  }
  for (const { backup } of steps) {
    // A backup that stays is only a second name of a replaced file.
    if (backup !== undefined) await rm(backup, { force: true }).catch(() => undefined);
  }
}

/** Makes a directory and notes which ones were missing, outermost first. */
async function makeDirectory(directory: string, made: string[]): Promise<void> {
  const first = await mkdir(directory, { recursive: true });
  if (first === undefined) return;
  const missing: string[] = [];
  for (let path = resolve(directory); path.length >= resolve(first).length; path = dirname(path)) {
    missing.unshift(path);
  }
  made.push(...missing);
}

/** The target of a path through all links, even if it does not exist yet. */
async function followLinks(path: string): Promise<string> {
  let target = path;
  for (let depth = 0; depth < maximumLinks; depth++) {
    const stats = await lstat(target).catch(() => undefined);
    if (stats?.isSymbolicLink() !== true) return target;
    target = resolve(dirname(target), await readlink(target));
  }
  throw new Error(`expected a file; ${path} is a link that leads nowhere`);
}

const maximumLinks = 40;

/** Keeps an existing file under a second name. */
async function keepBackup(step: Step): Promise<void> {
  const backup = `${step.target}.${process.pid}.old`;
  try {
    await link(step.target, backup);
    step.backup = backup;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    // File systems without hard links: the file moves, and is away for a moment.
    await renameFile(step.target, backup);
    step.backup = backup;
  }
}

/** Undoes the steps and returns the problems. */
async function takeBack(steps: readonly Step[], directories: readonly string[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { partial, target, backup, isMoved } of steps.toReversed()) {
    try {
      if (backup !== undefined) await renameFile(backup, target);
      else if (isMoved) await rm(target, { force: true });
      if (backup !== undefined) await rm(backup, { force: true });
    } catch (error) {
      const kept = backup === undefined ? "" : `; what was there before is in ${backup}`;
      problems.push(`${target}: cannot be put back as it was: ${codeOf(error)}${kept}`);
    }
    // What cannot be removed was not written either.
    await rm(partial, { force: true }).catch(() => undefined);
  }
  for (const directory of directories.toReversed()) {
    // A directory with other files stays.
    await rmdir(directory).catch(() => undefined);
  }
  return problems;
}

function codeOf(error: unknown): string {
  return errorCode(error) ?? String(error);
}
