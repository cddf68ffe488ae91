import { defined } from "@a2agen/runtime/internal";
import { create } from "@bufbuild/protobuf";
import {
  type CodeGeneratorRequest,
  type CodeGeneratorResponse,
  CodeGeneratorResponse_FileSchema,
} from "@bufbuild/protobuf/wkt";
import { createEcmaScriptPlugin, type Schema } from "@bufbuild/protoplugin";
import { type ExportingFile, emitIndexes } from "../emit/index/emit-index.ts";
import type { DataEmitter, DataFile } from "../emit/shared/emitter.ts";
import { modulePath } from "../emit/shared/module-path.ts";
import { parseModules } from "../emit/shared/parse-modules.ts";
import { createDiagnostics, type Diagnostics, formatDiagnostic } from "../model/diagnostics.ts";
import type { LegacyManifest } from "../model/legacy-manifest.ts";
import type { Model } from "../model/model.ts";
import type { Profile } from "../model/profile.ts";
import { version } from "../model/version.ts";
import { createSourceFile, type SourceFile, type TextOptions } from "../print/source-file.ts";
import { readStatements } from "../print/statements.ts";
import { toDeclarations } from "../print/to-declarations.ts";
import { toJavaScript } from "../print/to-javascript.ts";
import { withoutMarks } from "../print/types.ts";
import { builtinLegacy } from "../source/profile/builtin-legacy.ts";
import { chooseProfile, plainProfile } from "../source/profile/builtin-profiles.ts";
import { loadLegacy, loadProfile } from "../source/profile/load-document.ts";
import { buildModel } from "../source/proto/build-model.ts";
import { readGoogleApiOptions } from "../source/proto/google-api-options.ts";
import { findOptionFiles } from "../source/proto/option-files.ts";
import { checkImports } from "./check-imports.ts";
import { InputError } from "./input-error.ts";
import { type Language, type PluginOptions, parsePluginOptions } from "./plugin-options.ts";
import type { PluginName } from "./plugins.ts";
import { findTargets, type Target } from "./targets.ts";

export interface GenerateInit {
  readonly plugin: PluginName;
  readonly warn: (line: string) => void;
}

/**
 * Answers a request: descriptors to model, model to files. Throws an InputError with every problem of the
 * protos, and an OptionError, a ProfileError or a TemplateError for what the options say.
 */
export async function generate(
  request: CodeGeneratorRequest,
  { plugin, warn }: GenerateInit,
): Promise<CodeGeneratorResponse> {
  const options = parsePluginOptions(request.parameter, plugin);
  const parts = await loadParts(options);
  const others: DataFile[] = [];
  let isRead = false;
  const { run } = createEcmaScriptPlugin({
    name: plugin,
    version,
    generateTs(schema) {
      isRead = true;
      others.push(...emitFiles(schema, { options, parts, warn }));
    },
    // Files pass protoplugin by: it would hold each text several times.
    transpile: () => [],
  });
  dropDuplicateComments(request);
  request.parameter = options.ecmaScript;
  try {
    const response = run(request);
    for (const { path, text } of others) {
      response.file.push(create(CodeGeneratorResponse_FileSchema, { name: path, content: text }));
    }
    return response;
  } catch (error) {
    // What protoplugin throws before it hands over the schema is about the descriptors.
    throw isRead || !(error instanceof Error) ? error : new InputError(error.message, { cause: error });
  }
}

/** What a run needs that is loaded: protoplugin runs to its end without waiting. */
interface Parts {
  /** Given when the option `profile` is; it rules files then as `chooseProfile` says. */
  readonly profile: Profile | undefined;
  /** The names of earlier versions, for the targets that are about them. */
  readonly legacy: LegacyManifest;
  readonly targets: readonly Target[];
  readonly emitters: readonly PlacedEmitter[];
}

interface PlacedEmitter {
  readonly emit: DataEmitter;
  /** Precedes its paths. */
  readonly folder: string;
}

async function loadParts(options: PluginOptions): Promise<Parts> {
  const { profile, manifest } = options;
  const ruling = profile === undefined ? undefined : await loadProfile(profile);
  const legacy = manifest === undefined ? builtinLegacy : await loadLegacy(manifest);
  const targets = findTargets(options.targets);
  const emitters = await Promise.all(
    options.targets.flatMap((name, i) => {
      const load = targets[i]?.load;
      const folder = options.folders.get(name);
      if (load === undefined) return [];
      return [placed(load({ ...options, legacy }), folder === undefined ? "" : `${folder}/`)];
    }),
  );
  return { profile: ruling, legacy, targets, emitters };
}

async function placed(emitter: Promise<DataEmitter>, folder: string): Promise<PlacedEmitter> {
  return { emit: await emitter, folder };
}

/**
 * The files to generate are in the request twice, with options of source retention and without.
 * protoplugin takes the first; the comments of the second are half of the memory of a large request.
 */
function dropDuplicateComments(request: CodeGeneratorRequest): void {
  const complete = new Set(request.sourceFileDescriptors.map((file) => file.name));
  for (const file of request.protoFile) if (complete.has(file.name)) delete file.sourceCodeInfo;
}

