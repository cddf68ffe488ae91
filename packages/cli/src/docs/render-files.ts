import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Model } from "@a2agen/generators/model/model.ts";
import type { RenderTemplate } from "@a2agen/generators/template/compile-templates.ts";
import { loadDocsTemplates } from "@a2agen/generators/template/load-docs-templates.ts";
import { TemplateError } from "@a2agen/generators/template/template-error.ts";
import { loadModel } from "@a2agen/protos/load-model.ts";
import type { ProtoSource } from "@a2agen/protos/proto-flags.ts";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { describeUnreadable } from "@a2agen/terminal/read-bytes.ts";
import { reportChanges } from "@a2agen/terminal/report-changes.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { type OutputFile, writeFiles } from "@a2agen/terminal/write-files.ts";
import { type Document, renderDocuments } from "./render-documents.ts";

export interface RenderFlags extends ProtoSource {
  readonly out?: string;
  readonly write?: true;
  readonly check?: true;
  readonly reference?: string;
  readonly templates?: string;
}

/** Expands the calls in files; writes all of them, or none when there is a problem. */
export async function renderFiles(
  { flags, operands }: CommandInput<RenderFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const names = [...new Set(operands)];
  const toTerminal = flags.out === undefined && flags.write === undefined && flags.check === undefined;
  if (toTerminal && names.length > 1) {
    throw new UsageError("only one file can go to standard output; give --out DIR or --write");
  }
  const documents = await readDocuments(names);
  const model = await loadModel(flags, terminal);
  const render = await loadTemplates(flags.templates);
  const rendered = tryRender(documents, { model, render, flags });
  const outputs = rendered.map(({ name, path, bytes }): OutputFile => {
    if (flags.out === undefined) return { path: name, bytes };
    return { path: join(flags.out, ...path.split("/")), bytes };
  });
  if (flags.out !== undefined) refuseOverwriting(outputs, names);
  if (flags.check !== undefined) {
    const isCompared = flags.out !== undefined || flags.write !== undefined;
    return isCompared ? reportChanges(outputs, terminal) : 0;
  }
  if (toTerminal) for (const { bytes } of outputs) terminal.out(bytes);
  else await writeFiles(outputs);
  return 0;
}

async function readDocuments(names: readonly string[]): Promise<readonly Document[]> {
  const read = await Promise.allSettled(names.map((name) => readFile(name)));
  const problems = read.flatMap((result, index) =>
    result.status === "rejected" ? [`${names[index]}: error: ${describeUnreadable(result.reason)}`] : [],
  );
  if (problems.length > 0) throw new CommandError(problems.join("\n"));
  const common = commonDirectory(names);
  return read.flatMap((result, index) => {
    const name = names[index] ?? "";
    if (result.status === "rejected") return [];
    return [{ name, path: relative(common, resolve(name)).split(sep).join("/"), bytes: result.value }];
  });
}

function commonDirectory(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => dirname(resolve(name)).split(sep));
  const differs = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  const shared = differs === -1 ? first : first.slice(0, differs);
  return shared.join(sep) || sep;
}

async function loadTemplates(directory: string | undefined): Promise<RenderTemplate> {
  return loadDocsTemplates(directory).catch(tellTemplateError);
}

function tellTemplateError(error: unknown): never {
  if (error instanceof TemplateError) throw new CommandError(error.message, { cause: error });
  throw error;
}

interface RenderInput {
  readonly model: Model;
  readonly render: RenderTemplate;
  readonly flags: RenderFlags;
}

function tryRender(
  documents: readonly Document[],
  { model, render, flags: { reference } }: RenderInput,
): readonly Document[] {
  try {
    const options = { model, render, ...(reference === undefined ? {} : { reference }) };
    const { documents: rendered, problems } = renderDocuments(documents, options);
    if (problems.length > 0) throw new CommandError(problems.join("\n"));
    return rendered;
  } catch (error) {
    return tellTemplateError(error);
  }
}

function refuseOverwriting(outputs: readonly OutputFile[], names: readonly string[]): void {
  const inputs = new Set(names.map((name) => resolve(name)));
  const same = outputs.filter(({ path }) => inputs.has(resolve(path))).map(({ path }) => path);
  if (same.length > 0) {
    throw new CommandError(
      `--out would replace the files themselves: ${same.join(", ")}; give --write for that`,
    );
  }
}
