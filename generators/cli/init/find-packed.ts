import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { packedFileNames } from "../../init/dependency-versions.ts";
import { CommandError } from "../command-error.ts";

/** The files that "npm pack" made of our packages in a directory, by the name of the package; throws a CommandError. */
export async function findPacked(directory: string | undefined): Promise<ReadonlyMap<string, string>> {
  if (directory === undefined) return new Map();
  const names = await readdir(directory).catch((cause: unknown) => {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new CommandError(`--packages: expected a directory; ${directory}: ${reason}`, { cause });
  });
  const found = [...packedFileNames].filter(([, file]) => names.includes(file));
  if (found.length === 0) {
    const wanted = [...packedFileNames.values()].join(", ");
    throw new CommandError(`--packages: expected some of ${wanted} in ${directory}; found none of them`);
  }
  return new Map(found.map(([name, file]) => [name, join(resolve(directory), file)]));
}
