import { dirname, resolve } from "node:path";
import type { TranslationPlan } from "@a2agen/generators/translate/plan.ts";
import { defined } from "@a2agen/runtime/internal";
import { Project, type SourceFile, ts } from "ts-morph";
import { isLegacyModule } from "./context.ts";
import { declareModule } from "./declare-module.ts";
import { MigrationFacts } from "./facts.ts";
import { errorKey, findErrors } from "./find-errors.ts";
import { findDefinition } from "./legacy-model.ts";
import { migrateFile } from "./migrate-file.ts";
import type { MigratedFile } from "./migrated-file.ts";

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

export interface TypeScriptOptions {
  /** How the types of 0.3 become those of the target. */
  readonly plan: TranslationPlan;
  /** Path of the tsconfig.json of the files; the nearest one above the first file when absent. */
  readonly tsconfig?: string;
}

/**
 * Moves code from the types of A2A 0.3 to those of a later version. Edits what types or shapes make certain,
 * and lists the rest, with every line that no longer compiles. Files that import A2A neither directly nor
 * through other files stay as they are.
 */
export async function migrateTypeScript(
  files: readonly SourceText[],
  { plan, tsconfig }: TypeScriptOptions,
): Promise<readonly MigratedFile[]> {
  const facts = new MigrationFacts(plan);
  const [first] = files;
  if (first === undefined) return [];
  const directory = dirname(resolve(first.path));
  const config = tsconfig ?? ts.findConfigFile(directory, ts.sys.fileExists);
  const open = (texts: readonly SourceText[], compilerOptions: ts.CompilerOptions): Project => {
    const project = new Project({
      compilerOptions: { ...(config === undefined ? withoutConfig : {}), ...compilerOptions },
      skipAddingFilesFromTsConfig: true,
      ...defined({ tsConfigFilePath: config && resolve(config) }),
    });
    for (const { path, text } of texts) project.createSourceFile(resolve(path), text, { overwrite: true });
    return project;
  };
  const declare = (project: Project, version: string, text: string): void => {
    const path = resolve(directory, `__a2agen_${version}__`, "types.d.ts");
    project.createSourceFile(path, text, { overwrite: true });
  };

  // Without strictness optional fields would lose the type that distinguishes them.
  const project = open(files, { allowJs: false, noEmit: true, strict: true });
  const missing = findUnresolved(project, isLegacyModule);
  const legacy = missing
    .map((module) =>
      /\/(?:server|client)/.test(module)
        ? `declare module "${module}";\n`
        : declareModule(module, plan.older, legacyTypes),
    )
    .join("");
  if (legacy !== "") declare(project, "0_3", legacy);
  const touching = findTouching(project, facts.packageName);
  const program = project.getProgram().compilerObject;
  const migrated = files.map(({ path, text }): MigratedFile => {
    const file = program.getSourceFile(resolve(path));
    if (file === undefined || !touching.has(file.fileName)) return { path, text, findings: [] };
    const [problem] = program.getSyntacticDiagnostics(file);
    if (problem === undefined) return migrateFile({ program, facts, file, path });
    const { line, character } = file.getLineAndCharacterOfPosition(problem.start);
    const reason = ts.flattenDiagnosticMessageText(problem.messageText, " ");
    const message = `this file stays as it is, since it does not parse: ${reason}`;
    return { path, text, findings: [{ line: line + 1, column: character + 1, message }] };
  });
  if (touching.size === 0) return migrated;

  // The same files as the compiler of the project sees them.
  const result = open(migrated, { allowJs: false, noEmit: true });
  if (legacy !== "") declare(result, "0_3", legacy);
  if (findUnresolved(result, (specifier) => specifier === facts.packageName).length > 0)
    declare(result, "target", declareModule(facts.packageName, plan.newer));
  const after = result.getProgram().compilerObject;
  return migrated.map((one) => {
    const file = program.getSourceFile(resolve(one.path));
    if (file === undefined || !touching.has(file.fileName)) return one;
    // What a run before this one has left does not compile either, and is still to be done.
    const isMoved = file.statements.some(
      (statement) =>
        ts.isImportDeclaration(statement) &&
        ts.isStringLiteral(statement.moduleSpecifier) &&
        statement.moduleSpecifier.text === facts.packageName,
    );
    const errors = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    const before = new Set(errors.filter(({ code }) => !isMoved || code === namespaceAsType).map(errorKey));
    return { ...one, findings: findErrors(resolve(one.path), one.findings, { facts, before, after }) };
  });
}

/** The compiler's error for a type of a module that is not installed. */
const namespaceAsType = 2709;

/** The types of the SDK of 0.3, which has no names for some unions and takes any value for JSON. */
const legacyTypes = {
  isNamed: (name: string): boolean => findDefinition(name) !== undefined,
  jsonValue: "unknown",
};

/** For files without a tsconfig.json. */
const withoutConfig: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  strict: true,
};

/** The imported modules, among those asked for, that are not installed. */
function findUnresolved(project: Project, isAsked: (specifier: string) => boolean): readonly string[] {
  const checker = project.getTypeChecker().compilerObject;
  const unresolved = project
    .getSourceFiles()
    .flatMap((file) => file.getImportStringLiterals())
    .filter((specifier) => isAsked(specifier.getLiteralText()))
    .filter(({ compilerNode }) => checker.getSymbolAtLocation(compilerNode) === undefined);
  return [...new Set(unresolved.map((specifier) => specifier.getLiteralText()))];
}

/** Paths of the files that import A2A 0.3 or the target, directly or through one another. */
function findTouching(project: Project, target: string): ReadonlySet<string> {
  project.resolveSourceFileDependencies();
  const touching = new Set<string>();
  const visit = (file: SourceFile): void => {
    if (touching.has(file.getFilePath())) return;
    touching.add(file.getFilePath());
    file.getReferencingSourceFiles().forEach(visit);
  };
  for (const file of project.getSourceFiles()) {
    const specifiers = file.getImportStringLiterals().map((specifier) => specifier.getLiteralText());
    if (specifiers.some((name) => isLegacyModule(name) || name === target)) visit(file);
  }
  return touching;
}
