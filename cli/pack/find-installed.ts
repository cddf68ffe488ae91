import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The directory of a package that is installed above one of the directories, or beside a2agen. */
export function findInstalled(name: string, starts: readonly string[]): string | undefined {
  // Names come from package.json of others.
  if (!/^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/.test(name)) return undefined;
  for (const start of [...starts, import.meta.dirname]) {
    for (let at = resolve(start); ; at = dirname(at)) {
      const candidate = join(at, "node_modules", name);
      if (existsSync(join(candidate, "package.json"))) return candidate;
      if (dirname(at) === at) break;
    }
  }
  return undefined;
}
