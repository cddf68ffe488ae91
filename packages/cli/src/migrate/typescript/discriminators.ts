import { ts } from "ts-morph";
import type { MigrationContext } from "./context.ts";
import { isEquality, isSimple, literalText, skipPlain } from "./expressions.ts";
import { adviseChange, findChange } from "./field-access.ts";
import { discriminatorOf, eventNames, hasField, partNames, securitySchemeNames } from "./legacy-model.ts";
import { findFields, type LegacyField } from "./resolve-types.ts";
import type { Piece } from "./text-edits.ts";
import { findNarrowedNames, findValueWrapper } from "./wrappers.ts";

/** A reading of the discriminator of a value. */
interface KindAccess {
  readonly access: ts.PropertyAccessExpression;
  readonly fields: readonly LegacyField[];
}

function findKindAccess(context: MigrationContext, expression: ts.Expression): KindAccess | undefined {
  const access = skipPlain(expression);
  if (!ts.isPropertyAccessExpression(access)) return undefined;
  const fields = findFields(context.checker.getSymbolAtLocation(access.name));
  return findChange(context, fields)?.kind === "discriminator" ? { access, fields } : undefined;
}

/** Keeps other rules away from an access and its object. */
function markDone({ done }: MigrationContext, { access }: KindAccess): void {
  done.add(access).add(access.expression);
}

/** The members, one of which is set when the discriminator has the value; undefined where that is unknown. */
function findMembers(
  context: MigrationContext,
  { access, fields }: KindAccess,
  value: string,
): readonly string[] | undefined {
  const { facts } = context;
  const isIn = (names: readonly string[]): boolean => fields.every(({ owner }) => names.includes(owner));
  if (isIn(partNames)) return facts.partMembers(value);
  if (findValueWrapper(context, access.expression) === undefined) return undefined;
  const arms = [eventNames, securitySchemeNames].find(isIn);
  const arm = arms?.find((name) => discriminatorOf(name)?.value === value);
  const member = facts.memberFor(arm ?? "");
  return member === undefined ? undefined : [member];
}

/** `part.text !== undefined || part.data !== undefined` after `part.`, or its opposite. */
function writeCondition(object: readonly Piece[], members: readonly string[], isSet = true): Piece[] {
  return members.flatMap((member, index) => [
    ...(index === 0 ? [] : [isSet ? " || " : " && "]),
    ...object,
    `${member} ${isSet ? "!==" : "==="} undefined`,
  ]);
}

function objectOf({ edits }: MigrationContext, { access }: KindAccess): readonly Piece[] {
  return [edits.copy(access.expression), access.questionDotToken === undefined ? "." : "?."];
}

/** `part.kind === "text"` -> `part.text !== undefined`, `"text" in part` likewise. */
export function migrateComparison(context: MigrationContext, expression: ts.BinaryExpression): void {
  const operator = expression.operatorToken.kind;
  if (operator === ts.SyntaxKind.InKeyword) migrateIn(context, expression);
  if (!isEquality(operator)) return;
  const kind = findKindAccess(context, expression.left) ?? findKindAccess(context, expression.right);
  const value = literalText(expression.right) ?? literalText(expression.left);
  if (kind === undefined || value === undefined) return;
  const members = findMembers(context, kind, value);
  if (members === undefined || (members.length > 1 && !isSimple(kind.access.expression))) return;
  markDone(context, kind);
  const isEqual =
    operator === ts.SyntaxKind.EqualsEqualsEqualsToken || operator === ts.SyntaxKind.EqualsEqualsToken;
  const pieces = writeCondition(objectOf(context, kind), members, isEqual);
  const { parent } = expression;
  const isOperand =
    ts.isBinaryExpression(parent) || ts.isPrefixUnaryExpression(parent) || ts.isConditionalExpression(parent);
  const isEnclosed = members.length === 1 || !isOperand;
  context.edits.replaceNode(expression, ...(isEnclosed ? pieces : ["(", ...pieces, ")"]));
}

function migrateIn(context: MigrationContext, expression: ts.BinaryExpression): void {
  const { checker, edits, done, facts } = context;
  const { left, right: object } = expression;
  const name = literalText(left);
  if (name === undefined) return;
  const replace = (members: readonly string[]): void => {
    const pieces = writeCondition([edits.copy(object), "."], members);
    const isEnclosed = ts.isParenthesizedExpression(expression.parent) || members.length === 1;
    edits.replaceNode(expression, ...(isEnclosed ? pieces : ["(", ...pieces, ")"]));
  };
  const names = findNarrowedNames(context, object);
  if (names.length > 1 && findValueWrapper(context, object) !== undefined) {
    const having = names.filter((each) => hasField(each, name));
    if (having.length === 0) return;
    if (name === "kind" || having.length === names.length) {
      context.report(expression, `${name} no longer tells the types apart: check which member is set`);
      return;
    }
    done.add(object);
    replace(having.flatMap((each) => facts.memberFor(each) ?? []));
    return;
  }
  const type = checker.getTypeAtLocation(object);
  const fields = (type.isUnion() ? type.types : [type]).flatMap((each) => findFields(each.getProperty(name)));
  const change = findChange(context, fields);
  switch (change?.kind) {
    case undefined:
    case "same":
    case "nested":
      return;
    case "renamed":
      replace([change.to]);
      return;
    case "flattened": {
      const [value = "", ...others] = new Set(fields.map(({ owner }) => discriminatorOf(owner)?.value ?? ""));
      const members = others.length === 0 ? facts.partMembers(value) : undefined;
      if (members !== undefined) replace(members);
      else context.report(expression, adviseChange(change, fields));
      return;
    }
    default:
      context.report(expression, adviseChange(change, fields));
  }
}

