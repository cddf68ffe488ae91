import type { ts } from "ts-morph";
import { planImports } from "./import-plan.ts";
import { migrateAccess, migrateBinding } from "./migrate-access.ts";
import { migrateComparison, migrateSwitch } from "./migrate-kind.ts";
import { migrateLiteral } from "./migrate-literal.ts";
import { findEnumLists, findWrittenEnum, migrateEnumKeys, migrateString } from "./migrate-string.ts";
import { migrateOtherType, migrateTypeName, migrateUnion } from "./migrate-type.ts";
import type { Finding, MigratedFile } from "./migrated-file.ts";
import type { MigrationContext, TypeScript } from "./migration-context.ts";
import type { MigrationFacts } from "./migration-facts.ts";
import { EditConflict, TextEdits } from "./text-edits.ts";
import { migrateReference, wrapValue } from "./wrappers.ts";

export interface FileInput {
  readonly ts: TypeScript;
  readonly program: ts.Program;
  readonly facts: MigrationFacts;
  readonly file: ts.SourceFile;
  readonly path: string;
}

interface Remark {
  readonly at: number;
  readonly message: string;
}

/** Migrates one file of a program; its text stays as it is where changes would contradict each other. */
export function migrateFile({ ts, program, facts, file, path }: FileInput): MigratedFile {
  const { text } = file;
  const remarks: Remark[] = [];
  const report = (node: ts.Node, message: string): void => {
    const at = node.getStart(file);
    if (!remarks.some((known) => known.at === at && known.message === message)) remarks.push({ at, message });
  };
  const edits = new TextEdits(text);
  const checker = program.getTypeChecker();
  const isVerbatim = program.getCompilerOptions().verbatimModuleSyntax === true;
  const plan = planImports({ ts, checker, facts, file, edits, isVerbatim, report });
  const context: MigrationContext = {
    ts,
    checker,
    facts,
    file,
    edits,
    isChecked: program.getCompilerOptions().noUncheckedIndexedAccess === true,
    report,
    importType: plan.importType,
    done: new Set(),
  };
  const enums = findEnumLists(context);

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined))
      return;
    if (ts.isUnionTypeNode(node)) {
      migrateUnion(context, node);
      findWrittenEnum(context, node);
    }
    if (ts.isImportTypeNode(node) || ts.isIndexedAccessTypeNode(node) || ts.isTypePredicateNode(node))
      migrateOtherType(context, node);
    else if (ts.isSwitchStatement(node)) migrateSwitch(context, node);
    else if (ts.isBinaryExpression(node)) migrateComparison(context, node);
    else if (ts.isBindingElement(node)) migrateBinding(context, node);
    else if (ts.isStringLiteralLike(node)) migrateString(context, node, enums);
    if (ts.isIdentifier(node)) migrateTypeName(context, plan, node);
    if (ts.isObjectLiteralExpression(node)) {
      migrateLiteral(context, node);
      migrateEnumKeys(context, node);
    }
    if (ts.isPropertyAccessExpression(node)) migrateAccess(context, node);
    if (
      ts.isIdentifier(node) ||
      ts.isPropertyAccessExpression(node) ||
      ts.isElementAccessExpression(node) ||
      ts.isCallExpression(node)
    )
      migrateReference(context, node);
    if (isValue(ts, node)) wrapValue(context, node);
    node.forEachChild(visit);
  };
  visit(file);
  plan.finish();
  try {
    const { text: migrated, locate } = edits.apply();
    return {
      path,
      text: migrated,
      findings: findingsIn(
        ts,
        migrated,
        remarks.map(({ at, message }) => ({ at: locate(at), message })),
      ),
    };
  } catch (error) {
    if (!(error instanceof EditConflict)) throw error;
    const all = [...remarks, { at: 0, message: `this file has to be migrated by hand: ${error.message}` }];
    return { path, text, findings: findingsIn(ts, text, all) };
  }
}

function isValue(ts: TypeScript, node: ts.Node): node is ts.Expression {
  return (
    ts.isIdentifier(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node)
  );
}

function findingsIn(ts: TypeScript, text: string, remarks: readonly Remark[]): readonly Finding[] {
  const lines = ts.createSourceFile("text.ts", text, ts.ScriptTarget.Latest);
  return [...remarks]
    .sort((a, b) => a.at - b.at)
    .map(({ at, message }) => {
      const { line, character } = lines.getLineAndCharacterOfPosition(Math.min(at, text.length));
      return { line: line + 1, column: character + 1, message };
    });
}
