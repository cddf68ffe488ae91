import { stat } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { errorMessage } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { readBytes } from "@a2agen/terminal/read-bytes.ts";
import type { PackageFile } from "./package-file.ts";
import { readFiles } from "./read-files.ts";
import { readTar } from "./tarball.ts";

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
    throw new CommandError(`${place}: expected a .tgz as "npm pack" writes it; ${errorMessage(cause)}`, {
      cause,
    });
  }
}

/** Of an archive that is unpacked, in bytes. */
const maximumSize = 1 << 28;
