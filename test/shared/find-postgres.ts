import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";

export interface Places {
  /** Directories, as PATH has them. */
  readonly path: string;
  /** Where Debian has a directory for each version. */
  readonly debian: string;
}

export const usualPlaces: Places = { path: process.env["PATH"] ?? "", debian: "/usr/lib/postgresql" };

/** Whether PostgreSQL is installed. */
export function hasPostgres(places: Places = usualPlaces): Promise<boolean> {
  return findBinaries(places).then(
    () => true,
    () => false,
  );
}

/** The directory that has initdb and postgres: Debian does not put them on PATH. */
export async function findBinaries({ path, debian }: Places): Promise<string> {
  const versions = existsSync(debian)
    ? (await readdir(debian)).toSorted((a, b) => Number(b) - Number(a))
    : [];
  const directories = [...path.split(delimiter), ...versions.map((version) => join(debian, version, "bin"))];
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
