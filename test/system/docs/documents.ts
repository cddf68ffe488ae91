import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { copyPublishedProtos } from "../../../scripts/release/published-protos.ts";
import { pluginPath } from "../../shared/process/run-plugin.ts";
import type { Ports } from "./ports.ts";
import { type Block, readBlocks } from "./read-blocks.ts";

export const repository: string = join(import.meta.dirname, "../../..");

/**
 * A document with the code in it. What its fences say after the language:
 *
 * - `ts NAME`: a file; blocks of one name are parts of one file. A name below `examples/` is that of a file
 *   of the repository, which has the same text.
 * - `ts`: a file of its own.
 * - `ts excerpt=PATH`: lines of a file of the repository, in their order.
 * - `text NAME`, `text NAME with SERVER`: what a program prints, while a server listens.
 * - `sh run`: commands that are run before.
 * - any other language with a name: a file; behind `same=` what a command has written.
 */
export interface Document {
  /** Relative to the repository. */
  readonly path: string;
  readonly blocks: readonly Block[];
}

/** Where the code of a document is put. */
export function directoryOf({ path }: Document, root: string): string {
  return join(root, "documents", path.slice(0, -".md".length));
}

export interface Excerpt {
  readonly line: number;
  readonly path: string;
  readonly text: string;
}

export interface Output {
  readonly line: number;
  readonly program: string;
  readonly server: string | undefined;
  readonly text: string;
}

export async function findDocuments(): Promise<readonly Document[]> {
  const pages = (await readdir(join(repository, "docs"))).filter((name) => name.endsWith(".md")).toSorted();
  const examples = (await readdir(join(repository, "examples"))).toSorted();
  const paths = [
    "README.md",
    ...pages.map((name) => `docs/${name}`),
    ...examples.map((name) => `examples/${name}/README.md`),
  ];
  return Promise.all(
    paths.map(async (path) => {
      const markdown = await readFile(join(repository, path), "utf8");
      return { path, blocks: readBlocks(markdown) };
    }),
  );
}

/** The files that the blocks of a document make, by their names. */
export function filesOf({ blocks }: Document): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { language, words, text, line } of blocks) {
    const [first] = words;
    if (first?.includes("=") === true || language === "sh" || language === "text") continue;
    if (first === undefined && language !== "ts") continue;
    const name = first ?? `line-${line}.ts`;
    const before = files.get(name);
    files.set(name, before === undefined ? text : `${before}\n${text}`);
  }
  return files;
}

/** Puts the code of a document where it can be compiled and run, with the ports that are used here. */
export async function layOut(
  document: Document,
  { root, ports }: { root: string; ports: Ports },
): Promise<void> {
  const { path } = document;
  const directory = directoryOf(document, root);
  await mkdir(directory, { recursive: true });
  if (path.startsWith("examples/")) await copySources(join(repository, dirname(path)), directory, ports);
  else if (outputsOf(document).some(({ program, server }) => `${program} ${server}`.includes("examples/")))
    await copySources(join(repository, "examples"), join(directory, "examples"), ports);
  if (!path.startsWith("examples/"))
    await writeFile(join(directory, "package.json"), '{ "type": "module" }\n');
  for (const [name, text] of filesOf(document)) {
    if (name.startsWith("examples/")) continue;
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), ports.replace(text));
  }
  if ((await callersOf(document)).length > 0) {
    for (const folder of [callersFolder(document), join(repository, "test/pages/shared")]) {
      await copySources(folder, directory, ports);
    }
  }
  await installPackages(directory, root);
}

/** Where programs are that call what a document defines, in files beside those of the document. */
function callersFolder({ path }: Document): string {
  return join(repository, "test/pages", path.slice(0, -".md".length));
}

/** A program that calls what a document defines and does not call itself. */
export interface Caller {
  readonly file: string;
  /** The server that it wants, which its first line names: `// with server.ts`. */
  readonly server: string | undefined;
  readonly source: string;
}

export async function callersOf(document: Document): Promise<readonly Caller[]> {
  const folder = callersFolder(document);
  const names = existsSync(folder) ? (await readdir(folder)).toSorted() : [];
  return Promise.all(
    names
      .filter((name) => name.endsWith(".call.ts"))
      .map(async (file) => {
        const source = await readFile(join(folder, file), "utf8");
        return { file, source, server: /^\/\/ with (\S+)\n/.exec(source)?.[1] };
      }),
  );
}

async function copySources(from: string, to: string, ports: Ports): Promise<void> {
  await cp(from, to, { recursive: true, filter: (path) => !/[\\/]node_modules$/.test(path) });
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && extname(file) === ".ts") {
      await writeFile(file, ports.replace(await readFile(file, "utf8")));
    }
  }
}

/** As npm would: the packages, and the executables of the toolchain. */
async function installPackages(directory: string, root: string): Promise<void> {
  const modules = join(directory, "node_modules");
  await mkdir(join(modules, ".bin"), { recursive: true });
  await mkdir(join(modules, "a2agen"));
  for (const name of ["dist", "package.json", "profiles", "skills", "templates"]) {
    await symlink(join(repository, name), join(modules, "a2agen", name));
  }
  await copyPublishedProtos(repository, join(modules, "a2agen/proto"));
  await symlink(join(root, "node_modules/@a2agen"), join(modules, "@a2agen"), "dir");
  const { bin } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(bin).filter((name) => name.startsWith("protoc-gen-"))) {
    await chmod(pluginPath(name), 0o755);
    await symlink(pluginPath(name), join(modules, ".bin", name));
  }
  await symlink(join(repository, "dist/a2agen.js"), join(modules, ".bin/a2agen"));
}

export function excerptsOf({ blocks }: Document): readonly Excerpt[] {
  return blocks.flatMap(({ words: [first], line, text }) =>
    first?.startsWith("excerpt=") === true ? [{ line, path: first.slice("excerpt=".length), text }] : [],
  );
}

/** What commands have written, as a document shows it. */
export function resultsOf({ blocks }: Document): readonly Excerpt[] {
  return blocks.flatMap(({ words: [first], line, text }) =>
    first?.startsWith("same=") === true ? [{ line, path: first.slice("same=".length), text }] : [],
  );
}

export function outputsOf({ blocks }: Document): readonly Output[] {
  return blocks.flatMap(({ language, words: [program, , server], line, text }) =>
    language === "text" && program !== undefined && program !== "printed" && !program.includes("=")
      ? [{ line, program, server, text }]
      : [],
  );
}

/** The commands of a document, one after the other. */
export function commandsOf({ blocks }: Document): readonly string[] {
  return blocks.flatMap(({ language, words, text }) =>
    language === "sh" && words[0] === "run" ? [text] : [],
  );
}
