import { stat } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { CommandError } from "../shared/command-error.ts";
import type { PackageFile } from "./package-file.ts";
import { readBytes, readFiles } from "./read-files.ts";
import { readTar, TarballError } from "./read-tarball.ts";

/** Reads the files of a packed package: a directory, or a .tgz. Throws a CommandError. */
export async function readPacked(place: string): Promise<readonly PackageFile[]> {
  const stats = await stat(place).catch(() => undefined);
  if (stats === undefined) {
    throw new CommandError(`expected a packed directory or .tgz; there is no ${place}`);
  }
  if (stats.isDirectory()) return readFiles(place, "");
  const bytes = await readBytes(place);
  try {
    return readTar(gunzipSync(bytes, { maxOutputLength: maximumSize }));
  } catch (cause) {
    const reason = cause instanceof TarballError || cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`${place}: expected a .tgz as "npm pack" writes it; ${reason}`, { cause });
  }
}

/** Of an archive that is unpacked, in bytes. */
const maximumSize = 1 << 28;
