import type { ts as tsTypes } from "ts-morph";
import { isLegacyModule, type TypeScript } from "./migration-context.ts";

/** The names of the modules that a file imports, in whatever way. */
export function specifiersOf(ts: TypeScript, file: tsTypes.SourceFile): readonly tsTypes.StringLiteralLike[] {
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

/** The files that import A2A 0.3, directly or through one another. */
export function findTouching(
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
