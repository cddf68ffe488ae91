import { readFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { listTypes, referenceOf } from "@a2agen/generators/emit/extension/emit-manifest.ts";
import { isOpenRpc } from "@a2agen/generators/emit/openrpc/read-openrpc.ts";
import type { ExtensionManifest, TypeOf } from "@a2agen/generators/model/extension-manifest.ts";
import type { GivenDocument } from "@a2agen/generators/schema/read-documents.ts";
import { ProfileError } from "@a2agen/generators/source/profile/profile-error.ts";
import { readDocument } from "@a2agen/generators/source/profile/read-document.ts";
import { errorMessage, isObject } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { describeUnreadable } from "@a2agen/terminal/read-bytes.ts";

/** A manifest with the schemas that it names, and those that they refer to. */
export interface ReadManifest {
  /** The name of its file. */
  readonly path: string;
  readonly manifest: ExtensionManifest;
  readonly schemas: readonly GivenDocument[];
}

export interface ReadManifestInit {
  /** Further files of schemas. */
  readonly references?: readonly string[];
  /** Reads a file of text; default: from the disk. */
  read?(path: string): Promise<string>;
}

/** Reads a manifest and its schemas. Throws a CommandError. */
export async function readManifest(
  path: string,
  { references = [], read = readText }: ReadManifestInit = {},
): Promise<ReadManifest> {
  const manifest = parseManifest(await read(path), path);
  const folder = dirname(path);
  const types = listTypes(manifest);
  const methods = manifest.extensions.flatMap((extension) => extension.methods ?? []);
  const named = [
    ...types.filter((type) => typeof type === "string"),
    ...methods.map(({ openrpc }) => openrpc),
  ];
  const found = [...new Set(named.map(fileOf))];
  const schemas = await readFiles(found, { path, root: folder, folder, references, read });
  for (const type of types) {
    if (typeof type === "string" || schemas.has(referenceOf(type))) continue;
    schemas.set(referenceOf(type), { path: referenceOf(type), json: await readZod(type, folder) });
  }
  return { path: basename(path), manifest, schemas: [...schemas.values()] };
}

/** An OpenRPC document with the files that it refers to; paths are from a folder that all are below. */
export interface ReadOpenRpc {
  readonly document: GivenDocument;
  readonly schemas: readonly GivenDocument[];
}

/** Reads an OpenRPC document, as JSON; undefined for a file that is none. Throws a CommandError. */
export async function readOpenRpc(
  path: string,
  references: readonly string[] = [],
): Promise<ReadOpenRpc | undefined> {
  if (!path.endsWith(".json")) return undefined;
  const json = parseJson(await readText(path), path);
  if (!isOpenRpc(json)) return undefined;
  const own = resolve(dirname(path));
  let root = own;
  while (references.some((file) => withinFolder(root, resolve(file)) === undefined)) root = dirname(root);
  const name = withinFolder(root, resolve(path)) ?? basename(path);
  const schemas = await readFiles([name], { path, root, folder: own, references, read: readText });
  schemas.delete(name);
  return { document: { path: name, json }, schemas: [...schemas.values()] };
}

interface ReadFilesInit {
  /** The file that names the others, for problems. */
  readonly path: string;
  /** The folder that names are from. */
  readonly root: string;
  /** The folder below which files are read that are not given. */
  readonly folder: string;
  readonly references: readonly string[];
  read(path: string): Promise<string>;
}

/** Reads the files of these names, those that they refer to, and those that are given. */
async function readFiles(
  found: string[],
  { path, root, folder, references, read }: ReadFilesInit,
): Promise<Map<string, GivenDocument>> {
  const schemas = new Map<string, GivenDocument>();
  for (const file of references) {
    const name = withinFolder(root, file) ?? basename(file);
    schemas.set(name, { path: name, json: parseJson(await read(file), file) });
  }
  // The list grows while it is walked: files may refer to others.
  for (const name of found) {
    if (schemas.has(name)) continue;
    const file = join(root, name);
    if (withinFolder(folder, file) === undefined) {
      throw new CommandError(
        `${path}: error: expected schemas below ${folder}; found ${JSON.stringify(name)}; give that file by --reference and name it by its name alone`,
      );
    }
    const json = parseJson(await read(file), file);
    schemas.set(name, { path: name, json });
    for (const reference of listReferences(json)) {
      const target = join(dirname(name), reference).split(sep).join("/");
      const isBelow = withinFolder(folder, join(root, target)) !== undefined;
      if (isBelow && !found.includes(target) && (await exists(read(join(root, target))))) found.push(target);
    }
  }
  return schemas;
}

function parseManifest(text: string, path: string): ExtensionManifest {
  try {
    return readDocument("extension", text, path);
  } catch (error) {
    if (error instanceof ProfileError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

function fileOf(type: string): string {
  return (type.split("#")[0] ?? "").replace(/^\.\//, "");
}

/** The path of a file below a folder; undefined for one elsewhere. */
function withinFolder(folder: string, file: string): string | undefined {
  const path = relative(folder === "" ? "." : folder, file);
  return path.startsWith("..") || path === "" ? undefined : path.split(sep).join("/");
}

/** Paths of other files in `$ref`s. */
function listReferences(json: unknown): readonly string[] {
  const found = new Set<string>();
  const open: unknown[] = [json];
  // The list grows while it is walked.
  for (const value of open) {
    if (Array.isArray(value)) for (const element of value) open.push(element);
    if (!isObject(value)) continue;
    for (const [key, member] of Object.entries(value)) {
      if (key !== "$ref" || typeof member !== "string") open.push(member);
      else if (!/^(?:#|[A-Za-z][A-Za-z0-9+.-]*:|\/)/.test(member)) found.add(fileOf(member));
    }
  }
  return [...found];
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CommandError(`${path}: error: ${describeUnreadable(error)}`, { cause: error });
  }
}

function exists(text: Promise<string>): Promise<boolean> {
  return text.then(
    () => true,
    () => false,
  );
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new CommandError(`${path}: error: expected JSON; found ${errorMessage(error)}`, { cause: error });
  }
}

/** The JSON Schema of a schema of zod, by the zod that the project has. */
async function readZod({ zod }: Exclude<TypeOf, string>, folder: string): Promise<unknown> {
  const [file = "", name = ""] = zod.split("#");
  const path = join(process.cwd(), folder, file);
  try {
    const own = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
    if (own[name] === undefined) throw new Error(`it exports no ${name}`);
    const { createRequire } = await import("node:module");
    const library: unknown = await import(pathToFileURL(createRequire(path).resolve("zod")).href);
    const { z } = library as { readonly z: { toJSONSchema(schema: unknown, options: object): object } };
    return z.toJSONSchema(own[name], { target: "draft-2020-12", io: "input" });
  } catch (cause) {
    throw new CommandError(
      `${zod}: error: expected a module that exports a schema of zod 4; ${errorMessage(cause)}`,
      { cause },
    );
  }
}
