import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where the installed package, or the repository, has a file or directory: "templates/projects". */
export function findShipped(path: string): string {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    const found = join(directory, path);
    if (existsSync(found)) return found;
    if (dirname(directory) === directory) {
      throw new Error(`expected ${path} above ${import.meta.dirname}; a2agen is not installed whole`);
    }
  }
}
