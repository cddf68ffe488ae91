import type { ts } from "ts-morph";
import { fieldsOfSymbol, isEquality, type LegacyField, stringOf } from "./legacy-questions.ts";
import { discriminatorOf, eventNames, fieldOf, partNames, securitySchemeNames } from "./legacy-schema.ts";
import { indentOf, indentUnit, lineStartOf, shiftLines } from "./line-layout.ts";
import { fateOfFields, isSimple } from "./migrate-access.ts";
import type { MigrationContext } from "./migration-context.ts";
import { skipPlain } from "./skip-outer.ts";
import type { Piece } from "./text-edits.ts";
import { namesAt, wrapperOfExpression } from "./wrappers.ts";

/** A reading of the discriminator of a value. */
interface KindAccess {
  readonly access: ts.PropertyAccessExpression;
  readonly fields: readonly LegacyField[];
}

function kindAccess(context: MigrationContext, expression: ts.Expression): KindAccess | undefined {
  const { ts, checker } = context;
  const inner = skipPlain(context, expression);
  if (!ts.isPropertyAccessExpression(inner)) return undefined;
  const fields = fieldsOfSymbol(checker.getSymbolAtLocation(inner.name));
  return fields.length > 0 && fateOfFields(context, fields)?.kind === "discriminator"
    ? { access: inner, fields }
    : undefined;
}

/** The members of which one is set when the discriminator has the value; undefined where that cannot be told. */
function membersFor(
  context: MigrationContext,
  { access, fields }: KindAccess,
  value: string,
): readonly string[] | undefined {
  const owners = fields.map(({ owner }) => owner);
  const named = (names: readonly string[]): string | undefined =>
    names.find((name) => discriminatorOf(name)?.value === value);
  if (owners.every((owner) => partNames.includes(owner))) return context.facts.partMembers(value);
  if (wrapperOfExpression(context, access.expression) === undefined) return undefined;
  if (owners.every((owner) => eventNames.includes(owner))) {
    const member = context.facts.memberFor(named(eventNames) ?? "");
    return member === undefined ? undefined : [member];
  }
  if (owners.every((owner) => securitySchemeNames.includes(owner))) {
    const member = context.facts.memberFor(named(securitySchemeNames) ?? "");
    return member === undefined ? undefined : [member];
  }
  return undefined;
}

/** `part.file` where the file's fields are the part's own now, and what else stands before the discriminator. */
function objectOf(
  { file }: MigrationContext,
  access: ts.PropertyAccessExpression,
): { readonly piece: Piece; readonly dot: string } {
  const { expression } = access;
  const dot = access.questionDotToken === undefined ? "." : "?.";
  return { piece: { from: expression.getStart(file), to: expression.end }, dot };
}

function condition(
  context: MigrationContext,
  kind: KindAccess,
  members: readonly string[],
  isEqual: boolean,
): Piece[] {
  const { piece, dot } = objectOf(context, kind.access);
  const operator = isEqual ? "!==" : "===";
  return members.flatMap((member, index) => [
    ...(index === 0 ? [] : [isEqual ? " || " : " && "]),
    piece,
    `${dot}${member} ${operator} undefined`,
  ]);
}

/** `part.kind === "text"` -> `part.text !== undefined`, `"text" in part` likewise. */
export function migrateComparison(context: MigrationContext, expression: ts.BinaryExpression): void {
  const { ts, edits, file, done } = context;
  if (expression.operatorToken.kind === ts.SyntaxKind.InKeyword) {
    migrateIn(context, expression);
    return;
  }
  if (!isEquality(context, expression.operatorToken.kind)) return;
  const kind = kindAccess(context, expression.left) ?? kindAccess(context, expression.right);
  const value = stringOf(context, expression.right) ?? stringOf(context, expression.left);
  if (kind === undefined || value === undefined) return;
  const members = membersFor(context, kind, value);
  if (members === undefined || (members.length > 1 && !isSimple(context, kind.access.expression))) return;
  done.add(kind.access);
  done.add(kind.access.expression);
  const isEqual = [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.EqualsEqualsToken].includes(
    expression.operatorToken.kind,
  );
  const pieces = condition(context, kind, members, isEqual);
  const { parent } = expression;
  const isAlone =
    members.length === 1 ||
    !(
      ts.isBinaryExpression(parent) ||
      ts.isPrefixUnaryExpression(parent) ||
      ts.isConditionalExpression(parent)
    );
  edits.replace(expression.getStart(file), expression.end, ...(isAlone ? pieces : ["(", ...pieces, ")"]));
}

