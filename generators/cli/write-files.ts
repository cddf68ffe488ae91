import { chmod, mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CommandError } from "./command-error.ts";

export interface OutputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Writes files so that each is there whole or not at all, and none before all could be written beside their places. */
export async function writeFiles(files: readonly OutputFile[]): Promise<void> {
  const partials: { readonly partial: string; readonly target: string }[] = [];
  try {
    for (const { path, bytes } of files) {
      await mkdir(dirname(path), { recursive: true });
      // What a link points to is replaced, not the link.
      const target = await realpath(path).catch(() => path);
      const partial = `${target}.${process.pid}.tmp`;
      partials.push({ partial, target });
      await writeFile(partial, bytes);
      const mode = await stat(target).then(
        (current) => current.mode,
        () => undefined,
      );
      if (mode !== undefined) await chmod(partial, mode);
    }
    for (const { partial, target } of partials) await rename(partial, target);
  } catch (cause) {
    // What cannot be removed was not written either; the reason that counts is the first.
    await Promise.allSettled(partials.map(({ partial }) => rm(partial, { force: true })));
    throw new CommandError(`cannot write: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
