import { create } from "@bufbuild/protobuf";
import {
  type CodeGeneratorRequest,
  type CodeGeneratorResponse,
  CodeGeneratorResponse_FileSchema,
} from "@bufbuild/protobuf/wkt";
import { createEcmaScriptPlugin, type Schema } from "@bufbuild/protoplugin";
import { emitIndex } from "../emit/index/emit-index.ts";
import type { DataEmitter, DataFile } from "../emit/shared/emitter.ts";
import { buildModel } from "../model/build-model.ts";
import { createDiagnostics, type Diagnostics, formatDiagnostic } from "../model/diagnostics.ts";
import { readGoogleApiOptions } from "../model/google-api-options.ts";
import type { Model } from "../model/model.ts";
import type { SourceFile } from "../print/source-file.ts";
import { findProfileForPackage } from "../profile/builtin-profiles.ts";
import type { Profile } from "../profile/profile.ts";
import type { PluginOptions } from "./plugin-options.ts";
import { isDataTarget, isSourceTarget, loadDataEmitter, sourceEmitters } from "./targets.ts";
import { transpile } from "./transpile.ts";

/** Thrown when the input has errors: nothing is generated, and the message has all of them. */
export class InputError extends Error {}

export interface GenerateInput {
  readonly name: string;
  readonly version: string;
  readonly options: PluginOptions;
  /** Given when the option `profile` is; it rules every file then. */
  readonly profile: Profile | undefined;
  readonly warn: (line: string) => void;
}

/** Runs a plugin on a request: descriptors to model, model to files, files to a response. */
export async function generate(
  request: CodeGeneratorRequest,
  input: GenerateInput,
): Promise<CodeGeneratorResponse> {
  const { name, version, options } = input;
  const loaded = await Promise.all(options.targets.map(loadDataEmitter));
  const emitters = loaded.filter((emitter) => emitter !== undefined);
  const dataFiles: DataFile[] = [];
  let isInputRead = false;
  const plugin = createEcmaScriptPlugin({
    name,
    version,
    parseOptions: () => ({}),
    transpile,
    generateTs: (schema) => {
      isInputRead = true;
      dataFiles.push(...writeFiles(schema, { input, emitters }));
    },
  });
  // Options of our own are parsed already; protoplugin sees those that it acts on.
  request.parameter = protopluginParameter(options);
  dropDuplicateComments(request);
  const response = runPlugin();
  for (const { path, text } of dataFiles) {
    response.file.push(create(CodeGeneratorResponse_FileSchema, { name: path, content: text }));
  }
  return response;

  function runPlugin(): CodeGeneratorResponse {
    try {
      return plugin.run(request);
    } catch (error) {
      // Until our part begins, what is thrown speaks of the descriptors of the request.
      if (isInputRead || !(error instanceof Error)) throw error;
      throw new InputError(error.message, { cause: error });
    }
  }
}

/**
 * The files to generate are in the request twice, with options of source retention and without.
 * protoplugin takes the first; the comments of the second are half of the memory of a large request.
 */
function dropDuplicateComments(request: CodeGeneratorRequest): void {
  const complete = new Set(request.sourceFileDescriptors.map((file) => file.name));
  for (const file of request.protoFile) if (complete.has(file.name)) delete file.sourceCodeInfo;
}

function protopluginParameter({ languages, targets }: PluginOptions): string {
  // Without TypeScript files there is nothing to make JavaScript from.
  return `target=${targets.every(isDataTarget) ? "ts" : languages.join("+")}`;
}

interface WriteContext {
  readonly input: GenerateInput;
  readonly emitters: readonly DataEmitter[];
}

/** Hands TypeScript files to protoplugin and returns the others. */
function writeFiles(schema: Schema, { input, emitters }: WriteContext): readonly DataFile[] {
  const diagnostics = createDiagnostics();
  const model = buildModel(
    {
      files: schema.allFiles,
      requested: new Set(schema.files.map((file) => file.proto.name)),
      profileFor: (protoPackage) => input.profile ?? findProfileForPackage(protoPackage),
      options: readGoogleApiOptions(schema.allFiles),
      withHashes: emitters.length > 0,
    },
    diagnostics,
  );
  stopOnErrors(diagnostics);
  const texts = emitTexts(model, { input, diagnostics });
  const generator = `${toolchain} ${input.version}`;
  const dataFiles = emitters.flatMap((emit) => emit(model, { diagnostics, generator }));
  stopOnErrors(diagnostics);
  for (const diagnostic of diagnostics.list) {
    if (diagnostic.severity === "warning") input.warn(formatDiagnostic(diagnostic));
  }
  for (const { path, text } of texts) schema.generateFile(`${path}.ts`).print(text.trimEnd());
  return dataFiles;
}

/** Named in generated files, rather than the plugin: it does not matter which of them wrote a file. */
const toolchain = "a2agen";

interface EmittedText {
  readonly path: string;
  readonly source: string | undefined;
  readonly exports: ReadonlySet<string>;
  readonly text: string;
}

/** The files as text, target by target, so that what a target was printed with can be freed. */
function emitTexts(
  model: Model,
  { input, diagnostics }: { input: GenerateInput; diagnostics: Diagnostics },
): readonly EmittedText[] {
  const { targets, importExtension } = input.options;
  const print = (file: SourceFile): EmittedText => {
    const text = file.toText({ header: headerOf(model, file, input), importExtension });
    return { path: file.path, source: file.source, exports: file.exports, text };
  };
  const files = targets
    .filter(isSourceTarget)
    .flatMap((target) => sourceEmitters[target](model, diagnostics).map(print));
  return targets.includes("index") ? [...files, print(emitIndex(files, diagnostics))] : files;
}

/** The comment at the top of a file: what made it, from what. */
function headerOf(model: Model, file: SourceFile, { version, options }: GenerateInput): string {
  const source = model.files.find((candidate) => candidate.name === file.source);
  const from =
    source === undefined ? "" : ` from ${source.name} (package ${source.package}, profile ${source.profile})`;
  const noCheck = options.tsNoCheck ? "// @ts-nocheck\n" : "";
  return `// Generated by ${toolchain} ${version}${from}. Do not edit.\n${noCheck}`;
}

function stopOnErrors(diagnostics: Diagnostics): void {
  const errors = diagnostics.list.filter((diagnostic) => diagnostic.severity === "error");
  if (errors.length > 0) throw new InputError(errors.map(formatDiagnostic).join("\n"));
}
