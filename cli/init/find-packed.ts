import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { errorCode } from "../../runtime/core/object.ts";
import { CommandError } from "../shared/command-error.ts";
import { packedFileNames } from "./dependency-versions.ts";

/**
 * The files that "npm pack" made of our packages in a directory, by the name of the package; a number in
 * front of a file's name is the order of publishing. Throws a CommandError.
 */
export async function findPacked(directory: string | undefined): Promise<ReadonlyMap<string, string>> {
  if (directory === undefined) return new Map();
  const names = await readdir(directory).catch((cause: unknown) => {
    const reason = errorCode(cause) ?? String(cause);
    throw new CommandError(`--packages: expected a directory; ${directory}: ${reason}`, { cause });
  });
  const found = [...packedFileNames].flatMap(([name, file]) => {
    const match = names.find((candidate) => candidate.replace(/^\d+-/, "") === file);
    return match === undefined ? [] : [[name, join(resolve(directory), match)] as const];
  });
  if (found.length === 0) {
    const wanted = [...packedFileNames.values()].join(", ");
    throw new CommandError(`--packages: expected some of ${wanted} in ${directory}; found none of them`);
  }
  return new Map(found);
}
