import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { describeUnreadable } from "@a2agen/terminal/read-bytes.ts";
import { reportChanges } from "@a2agen/terminal/report-changes.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { type OutputFile, writeFiles } from "@a2agen/terminal/write-files.ts";
import { listSchemaUrls, listUrls, readAnswers } from "./answer-urls.ts";
import type { AjvLibrary } from "./check-schema.ts";
import { ComposeError, type ComposeProblem, formatComposeProblem } from "./compose-problem.ts";
import { type Composed, composeSchemas } from "./compose-schemas.ts";
import { type ComposedFile, emitFiles, emitSchemas } from "./emit-files.ts";
import type { SourceText } from "./schema-file.ts";

export interface ComposeFlags {
  readonly base?: string;
  readonly extension?: readonly string[];
  readonly reference?: readonly string[];
  readonly manifest?: string;
  readonly answer?: readonly string[];
  readonly out?: string;
  readonly check?: true;
  readonly "schemas-only"?: true;
}

/** Composes the files that flags name; writes all results, or none when there is an error. */
export async function composeFiles(
  { flags }: CommandInput<ComposeFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const { base, extension = [], out } = flags;
  if (base === undefined) throw new UsageError("expected --base FILE");
  if (extension.length === 0 && flags.answer === undefined)
    throw new UsageError("expected --extension FILE...");
  if (out === undefined && flags.check !== undefined) throw new UsageError("--check wants --out DIR");
  const tell = (warnings: readonly ComposeProblem[]): void => {
    for (const warning of warnings) terminal.err(`${formatComposeProblem(warning)}\n`);
  };
  try {
    await terminal.step?.("composing");
    const { Ajv2020 } = await import("ajv/dist/2020.js");
    const composed = composeSchemas({ ...(await readSources(base, flags)), Ajv2020 });
    tell(composed.warnings);
    if (out === undefined) {
      terminal.out(emitSchemas(composed)[0]?.text ?? "");
      return 0;
    }
    const files =
      flags["schemas-only"] === true
        ? emitSchemas(composed)
        : await emitAll(composed, { base, Ajv2020, tell });
    return await finish(files, { out, flags, terminal });
  } catch (error) {
    if (error instanceof ComposeError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

interface Sources {
  readonly base: SourceText;
  readonly extensions: readonly SourceText[];
  readonly shared: readonly SourceText[];
  readonly manifest?: SourceText;
}

async function readSources(base: string, flags: ComposeFlags): Promise<Sources> {
  const { extension = [], reference = [], manifest, answer = [] } = flags;
  const answerUrl = readAnswers(answer);
  const problems: string[] = [];
  const texts = new Map<string, SourceText>();
  const read = async (path: string, url?: string): Promise<SourceText> => {
    const source = await readFile(path, "utf8").then(
      (text) => ({ path, text }),
      (error: unknown) => {
        problems.push(`${path}: error: ${describeUnreadable(error)}`);
        return { path, text: "" };
      },
    );
    return url === undefined ? source : { ...source, url };
  };
  for (const path of [base, ...extension, ...reference, ...(manifest === undefined ? [] : [manifest])]) {
    if (texts.has(resolve(path))) {
      problems.push(`${path}: error: expected each file once; found it again`);
      continue;
    }
    texts.set(resolve(path), await read(path));
  }
  // Files that answer for URLs, each once.
  const answered = async (urls: readonly string[]): Promise<readonly SourceText[]> => {
    const found: SourceText[] = [];
    for (const url of urls) {
      const path = answerUrl(url);
      if (path === undefined || texts.has(resolve(path))) continue;
      const source = await read(path, url);
      texts.set(resolve(path), source);
      found.push(source);
    }
    return found;
  };
  const named = await answered(
    listSchemaUrls(manifest === undefined ? "" : (texts.get(resolve(manifest))?.text ?? "")),
  );
  const shared: SourceText[] = [];
  const open = [...texts.values()];
  // The list grows while it is walked.
  for (const { text } of open) {
    const found = answer.length === 0 ? [] : await answered(listUrls(text));
    shared.push(...found);
    open.push(...found);
  }
  if (problems.length > 0) throw new CommandError(problems.join("\n"));
  const get = (path: string): SourceText => texts.get(resolve(path)) ?? { path, text: "" };
  return {
    base: get(base),
    extensions: [...extension.map(get), ...named],
    shared: [...reference.map(get), ...shared],
    ...(manifest === undefined ? {} : { manifest: get(manifest) }),
  };
}

interface EmitInit {
  readonly base: string;
  readonly Ajv2020: AjvLibrary;
  readonly tell: (warnings: readonly ComposeProblem[]) => void;
}

async function emitAll(
  composed: Composed,
  { base, Ajv2020, tell }: EmitInit,
): Promise<readonly ComposedFile[]> {
  const [standalone, types] = await Promise.all([
    import("ajv/dist/standalone/index.js"),
    import("./types-library.js"),
  ]);
  const libraries = { Ajv2020, standaloneCode: standalone.default.default, types };
  const { files, warnings } = await emitFiles(composed, { base, libraries });
  tell(warnings);
  return files;
}

async function finish(
  files: readonly ComposedFile[],
  {
    out,
    flags,
    terminal,
  }: { readonly out: string; readonly flags: ComposeFlags; readonly terminal: Terminal },
): Promise<Outcome> {
  const outputs = files.map(
    ({ name, text }): OutputFile => ({ path: join(out, name), bytes: Buffer.from(text) }),
  );
  const { base = "", extension = [], reference = [], manifest = "" } = flags;
  const inputs = new Set([base, ...extension, ...reference, manifest].map((path) => resolve(path)));
  const same = outputs.filter(({ path }) => inputs.has(resolve(path)));
  if (same.length > 0) {
    const names = same.map(({ path }) => path).join(", ");
    throw new CommandError(`--out would replace files that were given: ${names}; choose another directory`);
  }
  if (flags.check !== undefined) return reportChanges(outputs, terminal);
  await writeFiles(outputs);
  return 0;
}
