import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { isAbsolute, join, relative } from "node:path";
import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import { transform } from "esbuild";
import { type GetModuleInfo, type Plugin, rollup } from "rollup";
import { listFiles } from "../list-files.ts";

/** What a package.json says of a path that it exports. */
interface ExportTarget {
  readonly types: string;
  readonly default: string;
}

export interface BundledManifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, ExportTarget | string>>;
}

/** Its declarations need a TypeScript that has an API, so the compiler must not see them. */
const declarationsPlugin: string = "rollup-plugin-dts";

/**
 * The plugin that joins declarations. It asks for "typescript", whose release 7 has no API, and for a package
 * that would put its `tsc` in place of ours: it is given the release before.
 */
async function loadDeclarationsPlugin(): Promise<Plugin> {
  const require = createRequire(import.meta.url);
  require("typescript-6.0");
  const found = require.cache[require.resolve("typescript-6.0")];
  if (found === undefined) throw new Error("typescript-6.0: expected a CommonJS module");
  require.cache[require.resolve("typescript")] = found;
  const { dts } = (await import(declarationsPlugin)) as {
    dts(options: { readonly sourcemap: boolean }): Plugin;
  };
  return dts({ sourcemap: true });
}

/** Whether a package exports modules, and each by its own path: a pattern leaves nothing to join. */
export function canBundle({ exports = {} }: BundledManifest): boolean {
  const paths = Object.keys(exports).filter((path) => typeof exports[path] !== "string");
  return paths.length > 0 && !paths.some((path) => path.includes("*"));
}

/**
 * Replaces the compiled modules in `dist` with one file for each exported path, and one for each folder of
 * modules that these share. Declarations are joined in the same way, and all files have maps to the sources.
 * By Rollup, which can be told what goes in a file, and has a plugin for declarations that runs in Node 20.
 */
export async function bundlePackage(directory: string, manifest: BundledManifest): Promise<void> {
  const dist = join(directory, "dist");
  // As deep as `dist`, so that the maps of modules lead to their sources from there too.
  const modules = join(directory, ".tmp");
  await rm(modules, { recursive: true, force: true });
  await rename(dist, modules);
  try {
    await joinModules(manifest, { field: "default", extension: ".js", reader: readCode, modules, dist });
    await shortenMaps(dist);
    const reader = await loadDeclarationsPlugin();
    await joinModules(manifest, { field: "types", extension: ".d.ts", reader, modules, dist });
  } finally {
    await rm(modules, { recursive: true, force: true });
  }
}

/** Code or declarations, from where they are compiled to where they are published. */
interface JoinInit {
  readonly field: keyof ExportTarget;
  readonly extension: string;
  readonly reader: Plugin;
  readonly modules: string;
  readonly dist: string;
}

async function joinModules(
  { name, exports = {} }: BundledManifest,
  { field, extension, reader, modules, dist }: JoinInit,
): Promise<void> {
  /** By what others import, as modules of the package itself may do. */
  const entries = new Map(
    Object.entries(exports).flatMap(([path, target]): [string, string][] =>
      typeof target === "string"
        ? []
        : [[`${name}${path.slice(1)}`, join(modules, relative("dist", target[field]))]],
    ),
  );
  const paths = [...entries.values()];
  const nameOf = (path: string): string => relative(modules, path).slice(0, -extension.length);
  const folderOf = (path: string): string | undefined => nameOf(path).match(/^[^/\\]+(?=[/\\])/)?.[0];
  const folders = paths.map(folderOf);
  const bundle = await rollup({
    input: Object.fromEntries(paths.map((path) => [nameOf(path), path])),
    external: (id) => !id.startsWith(".") && !isAbsolute(id) && !entries.has(id),
    plugins: [{ name: "own-paths", resolveId: (id) => entries.get(id) ?? null }, reader],
    onwarn({ code, message }) {
      // A path may export types only, and its types name some that no path exports.
      if (code !== "EMPTY_BUNDLE" && code !== "PLUGIN_WARNING") throw new Error(`${name}: ${message}`);
    },
  });
  const options = {
    dir: dist,
    entryFileNames: `[name]${extension}`,
    chunkFileNames: (chunk: { readonly name: string }) =>
      `shared/${chunk.name.replace(/\.d$/, "")}${extension}`,
    manualChunks(path: string, { getModuleInfo }: { readonly getModuleInfo: GetModuleInfo }) {
      const folder = folderOf(path);
      // Several paths of one folder have little in common, such as the adapters of Node and those of the web.
      if (folders.filter((each) => each === folder).length > 1) {
        return paths.includes(path) ? nameOf(path) : undefined;
      }
      // What needs another package, or Node, is apart, so that no path needs more than its own modules do.
      const needed = outsideOf(path, getModuleInfo).toSorted();
      return folder === undefined ? undefined : [folder, ...needed.map(lastWord)].join("-");
    },
    onlyExplicitManualChunks: true,
    minifyInternalExports: false,
    hoistTransitiveImports: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  };
  await bundle.write(options);
  await bundle.close();
}

/** What the compiler wrote, without comments: the declarations have them. */
const readCode: Plugin = {
  name: "read-code",
  async load(path) {
    return { code: await readFile(path, "utf8"), map: await readFile(`${path}.map`, "utf8") };
  },
  async transform(text) {
    const { code, map } = await transform(text, { target: "es2023", legalComments: "none", sourcemap: true });
    return { code, map };
  },
};

/** Leaves of each map what leads from lines to lines, a seventh of it: columns are as large as the code. */
async function shortenMaps(dist: string): Promise<void> {
  for (const name of await listFiles(dist)) {
    if (!name.endsWith(".js.map")) continue;
    const path = join(dist, name);
    const map = JSON.parse(await readFile(path, "utf8")) as { readonly mappings: string };
    const code = (await readFile(path.slice(0, -".map".length), "utf8")).split("\n");
    const lines = decode(map.mappings).map((segments, line): SourceMapSegment[] => {
      const indent = code[line]?.search(/\S/) ?? 0;
      const first = segments.findLast(([column]) => column <= indent) ?? segments[0];
      return first === undefined || first.length === 1 ? [] : [[0, first[1], first[2], first[3]]];
    });
    await writeFile(path, JSON.stringify({ ...map, names: [], mappings: encode(lines) }));
  }
}

/** What is imported of other packages and of Node, by a module or by those that it imports. */
function outsideOf(start: string, getModuleInfo: GetModuleInfo): readonly string[] {
  const seen = new Set([start]);
  const outside: string[] = [];
  for (const path of seen) {
    const info = getModuleInfo(path);
    if (info === null || info.isExternal) outside.push(path);
    else for (const each of info.importedIds) seen.add(each);
  }
  return outside;
}

/** "grpc-js" of "@grpc/grpc-js", and "dns" of "node:dns". */
function lastWord(specifier: string): string {
  return specifier.slice(specifier.search(/[^/:]*$/));
}
