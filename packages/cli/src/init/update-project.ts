import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { resolveExtensions } from "@a2agen/generators/emit/extension/resolve-extensions.ts";
import { createDiagnostics } from "@a2agen/generators/model/diagnostics.ts";
import { compileProtos } from "@a2agen/protos/compile-protos.ts";
import { buildImageModel, readProfile } from "@a2agen/protos/load-model.ts";
import { GenerationError, readGeneration } from "@a2agen/protos/read-generation.ts";
import { errorMessage, isObject } from "@a2agen/runtime/internal";
import type { CommandInput, GivenFlags, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { findFiles } from "@a2agen/terminal/find-files.ts";
import { readBytes } from "@a2agen/terminal/read-bytes.ts";
import { isSameText } from "@a2agen/terminal/same-text.ts";
import { formatDiff, type TextChange } from "@a2agen/terminal/show-diff.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { generatePackage } from "../package/generate-package.ts";
import { type PackageFile, textFile } from "../package/package-file.ts";
import { findProfile } from "../package/read-template.ts";
import { checkPlaces } from "./check-target.ts";
import { generateByScript } from "./generate-by-script.ts";
import { type AuthoredFile, findOpenTasks } from "./open-tasks.ts";
import type { ProjectFile } from "./render-project.ts";

/**
 * `a2agen init --update`: generates the code of a project again, from its protos or its manifest, and says
 * what protos ask of its author.
 */
export async function updateProject(
  { flags, operands }: CommandInput<GivenFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const directory = resolve(operands[0] ?? ".");
  const { generated, outputs, tasks } = await generate(directory, terminal);
  const changes = await findChanges(directory, generated);
  if (flags["dry-run"] === true) terminal.out(await formatDiff(changes));
  else await write(directory, changes, terminal);
  const open = [...(await findLeftOver(directory, outputs, generated)), ...tasks];
  for (const task of open) terminal.err(`${task}\n`);
  if (changes.length === 0 && open.length === 0) terminal.err("nothing to do\n");
  return 0;
}

interface Generation {
  readonly generated: readonly ProjectFile[];
  /** Directories of generated code, relative to the project. */
  readonly outputs: readonly string[];
  /** What the author is asked to do. */
  readonly tasks: readonly string[];
}

async function generate(directory: string, terminal: Terminal): Promise<Generation> {
  const scripted = await generateByScript(directory, terminal);
  if (scripted !== undefined) return { generated: scripted.files, outputs: [scripted.out], tasks: [] };
  const template = await readTemplateOf(directory);
  const image = await readProtos(directory, template);
  const files = [template.file];
  const generated = await generatePackage({ image, profile: undefined, files, directory });
  const profile = await findProfile(files, directory);
  const model = buildImageModel(image, {
    profile: profile === undefined ? undefined : await readProfile(profile),
    place: template.input.path,
    terminal,
  });
  const tasks = findOpenTasks({
    services: model.files.filter(({ requested }) => requested).flatMap(({ services }) => services),
    // Generating has reported what is wrong with them.
    extensions: resolveExtensions(model, createDiagnostics()),
    hasGrpc: generated.some(({ path }) => /_grpc\.[jt]s$/.test(path)),
    authored: await readAuthored(directory, generated),
  });
  return { generated, outputs: template.outputs, tasks };
}

interface Template {
  /** buf.gen.yaml with the plugins of a2agen only. */
  readonly file: PackageFile;
  readonly input: { readonly kind: "protos" | "image"; readonly path: string };
  /** Directories of generated code, relative to the project. */
  readonly outputs: readonly string[];
}

/** Reads buf.gen.yaml; throws a CommandError without one, or without a plugin of a2agen. */
async function readTemplateOf(directory: string): Promise<Template> {
  const place = join(directory, "buf.gen.yaml");
  const shown = relative("", place);
  const text = await readFile(place, "utf8").catch((cause: unknown) => {
    throw new CommandError(
      `${relative("", directory) || "."}: expected a project with protos and a buf.gen.yaml, such as one of "a2agen init --methods own", or with a script "generate" of a manifest; found none`,
      { cause },
    );
  });
  const { parse } = await import("yaml");
  try {
    const value: unknown = parse(text);
    const given: unknown = isObject(value) ? value["plugins"] : undefined;
    const plugins = (Array.isArray(given) ? given : []).filter(isOurs);
    if (plugins.length === 0) {
      throw new GenerationError(
        `${shown}: expected plugins with "local: protoc-gen-a2a" and "out"; found none`,
      );
    }
    const ours = { ...(isObject(value) ? value : {}), plugins };
    const generation = readGeneration(ours, shown);
    const outputs = [...new Set(generation.plugins.map(({ out }) => out))];
    return { file: textFile("buf.gen.yaml", JSON.stringify(ours)), input: generation.input, outputs };
  } catch (cause) {
    const reason = errorMessage(cause);
    throw new CommandError(cause instanceof GenerationError ? reason : `${shown}: ${reason}`, { cause });
  }
}

function isOurs(plugin: unknown): boolean {
  return isObject(plugin) && /protoc-gen-a2a/.test(JSON.stringify(plugin["local"]) ?? "");
}

async function readProtos(directory: string, { input }: Template): Promise<Uint8Array> {
  const path = relative("", join(directory, input.path)) || ".";
  if (input.kind === "image") return readBytes(path, "buf.gen.yaml");
  return compileProtos(path, { from: "buf.gen.yaml", otherwise: 'run "npm run generate" instead' });
}

/** The generated files that differ from those on the disk; paths are relative to the project. */
async function findChanges(
  directory: string,
  generated: readonly ProjectFile[],
): Promise<readonly TextChange[]> {
  const changes: TextChange[] = [];
  for (const { path, text } of generated) {
    const before = await readFile(join(directory, path), "utf8").catch(() => "");
    if (!isSameText(before, text)) changes.push({ path, before, after: text });
  }
  return changes;
}

async function write(directory: string, changes: readonly TextChange[], terminal: Terminal): Promise<void> {
  await checkPlaces(
    directory,
    changes.map(({ path }) => path),
  );
  await writeFiles(
    changes.map(({ path, after }) => ({ path: join(directory, path), bytes: Buffer.from(after) })),
  );
  for (const { path, before } of changes) {
    terminal.out(`${before === "" ? "wrote" : "updated"} ${relative("", join(directory, path))}\n`);
  }
}

const header = "// Generated by a2agen";

/** Generated code that no proto asks for any more. */
async function findLeftOver(
  directory: string,
  outputs: readonly string[],
  generated: readonly ProjectFile[],
): Promise<readonly string[]> {
  const written = new Set(generated.map(({ path }) => join(directory, path)));
  const found: string[] = [];
  for (const output of outputs) {
    const names = await readdir(join(directory, output), { recursive: true }).catch(() => []);
    for (const name of names) {
      const path = join(directory, output, name);
      if (!/\.[jt]s$/.test(name) || /node_modules/.test(name) || written.has(path)) continue;
      const text = await readFile(path, "utf8").catch(() => "");
      if (text.startsWith(header)) found.push(`${relative("", path)}: is no longer generated: remove it`);
    }
  }
  return [...new Set(found)].sort();
}

async function readAuthored(
  directory: string,
  generated: readonly ProjectFile[],
): Promise<readonly AuthoredFile[]> {
  const written = new Set(generated.map(({ path }) => join(directory, path)));
  const found = (await findFiles([directory])).filter(({ format }) => format === "typescript");
  const files = await Promise.all(
    found
      .filter(({ path }) => !written.has(resolve(path)))
      .map(async ({ path }) => ({ path: relative("", resolve(path)), text: await readFile(path, "utf8") })),
  );
  return files.filter(({ text }) => !text.startsWith(header));
}
