import { join } from "node:path";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { readFiles } from "../package/read-files.ts";
import { parseVersion } from "../package/version.ts";
import { parseVersionIndex, type VersionIndex } from "./version-index.ts";

/** A version that is on the site, or comes there; `directory` is that of its profile, "schemas/a2a-1.0/". */
export interface SiteVersion {
  readonly directory: string;
  readonly index: VersionIndex;
}

/** The versions that a site has: directories that are called as their index says. */
export async function readSite(site: string): Promise<readonly SiteVersion[]> {
  const files = await readFiles(site, "", (path) => /(?:^|\/)index\.json$/.test(path));
  return files.flatMap((file): readonly SiteVersion[] => {
    const names = file.path.split("/").slice(0, -1);
    const version = names.pop();
    if (version === undefined || parseVersion(version) === undefined) return [];
    const index = parseVersionIndex(file);
    if (index?.version !== version) {
      throw new CommandError(
        `${join(site, file.path)}: expected the index of version ${version}, as a2agen writes it; found something else: restore the directory from what is hosted, or remove it`,
      );
    }
    return [{ directory: names.map((name) => `${name}/`).join(""), index }];
  });
}
