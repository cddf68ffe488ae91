import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { InputError } from "@a2agen/generators/plugins/input-error.ts";
import { OptionError } from "@a2agen/generators/plugins/plugin-options.ts";
import { findProfileForPackage } from "@a2agen/generators/source/profile/builtin-profiles.ts";
import { addUsed } from "@a2agen/protos/add-used.ts";
import { builtinImages } from "@a2agen/protos/builtin-images.ts";
import { generateCode } from "@a2agen/protos/generate-code.ts";
import { readImage } from "@a2agen/protos/image.ts";
import { GenerationError, type PluginEntry } from "@a2agen/protos/read-generation.ts";
import { isObject } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { isSameText } from "@a2agen/terminal/same-text.ts";
import { type JsonObject, type PackageFile, textOf } from "./package-file.ts";
import { readTemplate } from "./read-template.ts";

export interface GeneratePackageInit {
  readonly image: Uint8Array;
  readonly profile: string | undefined;
  /** What the $ids of schemas begin with, of protos that no profile names. */
  readonly schemaBase?: string;
  /** What package.json says for documents: the name, the license and the author. */
  readonly manifest?: JsonObject;
  /** The files of the package; its buf.gen.yaml or imports say how it was generated. */
  readonly files: readonly PackageFile[];
  readonly directory: string;
}

/** Generates in this process what the package's buf.gen.yaml says, or else everything. */
export async function generatePackage(init: GeneratePackageInit): Promise<readonly GeneratedFile[]> {
  const { image, directory } = init;
  const generated: GeneratedFile[] = [];
  const isOurs = !init.files.some(({ path }) => path === "buf.gen.yaml");
  const compiled = readImage(image);
  const protos = isOurs ? addUsed(compiled, new Set(findPackages(image).keys())) : compiled;
  for (const entry of await listPlugins(init)) {
    // The warnings were reported when the model was built.
    const files = await generateCode([entry], { protos, warn: () => undefined }).catch((error: unknown) => {
      const isInput = [GenerationError, InputError, OptionError].some((type) => error instanceof type);
      if (!(error instanceof Error) || !isInput) throw error;
      throw new CommandError(`${directory}: cannot be generated: ${error.message}`, { cause: error });
    });
    const run = `${entry.plugin} ${entry.out} ${entry.parameter}`;
    generated.push(...files.map(({ path, text }) => ({ path: isOurs ? placeOf(path) : path, text, run })));
  }
  return generated;
}

/** The target of extensions writes schemas and documents beside its code. */
function placeOf(path: string): string {
  if (!path.startsWith("src/") || path.endsWith(".ts")) return path;
  return `${path.endsWith(".md") ? "docs" : "schemas"}/${path.slice("src/".length)}`;
}

async function listPlugins({
  files,
  profile,
  schemaBase,
  manifest = {},
  directory,
  image,
}: GeneratePackageInit): Promise<readonly PluginEntry[]> {
  const template = await readTemplate(files, directory);
  if (template !== undefined) return template;
  const given = profile === undefined ? "" : `,profile=${profile}`;
  const base = schemaBase === undefined ? "" : `,schema_base=${schemaBase}`;
  const modules = [...findPackages(image)].map(([proto, name]) => `${proto}=${name}`).join("+");
  const code = `target=ts,import_extension=${findExtension(files)}`;
  const imports = modules === "" ? "" : `,modules=${modules}`;
  const targets = "types+json+binary+service+grpc+extension+index";
  return [
    { plugin, out: "src", parameter: `${code}${imports},targets=${targets}${given}${base}` },
    // Apart from the index, so that only users of earlier names, and tests, load them.
    { plugin, out: "src", parameter: `${code},targets=legacy${given}` },
    { plugin, out: "src", parameter: `${code}${imports},targets=fakes${given}` },
    ...others.map(([out, target]) => {
      const own = target === "jsonschema" ? base : out === "openapi" ? publisherOptions(manifest) : "";
      return { plugin, out, parameter: `targets=${target}${given}${own}` };
    }),
  ];
}

/**
 * What documents say of the publisher, as options; those with a comma, which ends an option, are left out.
 */
function publisherOptions({ name, license, author }: JsonObject): string {
  const person = isObject(author) ? toPerson(author) : author;
  return Object.entries({ title: name, license, contact: person })
    .flatMap(([option, value]) =>
      typeof value === "string" && value !== "" && !value.includes(",") ? [`,${option}=${value}`] : [],
    )
    .join("");
}

function toPerson({ name, email, url }: JsonObject): string {
  const part = (value: unknown, [open, close]: string): string =>
    typeof value === "string" ? `${open}${value}${close}` : "";
  return [typeof name === "string" ? name : "", part(email, "<>"), part(url, "()")].join(" ").trim();
}

/** The packages with the code of imported protos that a2agen brings, by the name of the proto. */
export function findPackages(image: Uint8Array): ReadonlyMap<string, string> {
  const { files, requested } = readImage(image);
  const imported = files.filter(({ name }) => !requested.includes(name));
  return new Map(
    imported.flatMap((file) => {
      const { name } = findProfileForPackage(file.package);
      return builtinImages.has(name) ? [[file.name, `@a2agen/${name}`] as const] : [];
    }),
  );
}

const plugin = "protoc-gen-a2a";

/** Each in a separate run: a package need not have all of them. */
const others: readonly (readonly [string, string])[] = [
  ["schemas", "jsonschema"],
  ["schemas", "legacy-schema"],
  ["docs", "docs"],
  ["docs", "migration"],
  ["openapi", "openapi"],
  ["openapi", "openrpc"],
];

/** How the imports of the sources end. */
function findExtension(files: readonly PackageFile[]): "js" | "ts" {
  const index = files.find(({ path }) => path === "src/index.ts");
  return index !== undefined && /from "\.[^"]*\.ts"/.test(textOf(index)) ? "ts" : "js";
}

/** A file that a generator writes, and the run of the generator that writes it. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
  /** Files of a run that the package has no file of are not missed: the author did not ask for them. */
  readonly run: string;
}

/**
 * Outdated files, one line each: files that differ or are missing, and generated files that no generator
 * writes any longer.
 */
export function findStale(
  generated: readonly GeneratedFile[],
  files: readonly PackageFile[],
): readonly string[] {
  const present = new Map(files.map((file) => [file.path, file]));
  const runs = new Set(generated.filter(({ path }) => present.has(path)).map(({ run }) => run));
  const written = new Set(generated.map(({ path }) => path));
  const differing = generated.flatMap(({ path, text, run }) => {
    const file = present.get(path);
    if (file === undefined) return runs.has(run) ? [`${path}: is missing`] : [];
    return isSameText(textOf(file), text) ? [] : [`${path}: is out of date`];
  });
  const left = files
    .filter((file) => !written.has(file.path) && isGenerated(file))
    .map(({ path }) => `${path}: is no longer generated`);
  return [...differing, ...left].sort(compareCodeUnits);
}

/** Whether a file says so at its beginning. */
function isGenerated(file: PackageFile): boolean {
  return (
    /^(?:src|schemas|openapi|docs)\//.test(file.path) &&
    /Generated by a2agen/.test(textOf(file).slice(0, 400))
  );
}
