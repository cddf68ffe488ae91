import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, join, relative } from "node:path";
import { build, type Metafile } from "esbuild";
import { esbuildAssets } from "./esbuild-assets.ts";
import { esbuildCore } from "./esbuild-core.ts";
import { esbuildNamedImports } from "./esbuild-named-imports.ts";
import { esbuildPages } from "./esbuild-pages.ts";
import { esbuildStandIns } from "./esbuild-stand-ins.ts";
import { esbuildYaml } from "./esbuild-yaml.ts";
import { formatLicenses } from "./third-party-licenses.ts";

/** A program that was written, or was found up to date. */
export interface BuiltBundle {
  readonly name: string;
  readonly path: string;
  /** Of the program's file and of those that it loads when it starts. */
  readonly bytes: number;
}

/** What was bundled, for tests and for the licences. */
export interface BundleResult {
  readonly programs: readonly BuiltBundle[];
  readonly metafile: Metafile;
}

export interface BundleInit {
  readonly entries: readonly { readonly in: string; readonly out: string }[];
  /** Modules that programs of users import: as entries, but no programs. */
  readonly libraries?: readonly { readonly in: string; readonly out: string }[];
  readonly outDirectory: string;
  /**
   * Begins the names of the programs, and is the directory beside them for what they share and load later.
   */
  readonly family: string;
  /** Packages that users have beside the bundle, which imports them by name: theirs are the only copies. */
  readonly peers?: readonly string[];
  /** Path of the module that all these programs load when they start. */
  readonly core?: string;
  /** Keeps the output of builds of the last hour, so that running programs find what they load later. */
  readonly keepsEarlier?: boolean;
}

const repository = join(import.meta.dirname, "../..");

/**
 * Packages that npm installs beside the bundles, `dependencies` of package.json: they are as large as they
 * are in a bundle. All others are bundled.
 */
export const installedPackages: readonly string[] = ["ts-morph"];

/** Bundled packages that only some invocations need: no program reads them when it starts. */
const onDemand: readonly string[] = [
  "@clack/prompts",
  "@grpc/grpc-js",
  "ajv",
  "diff",
  "handlebars",
  "jose",
  "json-schema-to-typescript",
  "markdown-it",
  "sucrase",
  "yaml",
];

export const licensesFile = "THIRD-PARTY-LICENSES.txt";

/**
 * Bundles programs: one executable file each, and in a directory beside them what they share and what they
 * load later. The names of those have a hash of what is in them, so that a program never meets the files of
 * another build. Files whose content stays the same are left alone, and others are replaced in one step.
 */
