import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** An empty directory for the tests of a file, after which it is removed. */
export async function useDirectory(prefix: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), prefix));
  afterAll(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
