import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { makeDirectory, removeDirectory, writeTree } from "../../../shared/cli/project-directory.ts";

/** Makes a new working directory, with files, for each test of a file; they are removed after all. */
export function useWorkDirectories(): (files?: Readonly<Record<string, string>>) => Promise<string> {
  let root: string;
  let count = 0;
  beforeAll(async () => {
    root = await makeDirectory();
  });
  afterAll(() => removeDirectory(root));
  return async (files = {}) => {
    const directory = join(root, `w${count++}`);
    await mkdir(directory);
    await writeTree(directory, files);
    return directory;
  };
}