interface Branch {
  /** Undefined for the default. */
  readonly condition: readonly Piece[] | undefined;
  readonly statements: readonly ts.Statement[];
}

/** A switch on a discriminator becomes a chain of conditions, which narrow in the same way. */
export function migrateSwitch(context: MigrationContext, statement: ts.SwitchStatement): void {
  const kind = findKindAccess(context, statement.expression);
  if (kind === undefined) return;
  markDone(context, kind);
  const branches = readBranches(context, statement, kind);
  if (typeof branches === "string")
    context.report(statement, `write the switch on ${kind.access.name.text} as conditions: ${branches}`);
  else writeChain(context, statement, branches);
}

/** The branches, or the reason why a chain of conditions would not do the same. */
function readBranches(
  context: MigrationContext,
  { caseBlock: { clauses } }: ts.SwitchStatement,
  kind: KindAccess,
): readonly Branch[] | string {
  if (!isSimple(kind.access.expression)) return "its value is computed and needs a variable";
  const branches: Branch[] = [];
  let members: string[] = [];
  let isDefault = false;
  for (const clause of clauses) {
    const isLast = clause === clauses.at(-1);
    if (ts.isCaseClause(clause)) {
      const value = literalText(clause.expression);
      const found = value === undefined ? undefined : findMembers(context, kind, value);
      if (found === undefined) return `${clause.expression.getText(context.file)} is not one of its values`;
      members.push(...found);
    } else {
      isDefault = true;
    }
    if (clause.statements.length === 0 && !isLast) continue;
    if (isDefault && !isLast) return "its default is not the last branch";
    const statements = readBody(clause, isLast);
    if (statements === undefined) return "a branch falls through, or breaks in the middle";
    const condition = isDefault ? undefined : writeCondition(objectOf(context, kind), members);
    branches.push({ condition, statements });
    members = [];
  }
  return branches.length === 0 ? "it has no branches" : branches;
}

/** The statements of a branch without the `break` at its end; undefined where there is another way out. */
function readBody(clause: ts.CaseOrDefaultClause, isLast: boolean): readonly ts.Statement[] | undefined {
  // `case "x": { ... } break;` as well.
  const others = clause.statements.filter((each) => !ts.isBreakStatement(each));
  const [block] = others;
  const isBlock = others.length === 1 && block !== undefined && ts.isBlock(block);
  const statements = isBlock ? block.statements : clause.statements;
  const last = statements.at(-1);
  const isBroken = last !== undefined && ts.isBreakStatement(last);
  const body = isBroken ? statements.slice(0, -1) : statements;
  const isLeft =
    isBroken ||
    (isBlock && clause.statements.length > 1) ||
    (last !== undefined &&
      (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isContinueStatement(last)));
  return (isLeft || isLast) && !body.some(hasOwnBreak) ? body : undefined;
}

/** True if the node leaves the switch by its own `break`. */
function hasOwnBreak(node: ts.Node): boolean {
  if (ts.isBreakStatement(node)) return node.label === undefined;
  if (ts.isFunctionLike(node) || ts.isSwitchStatement(node) || ts.isIterationStatement(node, false))
    return false;
  return node.forEachChild((child) => hasOwnBreak(child) || undefined) === true;
}

function writeChain(
  { file, edits }: MigrationContext,
  statement: ts.SwitchStatement,
  branches: readonly Branch[],
): void {
  const indent = edits.indentAt(statement);
  const inner = indent + edits.indentUnit;
  const isExhaustive = branches.every(({ condition }) => condition !== undefined) && leavesAlways(statement);
  const pieces: Piece[] = [];
  branches.forEach(({ condition = ["true"], statements }, index) => {
    const isDefault = branches[index]?.condition === undefined;
    const isElse = index > 0 && (isDefault || (isExhaustive && index === branches.length - 1));
    if (index > 0) pieces.push(" else ");
    if (isElse) pieces.push("{");
    else pieces.push("if (", ...condition, ") {");
    const [first] = statements;
    const last = statements.at(-1);
    if (first !== undefined && last !== undefined) {
      // A branch begins with the comments before its first statement.
      const [comment] = ts.getLeadingCommentRanges(file.text, first.getFullStart()) ?? [];
      const from = comment?.pos ?? first.getStart(file);
      const to = ts.getTrailingCommentRanges(file.text, last.end)?.at(-1)?.end ?? last.end;
      pieces.push(`\n${inner}`, { from, to }, `\n${indent}`);
      if (edits.startsLine(from))
        edits.shiftLines(from, last.end, inner.length - edits.indentAt(from).length);
    }
    pieces.push("}");
  });
  edits.replaceNode(statement, ...pieces);
}

/**
 * True if the switch ends its function and every branch leaves it, so that the last one needs no condition.
 */
function leavesAlways(statement: ts.SwitchStatement): boolean {
  const { parent } = statement;
  if (!ts.isBlock(parent) || parent.statements.at(-1) !== statement) return false;
  if (!ts.isFunctionLike(parent.parent)) return false;
  return statement.caseBlock.clauses.every(({ statements }) => {
    const end = statements.at(-1);
    const last = end !== undefined && ts.isBlock(end) ? end.statements.at(-1) : end;
    return last === undefined || ts.isReturnStatement(last) || ts.isThrowStatement(last);
  });
}
