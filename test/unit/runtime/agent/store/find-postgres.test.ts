import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findBinaries } from "../../../../shared/find-postgres.ts";

const root = await mkdtemp(join(tmpdir(), "a2agen-find-postgres-"));
afterAll(() => rm(root, { recursive: true, force: true }));

async function install(directory: string): Promise<string> {
  const path = join(root, directory);
  await mkdir(path, { recursive: true });
  for (const name of ["initdb", "postgres"]) await writeFile(join(path, name), "");
  return path;
}

test("without PostgreSQL the tests say which package they need", async () => {
  await expect(findBinaries({ path: join(root, "none"), debian: join(root, "none") })).rejects.toThrow(
    "initdb and postgres are not on PATH: install the Debian package postgresql (apt-get install postgresql)",
  );
});

test("PostgreSQL is found on PATH, else the latest that Debian has installed", async () => {
  const latest = await install("debian/15/bin");
  await install("debian/9.6/bin");
  const onPath = await install("usr/bin");
  const debian = join(root, "debian");
  const path = ["", join(root, "none"), onPath].join(delimiter);
  expect(await findBinaries({ path, debian })).toBe(onPath);
  expect(await findBinaries({ path: join(root, "none"), debian })).toBe(latest);
});
