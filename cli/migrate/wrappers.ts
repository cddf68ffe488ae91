import type { ts } from "ts-morph";
import { expectedOf, nodeOf, nodeOfType, typeOfLiteral, wrapperFor } from "./legacy-questions.ts";
import { eventNames, namesOf, securitySchemeNames } from "./legacy-schema.ts";
import type { MigrationContext } from "./migration-context.ts";
import type { Wrapper } from "./migration-facts.ts";
import { skipOuter } from "./skip-outer.ts";
import { wrapLiteral } from "./wrap-literal.ts";

/**
 * The wrapper that an expression is after the migration. What a function makes of two types by itself,
 * without saying that it is a union of the protocol, is none.
 */
export function wrapperOfExpression(
  context: MigrationContext,
  expression: ts.Expression,
): Wrapper | undefined {
  const node = nodeOf(context, expression);
  const wrapper = node === undefined ? undefined : wrapperFor(node);
  if (wrapper === "securityScheme") return namesOf(node ?? {}).length > 1 ? wrapper : undefined;
  return wrapper ?? wrapperOfSelection(context, expression);
}

/** The types that a value may have where it is used. */
export function namesAt(context: MigrationContext, expression: ts.Expression): readonly string[] {
  const node = nodeOfType(context, context.checker.getTypeAtLocation(expression));
  const names = node === undefined ? [] : namesOf(node);
  return names.filter((name) => eventNames.includes(name) || securitySchemeNames.includes(name));
}

const selecting = ["find", "findLast", "at", "pop", "shift"];
const keeping = ["filter", "slice", "reverse", "toReversed", "concat"];

/** TypeScript infers of `filter` and `find` which type is left; the value is still wrapped. */
function wrapperOfSelection(context: MigrationContext, expression: ts.Expression): Wrapper | undefined {
  const { ts, checker } = context;
  const inner = skipOuter(context, expression);
  if (ts.isIdentifier(inner)) {
    const declared = checker.getSymbolAtLocation(inner)?.valueDeclaration;
    if (declared === undefined) return undefined;
    if (ts.isVariableDeclaration(declared) && declared.type === undefined) {
      const loop = declared.parent.parent;
      return ts.isForOfStatement(loop) ? wrapperOfElements(context, loop.expression) : undefined;
    }
    if (
      ts.isParameter(declared) &&
      declared.type === undefined &&
      declared.parent.parameters[0] === declared
    ) {
      const call = declared.parent.parent;
      const isCallback =
        ts.isCallExpression(call) &&
        call.arguments[0] === declared.parent &&
        ts.isPropertyAccessExpression(call.expression);
      return isCallback ? wrapperOfElements(context, call.expression.expression) : undefined;
    }
    return undefined;
  }
  if (ts.isElementAccessExpression(inner)) return wrapperOfElements(context, inner.expression);
  if (
    ts.isCallExpression(inner) &&
    ts.isPropertyAccessExpression(inner.expression) &&
    selecting.includes(inner.expression.name.text)
  ) {
    return wrapperOfElements(context, inner.expression.expression);
  }
  return undefined;
}

function wrapperOfElements(context: MigrationContext, list: ts.Expression): Wrapper | undefined {
  const { ts, checker } = context;
  const items = nodeOf(context, list)?.items;
  const wrapper = items === undefined ? undefined : wrapperFor(items);
  if (wrapper !== undefined && wrapper !== "securityScheme") return wrapper;
  const inner = skipOuter(context, list);
  if (ts.isIdentifier(inner)) {
    const declared = checker.getSymbolAtLocation(inner)?.valueDeclaration;
    const initializer =
      declared !== undefined && ts.isVariableDeclaration(declared) && declared.type === undefined
        ? declared.initializer
        : undefined;
    return initializer === undefined ? undefined : wrapperOfElements(context, initializer);
  }
  if (
    ts.isCallExpression(inner) &&
    ts.isPropertyAccessExpression(inner.expression) &&
    keeping.includes(inner.expression.name.text)
  ) {
    // A predicate that says its type by itself is looked at where it is written.
    return wrapperOfElements(context, inner.expression.expression);
  }
  return undefined;
}