function migrateIn(context: MigrationContext, expression: ts.BinaryExpression): void {
  const { checker, edits, file, done, facts } = context;
  const name = stringOf(context, expression.left);
  if (name === undefined) return;
  const object = expression.right;
  const type = checker.getTypeAtLocation(object);
  const names = namesAt(context, object);
  const wrapper = wrapperOfExpression(context, object);
  if (wrapper !== undefined && names.length > 1) {
    const having = names.filter((each) => fieldOf(each, name) !== undefined);
    if (having.length === 0) return;
    if (name === "kind" || having.length === names.length) {
      context.report(expression, `${name} tells nothing any more: ask which member is set`);
      return;
    }
    done.add(object);
    replaceIn(
      context,
      expression,
      having.flatMap((each) => facts.memberFor(each) ?? []),
    );
    return;
  }
  const owners = (type.isUnion() ? type.types : [type]).flatMap((each) =>
    fieldsOfSymbol(each.getProperty(name)),
  );
  const fate = owners.length === 0 ? undefined : fateOfFields(context, owners);
  if (fate?.kind === "renamed") {
    edits.replace(
      expression.getStart(file),
      expression.end,
      { from: object.getStart(file), to: object.end },
      `.${fate.to} !== undefined`,
    );
  } else if (fate?.kind === "flattened") {
    const values = new Set(owners.map(({ owner }) => discriminatorOf(owner)?.value ?? ""));
    const members = values.size === 1 ? facts.partMembers([...values].join("")) : undefined;
    if (members === undefined)
      context.report(expression, `the fields of ${name} are fields of the object itself now`);
    else replaceIn(context, expression, members);
  } else if (fate !== undefined && fate.kind !== "same" && fate.kind !== "nested") {
    context.report(expression, `${name} cannot be asked for any more`);
  }
}

function replaceIn(
  context: MigrationContext,
  expression: ts.BinaryExpression,
  members: readonly string[],
): void {
  const { ts, edits, file } = context;
  const object: Piece = { from: expression.right.getStart(file), to: expression.right.end };
  const pieces = members.flatMap((member, index) => [
    ...(index === 0 ? [] : [" || "]),
    object,
    `.${member} !== undefined`,
  ]);
  const isEnclosed = ts.isParenthesizedExpression(expression.parent) || members.length === 1;
  edits.replace(expression.getStart(file), expression.end, ...(isEnclosed ? pieces : ["(", ...pieces, ")"]));
}

interface Branch {
  readonly clauses: readonly ts.CaseOrDefaultClause[];
  readonly condition: Piece[] | undefined;
  readonly statements: readonly ts.Statement[];
}

/** A switch on a discriminator becomes a chain of conditions, which narrow in the same way. */
export function migrateSwitch(context: MigrationContext, statement: ts.SwitchStatement): void {
  const kind = kindAccess(context, statement.expression);
  if (kind === undefined) return;
  const { done } = context;
  const branches = branchesOf(context, statement, kind);
  if (typeof branches === "string") {
    context.report(statement, `write the switch on ${kind.access.name.text} as conditions: ${branches}`);
    done.add(kind.access);
    done.add(kind.access.expression);
    return;
  }
  done.add(kind.access);
  done.add(kind.access.expression);
  writeChain(context, statement, branches);
}

/** The branches, or why there are none. */
function branchesOf(
  context: MigrationContext,
  statement: ts.SwitchStatement,
  kind: KindAccess,
): readonly Branch[] | string {
  const { ts, file } = context;
  if (!isSimple(context, kind.access.expression))
    return "it asks a value that is computed, which needs a variable";
  const branches: Branch[] = [];
  let waiting: ts.CaseOrDefaultClause[] = [];
  for (const clause of statement.caseBlock.clauses) {
    waiting.push(clause);
    const isLast = clause === statement.caseBlock.clauses.at(-1);
    if (clause.statements.length === 0 && !isLast) continue;
    const pieces: Piece[][] = [];
    for (const each of waiting) {
      if (!ts.isCaseClause(each)) continue;
      const value = stringOf(context, each.expression);
      const members = value === undefined ? undefined : membersFor(context, kind, value);
      if (members === undefined) return `${each.expression.getText(file)} is no value that it can have`;
      pieces.push(condition(context, kind, members, true));
    }
    const isDefault = waiting.some((each) => ts.isDefaultClause(each));
    if (isDefault && !isLast) return "its default is not the last branch";
    const statements = bodyOf(context, clause, isLast);
    if (statements === undefined) return "a branch goes on with the next one, or leaves it in the middle";
    branches.push({
      clauses: waiting,
      condition: isDefault
        ? undefined
        : pieces.flatMap((each, index) => (index === 0 ? each : [" || ", ...each])),
      statements,
    });
    waiting = [];
  }
  return branches.length === 0 ? "it has no branches" : branches;
}

