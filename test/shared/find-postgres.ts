import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Debian has a directory for each version, and does not put it on PATH. */
const debian = "/usr/lib/postgresql";

/** Whether PostgreSQL is installed. */
export function hasPostgres(): Promise<boolean> {
  return findBinaries().then(
    () => true,
    () => false,
  );
}

/** The directory that has initdb and postgres: that of A2AGEN_POSTGRES_BIN, if it is set. */
export async function findBinaries(): Promise<string> {
  const own = process.env["A2AGEN_POSTGRES_BIN"];
  if (own !== undefined) return own;
  const versions = existsSync(debian)
    ? (await readdir(debian)).toSorted((a, b) => Number(b) - Number(a))
    : [];
  const directories = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  const found = directories.find(
    (path) => existsSync(join(path, "initdb")) && existsSync(join(path, "postgres")),
  );
  if (found === undefined) {
    throw new Error(
      "initdb and postgres are not on PATH: install the Debian package postgresql (apt-get install postgresql)",
    );
  }
  return found;
}
