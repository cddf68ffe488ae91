import { dirname, resolve } from "node:path";
import type { ts as tsTypes } from "ts-morph";
import { legacyDeclarations } from "./legacy-declarations.ts";
import { migrateFile } from "./migrate-file.ts";
import { isLegacyModule, type TypeScript } from "./migration-context.ts";
import { loadFacts } from "./migration-facts.ts";

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** What a person has to look at, and why; the place is one of the migrated text, both numbers from 1. */
export interface Finding {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface MigratedFile {
  readonly path: string;
  /** The text as it was when nothing changed. */
  readonly text: string;
  readonly findings: readonly Finding[];
}

export interface MigrationOptions {
  /** Name of the profile to whose types the code is to move. */
  readonly to: string;
  /** Path of the tsconfig.json of the files; the nearest one above the first file when absent. */
  readonly tsconfig?: string;
}

/**
 * Moves code that was written for the types of A2A 0.3 to those of a later version. Edits what types or
 * shapes make certain and lists the rest. Files that neither import A2A nor a file that does are left
 * alone. Throws a ProfileError for a profile that there is not.
 */
export async function migrateTypeScript(
  files: readonly SourceText[],
  { to, tsconfig }: MigrationOptions,
): Promise<readonly MigratedFile[]> {
  const facts = await loadFacts(to);
  const { Project, ts } = await import("ts-morph");
  const known = new Map(files.map(({ path, text }) => [resolve(path), text]));
  const [first] = known.keys();
  const config =
    tsconfig ?? (first === undefined ? undefined : ts.findConfigFile(dirname(first), ts.sys.fileExists));
  const compilerOptions: tsTypes.CompilerOptions = {
    ...(config === undefined
      ? {
          target: ts.ScriptTarget.ESNext,
          module: ts.ModuleKind.ESNext,
          moduleResolution: ts.ModuleResolutionKind.Bundler,
        }
      : {}),
    allowJs: false,
    // Without it every optional field would lose what tells it from others.
    strict: true,
    noEmit: true,
  };
  const project = new Project({
    compilerOptions,
    skipAddingFilesFromTsConfig: true,
    ...(config === undefined ? {} : { tsConfigFilePath: resolve(config) }),
  });
  for (const [path, text] of known) project.createSourceFile(path, text, { overwrite: true });
  if (first !== undefined) {
    const declared = resolve(dirname(first), "__a2agen_0_3__", "sdk.d.ts");
    const unresolved = findUnresolved(ts, project.getProgram().compilerObject, [...known.keys()]);
    if (unresolved.size > 0)
      project.createSourceFile(declared, legacyDeclarations(unresolved), { overwrite: true });
  }
  const program = project.getProgram().compilerObject;
  const touching = findTouching(ts, program, [...known.keys()]);

  return files.map(({ path, text }) => {
    const file = program.getSourceFile(resolve(path));
    if (file === undefined || !touching.has(file)) return { path, text, findings: [] };
    const [problem] = program.getSyntacticDiagnostics(file);
    if (problem !== undefined) {
      const { line, character } = file.getLineAndCharacterOfPosition(problem.start);
      const reason = ts.flattenDiagnosticMessageText(problem.messageText, " ");
      return {
        path,
        text,
        findings: [
          {
            line: line + 1,
            column: character + 1,
            message: `this file was left alone, since it does not parse: ${reason}`,
          },
        ],
      };
    }
    return migrateFile({ ts, program, facts, file, path });
  });
}

function specifiersOf(ts: TypeScript, file: tsTypes.SourceFile): readonly tsTypes.StringLiteralLike[] {
  const found: tsTypes.StringLiteralLike[] = [];
  const visit = (node: tsTypes.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier !== undefined &&
      ts.isStringLiteral(node.moduleSpecifier)
    )
      found.push(node.moduleSpecifier);
    if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    )
      found.push(node.argument.literal);
    const [argument] =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments : [];
    if (argument !== undefined && ts.isStringLiteralLike(argument)) found.push(argument);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** The modules of 0.3 that the files import and that are not installed. */
function findUnresolved(
  ts: TypeScript,
  program: tsTypes.Program,
  paths: readonly string[],
): ReadonlySet<string> {
  const checker = program.getTypeChecker();
  const unresolved = new Set<string>();
  for (const path of paths) {
    const file = program.getSourceFile(path);
    for (const specifier of file === undefined ? [] : specifiersOf(ts, file)) {
      if (isLegacyModule(specifier.text) && checker.getSymbolAtLocation(specifier) === undefined)
        unresolved.add(specifier.text);
    }
  }
  return unresolved;
}

/** The files that import A2A 0.3, directly or through one another. */
function findTouching(
  ts: TypeScript,
  program: tsTypes.Program,
  paths: readonly string[],
): ReadonlySet<tsTypes.SourceFile> {
  const checker = program.getTypeChecker();
  const importers = new Map<tsTypes.SourceFile, tsTypes.SourceFile[]>();
  const touching = new Set<tsTypes.SourceFile>();
  const seen = new Set<tsTypes.SourceFile>();
  const waiting = paths.flatMap((path) => program.getSourceFile(path) ?? []);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const specifier of specifiersOf(ts, file)) {
      if (isLegacyModule(specifier.text)) touching.add(file);
      const imported = checker.getSymbolAtLocation(specifier)?.declarations?.[0]?.getSourceFile();
      if (imported === undefined || imported.fileName.includes("/node_modules/")) continue;
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
      waiting.push(imported);
    }
  }
  const reached = [...touching];
  for (let file = reached.pop(); file !== undefined; file = reached.pop()) {
    for (const importer of importers.get(file) ?? []) {
      if (touching.has(importer)) continue;
      touching.add(importer);
      reached.push(importer);
    }
  }
  return touching;
}
