import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** Something that a package lets others import or read. */
export interface Subpath {
  /** "@a2agen/runtime/client". */
  readonly specifier: string;
  /** A file is read, by the path that it resolves to. */
  readonly kind: "module" | "json" | "file";
}

type Target = string | { readonly default: string };

/** Every subpath of the exports of a project's packages, those with "*" by each of their files. */
export async function listSubpaths(project: string, names: readonly string[]): Promise<readonly Subpath[]> {
  const subpaths: Subpath[] = [];
  for (const name of names) {
    const root = join(project, "node_modules", name);
    const { exports = {} } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
      readonly exports?: Readonly<Record<string, Target>>;
    };
    for (const [subpath, target] of Object.entries(exports)) {
      const file = typeof target === "string" ? target : target.default;
      const [prefix = "", suffix] = file.split("*");
      const found =
        suffix === undefined
          ? [{ subpath, file }]
          : (await listFiles(join(root, prefix)))
              .filter((path) => path.endsWith(suffix))
              .map((path) => ({
                subpath: subpath.replace("*", path.slice(0, path.length - suffix.length)),
                file: path,
              }));
      subpaths.push(
        ...found.map((each) => ({ specifier: `${name}${each.subpath.slice(1)}`, kind: kindOf(each.file) })),
      );
    }
  }
  return subpaths;
}

function kindOf(path: string): Subpath["kind"] {
  if (path.endsWith(".js")) return "module";
  return path.endsWith(".json") ? "json" : "file";
}

async function listFiles(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort();
}

/** Modules that have types only. */
export const typesOnly: readonly string[] = ["@a2agen/runtime/codegen/grpc", "@a2agen/runtime/http"];

/** A program that imports or reads all of them, and prints how many there were and what was wrong. */
export function importAll(subpaths: readonly Subpath[]): string {
  return `import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const subpaths = ${JSON.stringify(subpaths)};
const typesOnly = ${JSON.stringify(typesOnly)};
const problems = [];
for (const { specifier, kind } of subpaths) {
  try {
    if (kind === "module") {
      const module = await import(specifier);
      const exportsNothing = Object.keys(module).length === 0;
      if (exportsNothing !== typesOnly.includes(specifier)) {
        problems.push(specifier + ": exports " + (exportsNothing ? "nothing" : "more than types"));
      }
    } else if (kind === "json") {
      const module = await import(specifier, { with: { type: "json" } });
      if (typeof module.default !== "object") problems.push(specifier + ": is no object");
    } else {
      const bytes = await readFile(fileURLToPath(import.meta.resolve(specifier)));
      if (bytes.length === 0) problems.push(specifier + ": is empty");
    }
  } catch (error) {
    problems.push(specifier + ": " + error.message);
  }
}
console.log(JSON.stringify({ imported: subpaths.length, problems }));
`;
}
