import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { errorMessage, isObject } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { type JsonObject, objectAt } from "../../package/package-file.ts";
import { findManager, type PackageManager } from "./package-manager.ts";

/** A project that an agent is added to. */
export interface ExistingProject {
  readonly directory: string;
  /** The text of its package.json, and what it says. */
  readonly text: string;
  readonly manifest: JsonObject;
  /** The root of its workspace; the project itself without one. */
  readonly root: string;
  readonly manager: PackageManager;
  /** Names of the packages that it, or its workspace, depends on. */
  readonly installed: ReadonlySet<string>;
  /** Whether ".js" is a module of ECMAScript. */
  readonly isEsm: boolean;
  readonly hasTypeScript: boolean;
  /** The text of its tsconfig.json, or nothing. */
  readonly compilerOptions: string;
}

/** Reads what matters of a project; throws a CommandError without a package.json. */
export async function readExistingProject(directory: string): Promise<ExistingProject> {
  const text = await readOptional(join(directory, "package.json"));
  if (text === undefined) {
    throw new CommandError(
      `${relative("", directory) || "."}: expected a project with a package.json; found none: name its directory, or begin a project with "a2agen init"`,
    );
  }
  const manifest = readManifest(text, relative("", join(directory, "package.json")));
  const root = (await findWorkspace(directory)) ?? directory;
  const rootText = root === directory ? undefined : await readOptional(join(root, "package.json"));
  const rootManifest = rootText === undefined ? {} : readManifest(rootText, join(root, "package.json"));
  const installed = new Set([manifest, rootManifest].flatMap(listDependencies));
  const compilerOptions = await readOptional(join(directory, "tsconfig.json"));
  return {
    directory,
    text,
    manifest,
    root,
    manager: findManager(root, [manifest, rootManifest]),
    installed,
    isEsm: manifest["type"] === "module",
    hasTypeScript: compilerOptions !== undefined || installed.has("typescript"),
    compilerOptions: compilerOptions ?? "",
  };
}

const sections = ["dependencies", "devDependencies"] as const;

function listDependencies(manifest: JsonObject): readonly string[] {
  return sections.flatMap((section) => Object.keys(objectAt(manifest, section)));
}

function readManifest(text: string, place: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CommandError(`${place}: ${errorMessage(cause)}`, { cause });
  }
  if (!isObject(value) || Array.isArray(value)) throw new CommandError(`${place}: expected an object`);
  for (const name of ["scripts", "overrides", ...sections]) {
    const member = value[name] ?? {};
    if (isObject(member) && !Array.isArray(member)) continue;
    throw new CommandError(`${place}: ${name}: expected an object; found ${JSON.stringify(member)}`);
  }
  return value;
}

/** The nearest directory above that has a workspace, in the same repository. */
async function findWorkspace(directory: string): Promise<string | undefined> {
  for (let path = directory; !existsSync(join(path, ".git")) && dirname(path) !== path; ) {
    path = dirname(path);
    const text = await readOptional(join(path, "package.json"));
    if (text === undefined) continue;
    const hasWorkspace = "workspaces" in readManifest(text, join(path, "package.json"));
    if (hasWorkspace || existsSync(join(path, "pnpm-workspace.yaml"))) return path;
  }
  return undefined;
}

async function readOptional(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}
