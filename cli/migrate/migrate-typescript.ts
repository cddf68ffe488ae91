import { dirname, resolve } from "node:path";
import type { Project, ts as tsTypes } from "ts-morph";
import { builtinLegacy } from "../../generators/source/profile/builtin-legacy.ts";
import type { TranslationPlan } from "../../generators/translate/plan.ts";
import { errorKey, findErrors } from "./find-errors.ts";
import { findTouching, specifiersOf } from "./find-touching.ts";
import { legacyDeclarations } from "./legacy-declarations.ts";
import { migrateFile } from "./migrate-file.ts";
import type { MigratedFile } from "./migrated-file.ts";
import { isLegacyModule, type TypeScript } from "./migration-context.ts";
import { readFacts } from "./migration-facts.ts";
import { targetDeclarations } from "./target-declarations.ts";

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

export interface MigrationOptions {
  /** How the types of 0.3 become those to which the code is to move. */
  readonly plan: TranslationPlan;
  /** Path of the tsconfig.json of the files; the nearest one above the first file when absent. */
  readonly tsconfig?: string;
}

/**
 * Moves code that was written for the types of A2A 0.3 to those of a later version. Edits what types or
 * shapes make certain and lists the rest, with every line that does not compile any more. Files that
 * neither import A2A nor a file that does are left alone.
 */
export async function migrateTypeScript(
  files: readonly SourceText[],
  { plan, tsconfig }: MigrationOptions,
): Promise<readonly MigratedFile[]> {
  const facts = readFacts(plan, builtinLegacy);
  const morph = await import("ts-morph");
  const { ts } = morph;
  const known = new Map(files.map(({ path, text }) => [resolve(path), text]));
  const paths = [...known.keys()];
  const [first] = paths;
  if (first === undefined) return [];
  const config = tsconfig ?? ts.findConfigFile(dirname(first), ts.sys.fileExists);
  const virtual = (version: string): string => resolve(dirname(first), `__a2agen_${version}__`, "types.d.ts");
  const open = (compilerOptions: tsTypes.CompilerOptions): Project =>
    new morph.Project({
      compilerOptions: { ...(config === undefined ? bundled(ts) : {}), ...compilerOptions },
      skipAddingFilesFromTsConfig: true,
      ...(config === undefined ? {} : { tsConfigFilePath: resolve(config) }),
    });

  // Without strictness every optional field would lose what tells it from others.
  const project = open({ allowJs: false, noEmit: true, strict: true });
  for (const [path, text] of known) project.createSourceFile(path, text, { overwrite: true });
  const missing = findUnresolved(ts, project, { paths, isAsked: isLegacyModule });
  const legacy = missing.size === 0 ? undefined : legacyDeclarations(missing);
  if (legacy !== undefined) project.createSourceFile(virtual("0_3"), legacy, { overwrite: true });
  const program = project.getProgram().compilerObject;
  const touching = findTouching(ts, program, paths);

  const migrated = files.map(({ path, text }): MigratedFile => {
    const file = program.getSourceFile(resolve(path));
    if (file === undefined || !touching.has(file)) return { path, text, findings: [] };
    const [problem] = program.getSyntacticDiagnostics(file);
    if (problem === undefined) return migrateFile({ ts, program, facts, file, path });
    const { line, character } = file.getLineAndCharacterOfPosition(problem.start);
    const reason = ts.flattenDiagnosticMessageText(problem.messageText, " ");
    const message = `this file was left alone, since it does not parse: ${reason}`;
    return { path, text, findings: [{ line: line + 1, column: character + 1, message }] };
  });
  if (migrated.every(({ text }, index) => text === files[index]?.text)) return migrated;

  // The same files as the compiler of the project sees them.
  const result = open({ allowJs: false, noEmit: true });
  for (const { path, text } of migrated) result.createSourceFile(resolve(path), text, { overwrite: true });
  if (legacy !== undefined) result.createSourceFile(virtual("0_3"), legacy, { overwrite: true });
  const isTarget = (specifier: string): boolean => specifier === facts.packageName;
  if (findUnresolved(ts, result, { paths, isAsked: isTarget }).size > 0) {
    result.createSourceFile(virtual("target"), targetDeclarations(plan.newer), { overwrite: true });
  }
  const after = result.getProgram().compilerObject;
  return migrated.map((one) => {
    const file = program.getSourceFile(resolve(one.path));
    if (file === undefined || !touching.has(file)) return one;
    const errors = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    const before = new Set(errors.map((error) => errorKey(ts, error)));
    const findings = findErrors(resolve(one.path), one.findings, { ts, facts, before, after });
    return { ...one, findings };
  });
}

/** For files that no tsconfig.json is about. */
function bundled(ts: TypeScript): tsTypes.CompilerOptions {
  return {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.Preserve,
    strict: true,
  };
}

interface Question {
  readonly paths: readonly string[];
  isAsked(specifier: string): boolean;
}

/** The modules that the files import and that are not installed. */
function findUnresolved(ts: TypeScript, project: Project, { paths, isAsked }: Question): ReadonlySet<string> {
  const program = project.getProgram().compilerObject;
  const checker = program.getTypeChecker();
  const unresolved = new Set<string>();
  for (const path of paths) {
    const file = program.getSourceFile(path);
    for (const specifier of file === undefined ? [] : specifiersOf(ts, file)) {
      if (isAsked(specifier.text) && checker.getSymbolAtLocation(specifier) === undefined)
        unresolved.add(specifier.text);
    }
  }
  return unresolved;
}
