import { builtinImages } from "@a2agen/protos/builtin-images.ts";
import { generateCode } from "@a2agen/protos/generate-code.ts";
import { type CompiledProtos, readImage } from "@a2agen/protos/image.ts";
import { readGeneration } from "@a2agen/protos/read-generation.ts";
import { defined } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { currentVersion } from "@a2agen/versions/table.ts";
import { finishManifest } from "./dependency-versions.ts";
import { type KindTemplate, loadTemplate, readDescriptors } from "./load-template.ts";
import type { ProjectValues } from "./project-values.ts";
import { readStoredProtos } from "./proto-descriptors.ts";
import { type ProjectFile, renderProject } from "./render-project.ts";

export interface BuildProjectInit {
  readonly template: KindTemplate;
  readonly values: ProjectValues;
  /** Files that take the place of packages of npm. */
  readonly packed: ReadonlyMap<string, string>;
  readonly terminal: Terminal;
}

/** All files of a project: those of its template, and what its buf.gen.yaml or its manifest generates. */
export async function buildProject(init: BuildProjectInit): Promise<readonly ProjectFile[]> {
  const { template, values, packed } = init;
  const templates = (await loadTemplate(template, packed)).filter(
    ({ path }) => !isLeftOut(path, template, values),
  );
  const files = renderProject(templates, values).map((file) =>
    file.path === "package.json" ? { ...file, text: finishManifest(file.text, packed) } : file,
  );
  const generated = await generate(files, init);
  const written = new Set(files.map(({ path }) => path));
  const twice = generated.find(({ path }) => written.has(path));
  if (twice !== undefined)
    throw new CommandError(`${template.directory}: ${twice.path} is generated; take it out`);
  return [...files, ...generated];
}

/** Whether the manifest has a file for another project than one with these values. */
function isLeftOut(path: string, { manifest }: KindTemplate, values: ProjectValues): boolean {
  const known: ReadonlyMap<string, unknown> = new Map(Object.entries(values));
  const isTrue = (name: string): boolean =>
    name.startsWith("not ") ? !isTrue(name.slice("not ".length)) : known.get(name) === true;
  return Object.entries(manifest.only).some(
    ([name, listed]) => !isTrue(name) && listed.some((each) => path === each || path.startsWith(`${each}/`)),
  );
}

const generationFile = "buf.gen.yaml";
const manifestFile = "extension.yaml";

async function generate(
  files: readonly ProjectFile[],
  init: BuildProjectInit,
): Promise<readonly ProjectFile[]> {
  const file = files.find(({ path }) => path === generationFile);
  if (file === undefined) return generateFromManifest(files, init);
  const { parse } = await import("yaml");
  const { input, plugins } = readGeneration(parse(file.text), generationFile);
  const protos = input.kind === "image" ? findImage(input.path) : await readProtos(init);
  const warn = (line: string): void => {
    init.terminal.err(`${line}\n`);
  };
  return generateCode(plugins, { protos, warn });
}

/** What the script "generate" of a project with a manifest writes. */
async function generateFromManifest(
  files: readonly ProjectFile[],
  { terminal }: BuildProjectInit,
): Promise<readonly ProjectFile[]> {
  if (!files.some(({ path }) => path === manifestFile)) return [];
  const { generateManifest } = await import("../extension/write-extension.ts");
  const generated = await generateManifest(manifestFile, {
    importExtension: "ts",
    out: "src/gen",
    terminal,
    read: async (path) => {
      const file = files.find((each) => each.path === path);
      if (file === undefined) throw new CommandError(`${path}: expected a file of the project`);
      return file.text;
    },
  });
  return generated.map(({ name, text }) => ({ path: `src/gen/${name}`, text }));
}

async function readProtos({ template, values }: BuildProjectInit): Promise<CompiledProtos> {
  const stored = await readDescriptors(template);
  if (stored === undefined) {
    throw new CommandError(
      `${template.directory}: there are no compiled protos; run scripts/generate/compile-project-protos.ts`,
    );
  }
  const draft = values.newest.isDraft ? builtinImage(values.newest.profile) : undefined;
  return readStoredProtos(stored, { core: builtinImage(currentVersion), values, ...defined({ draft }) });
}

/** The image that a package of ours ships. */
function findImage(path: string): CompiledProtos {
  const [, name = ""] = /node_modules\/@a2agen\/([^/]+)\/a2a\.binpb$/.exec(path) ?? [];
  const read = builtinImages.get(name);
  if (read === undefined) {
    throw new CommandError(`${generationFile}: expected the image of a package of @a2agen; found ${path}`);
  }
  return readImage(read());
}

function builtinImage(name: string): Uint8Array {
  const read = builtinImages.get(name);
  if (read === undefined) throw new Error(`the image of ${name} is not there`);
  return read();
}
