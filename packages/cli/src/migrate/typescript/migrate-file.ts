import { ts } from "ts-morph";
import type { MigrationContext } from "./context.ts";
import { migrateComparison, migrateSwitch } from "./discriminators.ts";
import type { MigrationFacts } from "./facts.ts";
import { migrateAccess, migrateBinding } from "./field-access.ts";
import { ImportPlan } from "./import-plan.ts";
import type { Finding, MigratedFile } from "./migrated-file.ts";
import { migrateLiteral } from "./object-literals.ts";
import { adviseMember } from "./sdk-members.ts";
import { SourceEdits } from "./source-edits.ts";
import { findEnumLists, findWrittenEnum, migrateEnumKeys, migrateString } from "./string-literals.ts";
import { EditConflict } from "./text-edits.ts";
import { migrateOtherType, migrateTypeName, migrateUnion } from "./type-names.ts";
import { migrateReference, wrapValue } from "./wrappers.ts";

interface FileInput {
  readonly program: ts.Program;
  readonly facts: MigrationFacts;
  readonly file: ts.SourceFile;
  readonly path: string;
}

/** A message about a place, an offset of the text. */
interface Note {
  readonly at: number;
  readonly message: string;
}

/** Migrates one file of a program; its text stays as it is where changes would contradict each other. */
export function migrateFile({ program, facts, file, path }: FileInput): MigratedFile {
  const { text } = file;
  const notes: Note[] = [];
  const report = (node: ts.Node, message: string): void => {
    const at = node.getStart(file);
    if (!notes.some((known) => known.at === at && known.message === message)) notes.push({ at, message });
  };
  const edits = new SourceEdits(file);
  const checker = program.getTypeChecker();
  const options = program.getCompilerOptions();
  const isVerbatim = options.verbatimModuleSyntax === true;
  const plan = new ImportPlan({ checker, facts, file, edits, isVerbatim, report });
  migrateNodes(plan, {
    checker,
    facts,
    file,
    edits,
    isChecked: options.noUncheckedIndexedAccess === true,
    report,
    importType: (name) => plan.importType(name),
    done: new Set(),
  });
  plan.finish();
  try {
    const { text: migrated, locate } = edits.apply();
    const located = notes.map(({ at, message }) => ({ at: locate(at), message }));
    return { path, text: migrated, findings: toFindings(migrated, located) };
  } catch (error) {
    if (!(error instanceof EditConflict)) throw error;
    const conflict = { at: 0, message: `migrate this file by hand: ${error.message}` };
    return { path, text, findings: toFindings(text, [...notes, conflict]) };
  }
}

function migrateNodes(plan: ImportPlan, context: MigrationContext): void {
  const enums = findEnumLists(context);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined))
      return;
    if (ts.isUnionTypeNode(node)) {
      migrateUnion(context, node);
      findWrittenEnum(context, node);
    }
    if (ts.isSwitchStatement(node)) migrateSwitch(context, node);
    else if (ts.isBinaryExpression(node)) migrateComparison(context, node);
    else if (ts.isBindingElement(node)) migrateBinding(context, node);
    else if (ts.isStringLiteralLike(node)) migrateString(context, node, enums);
    else migrateOtherType(context, node);
    if (ts.isIdentifier(node)) migrateTypeName(context, plan, node);
    if (ts.isObjectLiteralExpression(node)) {
      migrateLiteral(context, node);
      migrateEnumKeys(context, node);
    }
    if (ts.isPropertyAccessExpression(node)) {
      migrateAccess(context, node);
      adviseMember(context, node);
    }
    if (
      ts.isIdentifier(node) ||
      ts.isPropertyAccessExpression(node) ||
      ts.isElementAccessExpression(node) ||
      ts.isCallExpression(node)
    )
      migrateReference(context, node);
    if (isValue(node)) wrapValue(context, node);
    node.forEachChild(visit);
  };
  visit(context.file);
}

function isValue(node: ts.Node): node is ts.Expression {
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

function toFindings(text: string, notes: readonly Note[]): readonly Finding[] {
  const lines = ts.createSourceFile("text.ts", text, ts.ScriptTarget.Latest);
  return notes
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, message }) => {
      const { line, character } = lines.getLineAndCharacterOfPosition(Math.min(at, text.length));
      return { line: line + 1, column: character + 1, message };
    });
}
