import { existsSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Model } from "@a2agen/generators/model/model.ts";
import { type BuiltinVersion, builtinVersions, loadBuiltin } from "@a2agen/protos/builtin-versions.ts";
import { buildImageModel, loadModel, readProfile } from "@a2agen/protos/load-model.ts";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { readRevision } from "@a2agen/terminal/git.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { readPacked } from "../package/read-packed.ts";

/** A version of a protocol, and what to call it. */
export interface NamedModel {
  readonly label: string;
  readonly model: Model;
}

export interface ReadInit {
  readonly profile: string | undefined;
  readonly terminal: Terminal;
}

/** Reads what an operand names; throws a CommandError. */
export async function readVersion(operand: string, init: ReadInit): Promise<NamedModel> {
  const { profile, terminal } = init;
  const builtin = findBuiltin(operand);
  const given = profile === undefined ? {} : { profile };
  if (builtin !== undefined) {
    const model = await loadBuiltin(builtin, terminal);
    return { label: model.profiles[builtin]?.title ?? builtin, model };
  }
  const stats = await stat(operand).catch(() => undefined);
  if (stats?.isFile() === true) {
    if (operand.endsWith(".proto")) {
      return { label: operand, model: await loadModel({ ...given, proto: operand }, terminal) };
    }
    if (operand.endsWith(".json")) {
      throw new CommandError(
        `${operand}: expected protos, an image or a package; a2agen client CARD --check compares cards`,
      );
    }
    if (operand.endsWith(".tgz")) return readPackage(operand, operand, init);
    return { label: operand, model: await loadModel({ ...given, image: operand }, terminal) };
  }
  if (stats?.isDirectory() === true) {
    const isPackage = existsSync(join(operand, "package.json")) && !existsSync(join(operand, "buf.yaml"));
    if (isPackage) return readPackage(operand, operand, init);
    return { label: operand, model: await loadModel({ ...given, proto: operand }, terminal) };
  }
  const installed = findInstalled(operand);
  if (installed !== undefined) return readPackage(installed, operand, init);
  if (/^[^:]+:[^:]/.test(operand)) return readCommit(operand, init);
  throw new CommandError(
    `expected a version: ${builtinVersions.join(", ")}, the path of protos, an image or a package, REF:PATH in git, or an installed package; found ${operand}`,
  );
}

function findBuiltin(operand: string): BuiltinVersion | undefined {
  return builtinVersions.find((name) => name === operand || name === `a2a-${operand}`);
}

/** The directory of a package that the working directory can import. */
function findInstalled(name: string): string | undefined {
  if (!/^(?:@[\w.-]+\/)?[\w.-]+$/.test(name)) return undefined;
  try {
    const manifest = createRequire(join(process.cwd(), "_")).resolve(`${name}/package.json`);
    return dirname(manifest);
  } catch {
    // Not installed here, or without its package.json: the caller says what else could be meant.
    return undefined;
  }
}

async function readPackage(
  place: string,
  label: string,
  { profile, terminal }: ReadInit,
): Promise<NamedModel> {
  const image = (await readPacked(place)).find(({ path }) => /^[^/]+\.binpb$/.test(path));
  if (image === undefined) {
    throw new CommandError(`${label}: expected a package with compiled protos, *.binpb; found none`);
  }
  const given = profile === undefined ? undefined : await readProfile(profile);
  const model = buildImageModel(image.bytes, {
    profile: given,
    place: `${label}: ${image.path}`,
    terminal,
  });
  return { label, model };
}

/** Protos as they are in a commit, which are written to a temporary directory to compile them. */
async function readCommit(operand: string, { profile, terminal }: ReadInit): Promise<NamedModel> {
  const at = operand.indexOf(":");
  const [revision, path] = [operand.slice(0, at), operand.slice(at + 1)];
  const files = await readRevision(process.cwd(), { revision, path });
  const protos = files?.filter((file) => /\.proto$|(?:^|\/)buf\.(?:yaml|lock)$/.test(file.path)) ?? [];
  if (!protos.some((file) => file.path.endsWith(".proto"))) {
    const problem = files === undefined ? "git does not know it" : "there is none";
    throw new CommandError(`${operand}: expected protos at ${path} in ${revision}; ${problem}`);
  }
  const directory = await mkdtemp(join(tmpdir(), "a2agen-diff-"));
  try {
    await writeFiles(protos.map((file) => ({ path: join(directory, file.path), bytes: file.bytes })));
    const model = await loadModel(
      { ...(profile === undefined ? {} : { profile }), proto: directory },
      terminal,
    );
    return { label: operand, model };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(`${operand}: ${error.message.replaceAll(directory, path)}`, { cause: error });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