interface EmitContext {
  readonly options: PluginOptions;
  readonly parts: Parts;
  readonly warn: (line: string) => void;
}

/** Emits what the targets are, in the languages asked for. */
function emitFiles(schema: Schema, { options, parts, warn }: EmitContext): readonly DataFile[] {
  const diagnostics = createDiagnostics();
  const model = readModel(schema, { parts, options, diagnostics });
  stopOnErrors(diagnostics);
  const generator = `${toolchain} ${version}`;
  const sources = emitSources(schema, { model, options, parts, diagnostics, generator });
  const { title, license, contact } = options;
  const publisher = defined({ title, license, contact });
  const others = parts.emitters.flatMap(({ emit, folder }) =>
    emit(model, { diagnostics, generator, publisher }).map((file) => ({
      ...file,
      path: `${folder}${file.path}`,
    })),
  );
  stopOnErrors(diagnostics);
  for (const diagnostic of diagnostics.list) {
    if (diagnostic.severity === "warning") warn(formatDiagnostic(diagnostic));
  }
  return [...sources, ...others];
}

/** Named in generated files, rather than the plugin: it does not matter which of them wrote a file. */
const toolchain = "a2agen";

function readModel(
  { files, allFiles }: Schema,
  {
    parts,
    options: { schemaBase },
    diagnostics,
  }: Omit<EmitContext, "warn"> & { readonly diagnostics: Diagnostics },
): Model {
  const optionFiles = findOptionFiles(allFiles);
  const requested = files.filter((file) => !optionFiles.has(file));
  return buildModel(
    {
      files: allFiles,
      // Who asks for nothing but options gets them.
      requested: new Set((requested.length === 0 ? files : requested).map((file) => file.proto.name)),
      profileFor: (protoPackage, isRequested) =>
        chooseProfile(parts.profile, { protoPackage, requested: isRequested }),
      schemaBase,
      fallback: parts.profile === undefined ? plainProfile : undefined,
      options: readGoogleApiOptions(allFiles),
      withHashes: parts.emitters.length > 0,
    },
    diagnostics,
  );
}

function stopOnErrors(diagnostics: Diagnostics): void {
  const errors = diagnostics.list.filter((diagnostic) => diagnostic.severity === "error");
  if (errors.length > 0) throw new InputError(errors.map(formatDiagnostic).join("\n"));
}

interface SourceContext {
  readonly model: Model;
  readonly options: PluginOptions;
  readonly parts: Parts;
  readonly diagnostics: Diagnostics;
  readonly generator: string;
}

function emitSources(schema: Schema, context: SourceContext): readonly DataFile[] {
  const { model, options, parts, diagnostics, generator } = context;
  const { packages, packageOf } = parseModules(options.modules ?? "");
  if (parts.targets.some(({ emit }) => emit !== undefined)) checkImports(model, packages, diagnostics);
  const noCheck = schema.options.tsNocheck ? "// @ts-nocheck\n" : "";
  const written: DataFile[] = [];
  const print = (file: SourceFile): void => {
    const header = `// Generated by ${generator}${originOf(file, model)}. Do not edit.\n${noCheck}`;
    const textOptions = { header, importExtension: schema.options.importExtension, packageOf };
    written.push(...writeFile(file, textOptions, options.languages));
  };
  const emitted: ExportingFile[] = [];
  for (const { emit, kind } of parts.targets) {
    const paths = new Set<string>();
    for (const file of emit?.(model, diagnostics, parts.legacy) ?? []) {
      const { path, source, exports, internals, types } = file;
      paths.add(path);
      emitted.push({ path, source, exports, internals, types });
      print(file);
    }
    if (options.keepsEmptyFiles && kind !== undefined) {
      for (const { proto } of schema.files) {
        const path = modulePath(proto.name, kind);
        if (!paths.has(path)) print(emptyFile(path, proto.name));
      }
    }
  }
  if (options.targets.includes("index")) emitIndexes(emitted, { model, diagnostics }).forEach(print);
  return written;
}

/** For build rules that want a file of every proto. */
function emptyFile(path: string, source: string): SourceFile {
  const file = createSourceFile({ path, source });
  file.line("export {};");
  return file;
}

/** A file in the languages asked for. */
function writeFile(
  { path, toMarkedText }: SourceFile,
  options: TextOptions,
  languages: readonly Language[],
): readonly DataFile[] {
  const marked = toMarkedText(options);
  const isOnlyTypeScript = languages.every((language) => language === "ts");
  const read = isOnlyTypeScript ? { header: "", statements: [] } : readStatements(marked);
  const write = {
    ts: () => ({ path: `${path}.ts`, text: withoutMarks(marked) }),
    js: () => ({ path: `${path}.js`, text: toJavaScript(read) }),
    dts: () => ({ path: `${path}.d.ts`, text: toDeclarations(read) }),
  } as const satisfies Record<Language, () => DataFile>;
  return languages.map((language) => write[language]());
}

/** What a file is made from, for the comment at its top. */
function originOf({ source }: SourceFile, model: Model): string {
  const file = model.files.find((candidate) => candidate.name === source);
  return file === undefined ? "" : ` from ${file.name} (package ${file.package}, profile ${file.profile})`;
}
