import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The directory of the templates of projects, in the installed package or the repository. */
export function findTemplatesDirectory(): string {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    const templates = join(directory, "templates", "projects");
    if (existsSync(templates)) return templates;
    if (dirname(directory) === directory) {
      throw new Error(
        `expected templates/projects above ${import.meta.dirname}; a2agen is not installed whole`,
      );
    }
  }
}
