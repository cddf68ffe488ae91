import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, sep } from "node:path";
import { errorMessage } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { holdSignals } from "@a2agen/terminal/hold-signals.ts";
import { listProtos } from "./list-protos.ts";

/** A compilation as buf is asked for it. */
export interface BufBuild {
  /** What is compiled: a path below `directory`, with "/" between names. */
  readonly input: string;
  readonly directory: string;
  /** Puts the paths of the user in the place of those of the copy. */
  readonly rename: (message: string) => string;
}

/**
 * Compiles a copy of the protos together with those that come with a2agen, as far as the user has none of
 * that name: a2agen/options.proto, google/api and the protos of A2A. In a temporary directory, which is
 * removed. Undefined when the protos of a2agen are not there. Throws a CommandError when it is interrupted.
 */
export async function compileBesideBundled<T>(
  path: string,
  compile: (build: BufBuild) => Promise<T>,
): Promise<T | undefined> {
  const bundled = await findBundled();
  if (bundled === undefined) return undefined;
  const held = holdSignals();
  const directory = await mkdtemp(join(tmpdir(), "a2agen-protos-"));
  try {
    const isDirectory = (await stat(path)).isDirectory();
    const root = isDirectory ? path : findRoot(path);
    const own = await listProtos(root);
    for (const name of own) await copyProto(join(root, name), join(directory, ownName, name));
    const taken = new Set(own);
    for (const module of bundled) {
      for (const name of await listProtos(module)) {
        if (!taken.has(name)) await copyProto(join(module, name), join(directory, bundledName, name));
      }
    }
    await mkdir(join(directory, bundledName), { recursive: true });
    await writeFile(join(directory, "buf.yaml"), workspace);
    const input = isDirectory ? ownName : `${ownName}/${relative(root, path).split(sep).join("/")}`;
    const shown = root === "." ? "" : `${root.replace(/[\\/]+$/, "")}/`;
    const rename = (message: string): string =>
      message.replaceAll(new RegExp(`(?<![^\\s"'])${ownName}/`, "g"), () => shown);
    const result = await compile({ input, directory, rename });
    held.throwIfInterrupted();
    return result;
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const reason = errorMessage(cause);
    throw new CommandError(`--proto: cannot compile ${path}: ${reason}`, { cause });
  } finally {
    await rm(directory, { recursive: true, force: true });
    held.release();
  }
}

const ownName = "protos-of-the-user";
const bundledName = "protos-of-a2agen";

const workspace = `version: v2\nmodules:\n  - path: ${ownName}\n  - path: ${bundledName}\n`;

/**
 * The directory `proto` of the package a2agen, above this module; in its repository, the modules of buf.yaml.
 */
async function findBundled(): Promise<readonly string[] | undefined> {
  for (let at = import.meta.dirname; ; at = dirname(at)) {
    if (existsSync(join(at, "proto/a2agen/options.proto"))) return [join(at, "proto")];
    if (existsSync(join(at, "proto/shared/a2agen/options.proto"))) {
      const modules = (await readFile(join(at, "buf.yaml"), "utf8")).matchAll(/^ {2}- path: (\S+)$/gm);
      return [...modules].map(([, path = ""]) => join(at, path));
    }
    if (dirname(at) === at) return undefined;
  }
}

/** From where buf takes the names of a proto's imports: the working directory, if it is above. */
function findRoot(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith("..") || fromHere === basename(path) ? dirname(path) : ".";
}

async function copyProto(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, await readFile(from));
}