export async function bundle(init: BundleInit): Promise<BundleResult> {
  const { entries, libraries = [], outDirectory, family, peers = [], core, keepsEarlier = false } = init;
  const installed = [...installedPackages, ...peers];
  const { outputFiles, metafile } = await build({
    entryPoints: [...entries, ...libraries],
    outdir: outDirectory,
    chunkNames: `${family}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    // Names stay as they are, for reports of errors; lines stay short enough to quote.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 200,
    // They are in the file with the licences.
    legalComments: "none",
    conditions: ["a2agen-source"],
    external: installed.flatMap((name) => [name, `${name}/*`]),
    plugins: [
      esbuildStandIns,
      esbuildNamedImports(installed),
      esbuildYaml,
      esbuildAssets,
      esbuildPages,
      ...(core === undefined ? [] : [esbuildCore(core)]),
    ],
    metafile: true,
    write: false,
    logLevel: "silent",
    absWorkingDir: repository,
  });
  refuseImports(metafile, installed);
  const programs = new Set(entries.map(({ out }) => join(outDirectory, `${out}.js`)));
  const files = new Map(
    outputFiles.map(({ path, text }) => [
      path,
      Buffer.from(`${programs.has(path) ? shebang : ""}${asksForRequire(text) ? requireOfNode : ""}${text}`),
    ]),
  );
  files.set(
    join(outDirectory, family, licensesFile),
    Buffer.from(await formatLicenses(metafile, repository)),
  );
  await mkdir(join(outDirectory, family), { recursive: true });
  // The programs last: what they load is there then.
  const inOrder = [...files].toSorted(([a], [b]) => Number(programs.has(a)) - Number(programs.has(b)));
  for (const [path, contents] of inOrder) await write(path, contents, programs.has(path));
  const before = keepsEarlier ? Date.now() - hour : Infinity;
  await removeOthers({ outDirectory, family, files: new Set(files.keys()), before });
  return {
    programs: [...programs].map((path) => ({
      name: basename(path, ".js"),
      path: relative(repository, path),
      bytes: filesAtStart(metafile, relative(repository, path)).reduce(
        (sum, file) => sum + (metafile.outputs[file]?.bytes ?? 0),
        0,
      ),
    })),
    metafile,
  };
}

const shebang = "#!/usr/bin/env node\n";

// Not by the option banner of esbuild, which adds it to every file.
const requireOfNode = `import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
`;

/** Whether a file has the function by which CommonJS packages require Node modules: ESM has no require(). */
function asksForRequire(text: string): boolean {
  return /\b__require=/.test(text);
}

/**
 * Packages are imported by name only if npm installs them; those and large ones only when they are asked for.
 */
function refuseImports(metafile: Metafile, installed: readonly string[]): void {
  const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
  const problems = Object.entries(metafile.outputs).flatMap(([output, { imports, entryPoint }]) => {
    const external = imports.filter(({ external = false, path }) => external && !builtin.has(path));
    const unknown = external.filter(({ path }) => !installed.includes(packageOf(path)));
    const eager = isProgram(metafile, output) ? packagesAtStart(metafile, output) : [];
    return [
      ...unknown.map(
        ({ path }) =>
          `${basename(output)} (${entryPoint ?? "shared"}): asks for ${path}, which is neither bundled nor installed; see esbuild-stand-ins.ts`,
      ),
      ...eager.map((name) => `${basename(output)}: imports ${name} at start-up; use await import("${name}")`),
    ];
  });
  if (problems.length > 0) throw new Error(problems.sort().join("\n"));
}

/** "@scope/name" of "@scope/name/module.js". */
function packageOf(path: string): string {
  return path.split("/", path.startsWith("@") ? 2 : 1).join("/");
}

/** Whether an output is started as a process; what is imported dynamically is an entry too. */
function isProgram({ outputs }: Metafile, output: string): boolean {
  return (
    outputs[output]?.entryPoint !== undefined &&
    !Object.values(outputs).some(({ imports }) => imports.some(({ path }) => path === output))
  );
}

/** The packages loaded on demand, and the installed ones, that a program loads to start. */
function packagesAtStart(metafile: Metafile, output: string): readonly string[] {
  const files = filesAtStart(metafile, output).map((file) => metafile.outputs[file]);
  const paths = files.flatMap((file) =>
    Object.entries(file?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [path] : [],
    ),
  );
  const imported = files.flatMap((file) =>
    (file?.imports ?? []).filter(({ kind }) => kind === "import-statement").map(({ path }) => path),
  );
  return [
    ...onDemand.filter((name) => paths.some((path) => path.includes(`node_modules/${name}/`))),
    ...installedPackages.filter((name) => imported.some((path) => packageOf(path) === name)),
  ];
}

/** An output and all that it imports statically. */
function filesAtStart({ outputs }: Metafile, output: string): readonly string[] {
  const seen = new Set<string>();
  const left = [output];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const found = outputs[path];
    if (seen.has(path) || found === undefined) continue;
    seen.add(path);
    left.push(...found.imports.filter(({ kind }) => kind === "import-statement").map((each) => each.path));
  }
  return [...seen];
}

async function write(path: string, contents: Uint8Array, isExecutable: boolean): Promise<void> {
  const current = await readFile(path).catch(() => undefined);
  if (current?.equals(contents) === true) return;
  const partial = `${path}.${process.pid}.tmp`;
  await writeFile(partial, contents);
  await chmod(partial, isExecutable ? 0o755 : 0o644);
  await rename(partial, path);
}

const hour = 3_600_000;

interface Written {
  readonly outDirectory: string;
  readonly family: string;
  readonly files: ReadonlySet<string>;
  /** Only what was written earlier than that, in milliseconds since 1970. */
  readonly before: number;
}

/** Removes what an earlier build has written and this one has not. */
async function removeOthers({ outDirectory, family, files, before }: Written): Promise<void> {
  const programs = (await readdir(outDirectory)).filter(
    (name) => name.startsWith(family) && name.endsWith(".js"),
  );
  const parts = (await readdir(join(outDirectory, family))).filter((name) => !name.endsWith(".tmp"));
  const paths = [...programs, ...parts.map((name) => join(family, name))].map((name) =>
    join(outDirectory, name),
  );
  for (const path of paths.filter((each) => !files.has(each))) {
    const written = await stat(path).catch(() => undefined);
    if (written !== undefined && written.mtimeMs < before) await rm(path, { force: true });
  }
}
