import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, join, relative } from "node:path";
import { build, type Metafile, type OutputFile, type Plugin } from "esbuild";
import { esbuildAssets } from "./esbuild-assets.ts";
import { esbuildRequireLater } from "./esbuild-require-later.ts";
import { esbuildYaml } from "./esbuild-yaml.ts";

/** A bundle that was written, or was found up to date. */
export interface BuiltBundle {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

const repository = join(import.meta.dirname, "..");

const ownTranspile = join(repository, "generators/plugins/transpile.ts");

/** Packages that only some invocations need; npm installs them beside the bundles. */
const onDemand = [
  "@clack/prompts",
  "ajv",
  "ajv/*",
  "ajv-formats",
  "diff",
  "handlebars",
  "ts-morph",
  "typescript",
  "yaml",
];

export interface BundleOptions {
  /** What is imported dynamically from another bundle: names of bundles by what the import says. */
  readonly loadedLater?: Readonly<Record<string, string>>;
}

/** Bundles programs into one executable file each; `out` is the name without extension. */
export async function bundle(
  entries: readonly { readonly in: string; readonly out: string }[],
  outDirectory: string,
  { loadedLater = {} }: BundleOptions = {},
): Promise<readonly BuiltBundle[]> {
  const result = await build({
    entryPoints: [...entries],
    outdir: outDirectory,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    banner: { js: "#!/usr/bin/env node" },
    charset: "utf8",
    legalComments: "none",
    conditions: ["a2agen-source"],
    external: onDemand,
    plugins: [replaceTranspile, esbuildYaml, esbuildAssets, esbuildRequireLater, keepApart(loadedLater)],
    metafile: true,
    write: false,
    logLevel: "silent",
    absWorkingDir: repository,
  });
  refuseStaticImports(result.metafile);
  await mkdir(outDirectory, { recursive: true });
  return Promise.all(result.outputFiles.map(writeExecutable));
}

/** Of the module in @bufbuild/protoplugin that imports the TypeScript compiler. */
const replaceTranspile: Plugin = {
  name: "own-transpile",
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\/transpile\.js$/ }, ({ importer }) =>
      /[\\/]@bufbuild[\\/]protoplugin[\\/]/.test(importer) ? { path: ownTranspile } : undefined,
    );
  },
};

/** Leaves dynamic imports of what is in another bundle to that bundle, which lies beside this one. */
function keepApart(bundles: Readonly<Record<string, string>>): Plugin {
  return {
    name: "keep-apart",
    setup(bundler) {
      bundler.onResolve({ filter: /^\.\/[a-z-]+\.ts$/ }, ({ kind, path }) => {
        const name = kind === "dynamic-import" && Object.hasOwn(bundles, path) ? bundles[path] : undefined;
        return name === undefined ? undefined : { path: `./${name}.js`, external: true };
      });
    },
  };
}

/** What an installed plugin imports when it starts must be in its bundle. */
function refuseStaticImports(metafile: Metafile): void {
  const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
  const problems = Object.entries(metafile.outputs).flatMap(([output, { imports }]) =>
    imports
      .filter(({ kind, path }) => kind === "import-statement" && !builtin.has(path))
      .map(({ path }) => `${basename(output)}: imports ${path} at start-up; use await import("${path}")`),
  );
  if (problems.length > 0) {
    throw new Error(problems.sort().join("\n"));
  }
}

async function writeExecutable({ path, contents }: OutputFile): Promise<BuiltBundle> {
  const built = { name: basename(path, ".js"), path: relative(repository, path), bytes: contents.length };
  const current = await readFile(path).catch(() => undefined);
  if (current?.equals(contents) !== true) {
    const partial = `${path}.${process.pid}.tmp`;
    await writeFile(partial, contents);
    await chmod(partial, 0o755);
    await rename(partial, path);
  }
  return built;
}
