import { readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * The files below a directory as sorted paths relative to it, with "/" between names; names to
 * skip hold for files and directories at any depth. A directory that does not exist has no files.
 */
export async function listFiles(directory: string, skip: readonly string[] = []): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return [];
    }
    throw error;
  });
  const lists = await Promise.all(
    entries
      .filter(({ name }) => !skip.includes(name))
      .map(async (entry) => {
        if (!entry.isDirectory()) {
          return [entry.name];
        }
        const below = await listFiles(join(directory, entry.name), skip);
        return below.map((path) => `${entry.name}/${path}`);
      }),
  );
  return lists.flat().sort();
}
