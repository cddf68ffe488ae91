import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of an installed program; undefined without one. Debian has servers in /usr/sbin. */
export function findProgram(name: string): string | undefined {
  const directories = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  return directories.map((directory) => join(directory, name)).find((path) => existsSync(path));
}