/** Reads the member of a value that is wrapped now, where the code around it has found out which one it is. */
export function migrateReference(context: MigrationContext, expression: ts.Expression): void {
  const { ts, edits, done, file } = context;
  if (done.has(expression) || !isRead(context, expression)) return;
  const { parent } = expression;
  const wrapper = wrapperOfExpression(context, expression);
  if (wrapper === undefined) return;
  const asserted =
    ts.isAsExpression(parent) && parent.expression === expression ? assertedName(context, parent) : undefined;
  const names = asserted === undefined ? namesAt(context, expression) : [asserted];
  if (names.length !== 1) {
    const isObject = ts.isPropertyAccessExpression(parent) && parent.expression === expression;
    if (isObject && names.length > 1) {
      context.report(
        parent.name,
        `${parent.name.text} is a field of the members of ${context.facts.wrapperType(wrapper)} now: find out first which member is set`,
      );
      done.add(parent);
    }
    return;
  }
  const expected = expectedOf(context, expression);
  if (asserted === undefined && expected !== undefined && wrapperFor(expected) !== undefined) return;
  const member = context.facts.memberFor(names[0] ?? "");
  if (member === undefined) return;
  if (ts.isShorthandPropertyAssignment(parent)) {
    edits.replace(expression.end, expression.end, `: ${expression.getText(file)}.${member}`);
    return;
  }
  const mayBeAbsent =
    (context.checker.getTypeAtLocation(expression).flags & ts.TypeFlags.Union) !== 0 &&
    context.checker.getTypeAtLocation(expression) !==
      context.checker.getNonNullableType(context.checker.getTypeAtLocation(expression));
  edits.insert(expression.end, `${mayBeAbsent ? "?" : ""}.${member}`);
}

function assertedName(context: MigrationContext, assertion: ts.AsExpression): string | undefined {
  const names = namesOf(
    nodeOfType(context, context.checker.getTypeFromTypeNode(assertion.type)) ?? {},
  ).filter((name) => eventNames.includes(name));
  return names.length === 1 ? names[0] : undefined;
}

/** Whether an expression is a value that is read, and no name of a declaration, a target or a callee. */
function isRead({ ts }: MigrationContext, expression: ts.Expression): boolean {
  const { parent } = expression;
  if (ts.isPropertyAccessExpression(parent) && parent.name === expression) return false;
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name === expression;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === expression;
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return parent.right === expression;
  if (
    ts.isBinaryExpression(parent) &&
    parent.left === expression &&
    parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
  )
    return false;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent))
    return parent.initializer === expression;
  if (
    ts.isTypeNode(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isTypePredicateNode(parent)
  )
    return false;
  if (ts.isNamedTupleMember(parent) || ts.isPropertySignature(parent) || ts.isMethodSignature(parent))
    return false;
  return !(ts.isCallExpression(parent) && parent.expression === expression);
}

/** Wraps a value of one type where the place wants any of several. */
export function wrapValue(context: MigrationContext, expression: ts.Expression): void {
  const { ts, edits, done, file } = context;
  if (done.has(expression) || !isRead(context, expression) || ts.isAwaitExpression(expression.parent)) return;
  if (ts.isPropertyAccessExpression(expression.parent) || ts.isElementAccessExpression(expression.parent))
    return;
  const isLiteral = ts.isObjectLiteralExpression(expression);
  if (
    ts.isBinaryExpression(expression.parent) &&
    expression.parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken
  )
    return;
  if (
    ts.isAsExpression(expression.parent) ||
    ts.isSatisfiesExpression(expression.parent) ||
    ts.isNonNullExpression(expression.parent)
  ) {
    if (!isLiteral) return;
  }
  const expected = expectedOf(context, expression);
  const wrapper = expected === undefined ? undefined : wrapperFor(expected);
  if (wrapper === undefined || wrapper === "securityScheme") return;
  const definition = isLiteral
    ? typeOfLiteral(context, expression)?.definition
    : singleName(context, expression);
  const member =
    definition === undefined || !eventNames.includes(definition)
      ? undefined
      : context.facts.memberFor(definition);
  if (member === undefined) return;
  if (!isLiteral) {
    const type = context.checker.getTypeAtLocation(expression);
    if (type.symbol?.name === "Promise") {
      context.report(
        expression,
        `a ${context.facts.wrapperType(wrapper)} is wanted here: await the value and write { ${member}: ... }`,
      );
      return;
    }
    if (ts.isShorthandPropertyAssignment(expression.parent)) {
      edits.insert(
        expression.end,
        `: { ${expression.getText(file) === member ? member : `${member}: ${expression.getText(file)}`} }`,
      );
      return;
    }
    const isBody = ts.isArrowFunction(expression.parent);
    const before = ts.isIdentifier(expression) && expression.text === member ? "{ " : `{ ${member}: `;
    edits.insert(expression.getStart(file), isBody ? `(${before}` : before);
    edits.insert(expression.end, isBody ? " })" : " }");
    return;
  }
  wrapLiteral(context, expression, member);
}

function singleName(context: MigrationContext, expression: ts.Expression): string | undefined {
  if (wrapperOfExpression(context, expression) !== undefined) return undefined;
  const node = nodeOf(context, expression);
  const names = node === undefined || node.items !== undefined ? [] : namesOf(node);
  return names.length === 1 ? names[0] : undefined;
}
