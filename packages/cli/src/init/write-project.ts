import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { errorMessage } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { holdSignals } from "@a2agen/terminal/hold-signals.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import type { TargetState } from "./check-target.ts";
import type { ProjectFile } from "./render-project.ts";

/**
 * Writes all files of a project or none. A directory that is not there yet appears whole; in one that is
 * there, each file does. Throws a CommandError.
 */
export async function writeProject(
  directory: string,
  { files, state }: { readonly files: readonly ProjectFile[]; readonly state: TargetState },
): Promise<void> {
  if (state === "missing") await writeNew(directory, files);
  else await writeFiles(toOutputs(directory, files));
}

function toOutputs(
  directory: string,
  files: readonly ProjectFile[],
): readonly { readonly path: string; readonly bytes: Uint8Array }[] {
  return files.map(({ path, text }) => ({ path: join(directory, path), bytes: Buffer.from(text) }));
}

async function writeNew(directory: string, files: readonly ProjectFile[]): Promise<void> {
  const held = holdSignals();
  const target = resolve(directory);
  const parent = dirname(target);
  const staging = join(parent, `.${basename(target)}.${process.pid}.tmp`);
  let outermost: string | undefined;
  try {
    outermost = await mkdir(parent, { recursive: true });
    await mkdir(staging);
    await writeFiles(toOutputs(staging, files));
    held.throwIfInterrupted();
    await rename(staging, target);
  } catch (cause) {
    await rm(staging, { recursive: true, force: true }).catch(() => undefined);
    await removeEmpty(parent, outermost);
    const reason = errorMessage(cause).replaceAll(staging, target);
    if (
      cause instanceof Error &&
      "code" in cause &&
      (cause.code === "ENOTEMPTY" || cause.code === "EEXIST")
    ) {
      throw new CommandError(`${target}: expected nothing there; found files that were written meanwhile`, {
        cause,
      });
    }
    const message = cause instanceof CommandError ? reason : `cannot write: ${reason}`;
    throw new CommandError(message, { cause });
  } finally {
    held.release();
  }
}

/** Removes directories that were made for the project, up to the outermost one. */
async function removeEmpty(directory: string, outermost: string | undefined): Promise<void> {
  if (outermost === undefined) return;
  for (let path = directory; path.length >= resolve(outermost).length; path = dirname(path)) {
    // Fails for a directory that is no longer empty, which stays.
    await rmdir(path).catch(() => undefined);
  }
}
