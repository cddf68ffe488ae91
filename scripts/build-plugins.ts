import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, join, relative } from "node:path";
import { build, type Metafile, type OutputFile, type Plugin } from "esbuild";
import { esbuildYaml } from "./esbuild-yaml.ts";

/** A bundle that was written, or was found up to date. */
export interface BuiltPlugin {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

export interface BuildPluginsOptions {
  /** Where the entries `protoc-gen-*.ts` are. */
  readonly entryDirectory: string;
  readonly outDirectory: string;
}

const repository = join(import.meta.dirname, "..");

const ownTranspile = join(repository, "generators/plugins/transpile.ts");

/** Packages that only some invocations need; npm installs them beside the bundles. */
const onDemand = ["ajv", "ajv/*", "ajv-formats", "typescript", "yaml"];

/**
 * Bundles every protoc plugin into one executable file without imports at start-up other than
 * those of Node. A file whose content stays the same is left alone, and others are replaced in one
 * step, so that a plugin can run meanwhile.
 */
export async function buildPlugins(
  options: BuildPluginsOptions = {
    entryDirectory: join(repository, "generators/plugins"),
    outDirectory: join(repository, "dist"),
  },
): Promise<readonly BuiltPlugin[]> {
  const { entryDirectory, outDirectory } = options;
  const names = await pluginNames(entryDirectory);
  await mkdir(outDirectory, { recursive: true });
  const stale = (await pluginFiles(outDirectory, ".js")).filter((name) => !names.includes(name));
  await Promise.all(stale.map((name) => rm(join(outDirectory, `${name}.js`))));
  if (names.length === 0) {
    return [];
  }
  const result = await build({
    entryPoints: names.map((name) => join(entryDirectory, `${name}.ts`)),
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
    plugins: [replaceTranspile, esbuildYaml],
    metafile: true,
    write: false,
    logLevel: "silent",
    absWorkingDir: repository,
  });
  refuseStaticImports(result.metafile);
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

async function writeExecutable({ path, contents }: OutputFile): Promise<BuiltPlugin> {
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

async function pluginNames(directory: string): Promise<readonly string[]> {
  return pluginFiles(directory, ".ts");
}

async function pluginFiles(directory: string, extension: string): Promise<readonly string[]> {
  const names = await readdir(directory);
  return names
    .filter((name) => name.startsWith("protoc-gen-") && name.endsWith(extension))
    .map((name) => basename(name, extension))
    .sort();
}
