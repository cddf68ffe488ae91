import { isJsonObject, type JsonObject } from "./json.ts";
import type { PackageFile } from "./package-file.ts";

/** What users of a package can import. */
export interface Exported {
  /** Declarations of the modules, by subpath: ".", "./legacy". */
  readonly modules: ReadonlyMap<string, string>;
  /** Files of subpaths with "*", by the subpath that they have: "./schemas/a2a.schema.json". */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads the exports of a package, whose patterns stand for the files that are there. */
export function listExported({ exports }: JsonObject, all: readonly PackageFile[]): Exported {
  const modules = new Map<string, string>();
  const files = new Map<string, string>();
  for (const [subpath, target] of isJsonObject(exports) ? Object.entries(exports) : []) {
    const types = isJsonObject(target) ? target["types"] : undefined;
    if (typeof types === "string") modules.set(subpath, types.replace(/^\.\//, ""));
    const path = isJsonObject(target) ? target["default"] : target;
    if (typeof path !== "string" || !subpath.includes("*")) continue;
    const [start = "", end = ""] = path.replace(/^\.\//, "").split("*");
    for (const file of all) {
      if (file.path.length < start.length + end.length) continue;
      if (!file.path.startsWith(start) || !file.path.endsWith(end)) continue;
      const inside = file.path.slice(start.length, file.path.length - end.length);
      files.set(
        subpath.replace("*", () => inside),
        file.path,
      );
    }
  }
  return { modules, files };
}