/** The statements of a branch without the `break` at its end; undefined where there is another way out. */
function bodyOf(
  context: MigrationContext,
  clause: ts.CaseOrDefaultClause,
  isLast: boolean,
): readonly ts.Statement[] | undefined {
  const { ts } = context;
  const [only] = clause.statements;
  const isBlock = clause.statements.length === 1 && only !== undefined && ts.isBlock(only);
  // `case "x": { ... } break;` as well.
  const outer = clause.statements.filter((each) => !ts.isBreakStatement(each));
  const [block] = outer;
  const isBlockAndBreak = !isBlock && outer.length === 1 && block !== undefined && ts.isBlock(block);
  const statements =
    isBlock && only !== undefined && ts.isBlock(only)
      ? [...only.statements]
      : isBlockAndBreak && ts.isBlock(block)
        ? [...block.statements]
        : [...clause.statements];
  const last = statements.at(-1);
  const endsWithBreak = last !== undefined && ts.isBreakStatement(last);
  const body = endsWithBreak ? statements.slice(0, -1) : statements;
  const leaves =
    last !== undefined &&
    (endsWithBreak ||
      ts.isReturnStatement(last) ||
      ts.isThrowStatement(last) ||
      ts.isContinueStatement(last));
  if (!leaves && !isBlockAndBreak && !isLast) return undefined;
  return body.some((each) => hasOwnBreak(context, each)) ? undefined : body;
}

function hasOwnBreak(context: MigrationContext, node: ts.Node): boolean {
  const { ts } = context;
  if (ts.isBreakStatement(node)) return node.label === undefined;
  if (ts.isFunctionLike(node) || ts.isSwitchStatement(node) || ts.isIterationStatement(node, false))
    return false;
  return node.forEachChild((child) => hasOwnBreak(context, child) || undefined) === true;
}

function writeChain(
  context: MigrationContext,
  statement: ts.SwitchStatement,
  branches: readonly Branch[],
): void {
  const { file, edits } = context;
  const start = statement.getStart(file);
  const indent = indentOf(file, start);
  const unit = indentUnit(file);
  const isExhaustive =
    !branches.some(({ condition: each }) => each === undefined) && leavesAlways(context, statement);
  const pieces: Piece[] = [];
  branches.forEach(({ clauses, condition: test, statements }, index) => {
    const isElse = test === undefined || (isExhaustive && index === branches.length - 1 && index > 0);
    const opening = isElse && index > 0 ? "else {" : "";
    if (index > 0) pieces.push(" ");
    if (opening === "") pieces.push(index === 0 ? "if (" : "else if (", ...(test ?? ["true"]), ") {");
    else pieces.push(opening);
    const [first] = statements;
    const last = statements.at(-1);
    const [clause] = clauses;
    if (first === undefined || last === undefined || clause === undefined) {
      pieces.push("}");
      return;
    }
    const from = startWithComments(context, first);
    pieces.push(`\n${indent}${unit}`, { from, to: endWithComment(context, last) }, `\n${indent}}`);
    const isOnOwnLine = file.text.slice(lineStartOf(file, from), from).trim() === "";
    const by =
      indent.length + unit.length - (isOnOwnLine ? indentOf(file, from).length : indent.length + unit.length);
    shiftLines(context, from, last.end, by);
  });
  edits.replace(start, statement.end, ...pieces);
}

/** A branch begins with the comments before its first statement. */
function startWithComments({ ts, file }: MigrationContext, statement: ts.Statement): number {
  const comments = ts.getLeadingCommentRanges(file.text, statement.getFullStart()) ?? [];
  return comments[0]?.pos ?? statement.getStart(file);
}

function endWithComment({ ts, file }: MigrationContext, statement: ts.Statement): number {
  return ts.getTrailingCommentRanges(file.text, statement.end)?.at(-1)?.end ?? statement.end;
}

/** Whether nothing after the switch is reached: all values have a branch, and every branch leaves the function. */
function leavesAlways({ ts }: MigrationContext, statement: ts.SwitchStatement): boolean {
  const { parent } = statement;
  if (!ts.isBlock(parent) || parent.statements.at(-1) !== statement) return false;
  if (!ts.isFunctionLike(parent.parent)) return false;
  return statement.caseBlock.clauses.every(({ statements }) => {
    let last = statements.at(-1);
    if (last !== undefined && ts.isBlock(last)) last = last.statements.at(-1);
    return last === undefined || ts.isReturnStatement(last) || ts.isThrowStatement(last);
  });
}
