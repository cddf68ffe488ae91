import { isObject } from "@a2agen/runtime/internal";
import { type JsonObject, objectAt, type PackageFile, textOf } from "../package/package-file.ts";
import { type Finding, findingsAt } from "./finding.ts";

/** The files of two releases as they are published, package.json among them. */
export interface PackagePair {
  readonly before: readonly PackageFile[];
  readonly after: readonly PackageFile[];
}

/** The names that the modules of a package export: those that are gone, and those that are new. */
export function compareDeclarations(
  [old, now]: readonly [Exported, Exported],
  { before, after }: PackagePair,
  list: Finding[],
): void {
  for (const [subpath, path] of old.modules) {
    const other = now.modules.get(subpath);
    if (other === undefined) continue;
    const [names, left] = [exportedNames(path, before), exportedNames(other, after)];
    const gone = [...names].filter((name) => !left.has(name));
    const added = [...left].filter((name) => !names.has(name));
    const at = findingsAt(`package.json: exports: ${subpath}`, list);
    if (gone.length > 0) at.major(`no longer exports ${some(gone)}: imports of it fail`);
    if (added.length > 0) at.minor(`exports ${some(added)} now`);
  }
}

const shown = 6;

function some(names: readonly string[]): string {
  const rest = names.length - shown;
  return `${names.slice(0, shown).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Names in declarations as the compiler writes them, each statement at the beginning of a line. */
export function exportedNames(
  path: string,
  files: readonly PackageFile[],
  seen: Set<string> = new Set(),
): ReadonlySet<string> {
  const names = new Set<string>();
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined || seen.has(path)) return names;
  seen.add(path);
  const text = textOf(file);
  for (const [, name = ""] of text.matchAll(declaration)) names.add(name);
  if (/^export default /m.test(text)) names.add("default");
  for (const [, clause = ""] of text.matchAll(/^export (?:type )?\{([^{}]*)\}/gm)) {
    for (const entry of clause.split(",")) {
      const name = entry.trim().split(/\s+/).at(-1) ?? "";
      if (name !== "") names.add(name);
    }
  }
  for (const [, specifier = ""] of text.matchAll(/^export (?:type )?\* from ["'](\.[^"']*)["']/gm)) {
    const target = new URL(specifier.replace(/\.js$/, ".d.ts"), `file:///${path}`).pathname.slice(1);
    for (const name of exportedNames(target, files, seen)) if (name !== "default") names.add(name);
  }
  return names;
}

const declaration =
  /^export (?:declare )?(?:abstract )?(?:const|let|var|function|class|interface|type|enum|namespace) ([\w$]+)/gm;

/** The importable modules and files of a package. */
export interface Exported {
  /** Declarations of the modules, by subpath: ".", "./legacy". */
  readonly modules: ReadonlyMap<string, string>;
  /** Files of subpaths with "*", by the subpath that they have: "./schemas/a2a.schema.json". */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads the exports of a package, whose patterns stand for the files that are there. */
export function listExported(manifest: JsonObject, all: readonly PackageFile[]): Exported {
  const modules = new Map<string, string>();
  const files = new Map<string, string>();
  for (const [subpath, target] of Object.entries(objectAt(manifest, "exports"))) {
    const types = isObject(target) ? target["types"] : undefined;
    if (typeof types === "string") modules.set(subpath, types.replace(/^\.\//, ""));
    const path = isObject(target) ? target["default"] : target;
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
