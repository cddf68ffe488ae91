import { ts } from "ts-morph";
import type { MigrationContext } from "./context.ts";
import { skipOuter } from "./expressions.ts";
import { eventNames, namesOf, securitySchemeNames, type Wrapper, wrapperFor } from "./legacy-model.ts";
import { findLiteralType, resolveExpected, resolveExpression, resolveType } from "./resolve-types.ts";

/**
 * The wrapper of an expression after the migration. Two types that a function returns without naming a
 * union of the protocol have none.
 */
export function findValueWrapper(context: MigrationContext, expression: ts.Expression): Wrapper | undefined {
  const types = resolveExpression(context, expression);
  const wrapper = wrapperFor(types);
  if (wrapper === "securityScheme") return namesOf(types).length > 1 ? wrapper : undefined;
  return wrapper ?? findSelectedWrapper(context, expression);
}

/** The types that a value may have where it is used. */
export function findNarrowedNames(
  { checker }: MigrationContext,
  expression: ts.Expression,
): readonly string[] {
  return namesOf(resolveType(checker, checker.getTypeAtLocation(expression))).filter(
    (name) => eventNames.includes(name) || securitySchemeNames.includes(name),
  );
}

const selecting = ["find", "findLast", "at", "pop", "shift"];
const keeping = ["filter", "slice", "reverse", "toReversed", "concat"];

/** The list on which an expression calls one of the methods. */
function findList(expression: ts.Expression, methods: readonly string[]): ts.Expression | undefined {
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression))
    return undefined;
  const { name, expression: list } = expression.expression;
  return methods.includes(name.text) ? list : undefined;
}

/** TypeScript infers a narrower type from `filter` and `find`, but the value is still wrapped. */
function findSelectedWrapper(context: MigrationContext, expression: ts.Expression): Wrapper | undefined {
  const inner = skipOuter(expression);
  const isElement = ts.isElementAccessExpression(inner);
  if (!ts.isIdentifier(inner))
    return findElementWrapper(context, isElement ? inner.expression : findList(inner, selecting));
  const declared = context.checker.getSymbolAtLocation(inner)?.valueDeclaration;
  if (declared === undefined) return undefined;
  if (ts.isVariableDeclaration(declared) && declared.type === undefined) {
    const loop = declared.parent.parent;
    return ts.isForOfStatement(loop) ? findElementWrapper(context, loop.expression) : undefined;
  }
  if (!ts.isParameter(declared) || declared.type !== undefined) return undefined;
  const { parent: callback } = declared;
  const { parent: call } = callback;
  const isCallback =
    callback.parameters[0] === declared &&
    ts.isCallExpression(call) &&
    call.arguments[0] === callback &&
    ts.isPropertyAccessExpression(call.expression);
  return isCallback ? findElementWrapper(context, call.expression.expression) : undefined;
}

/** The wrapper of the elements of a list. */
function findElementWrapper(context: MigrationContext, list: ts.Expression | undefined): Wrapper | undefined {
  if (list === undefined) return undefined;
  const [type, ...more] = resolveExpression(context, list);
  const wrapper = type?.kind === "list" && more.length === 0 ? wrapperFor(type.elements) : undefined;
  if (wrapper !== undefined && wrapper !== "securityScheme") return wrapper;
  const inner = skipOuter(list);
  // The predicate of `filter` is migrated where it is written.
  if (!ts.isIdentifier(inner)) return findElementWrapper(context, findList(inner, keeping));
  const declared = context.checker.getSymbolAtLocation(inner)?.valueDeclaration;
  const isInferred =
    declared !== undefined && ts.isVariableDeclaration(declared) && declared.type === undefined;
  return isInferred ? findElementWrapper(context, declared.initializer) : undefined;
}

/** Reads the member of a value that is now wrapped, where the code around it has narrowed the type. */
export function migrateReference(context: MigrationContext, expression: ts.Expression): void {
  const { checker, facts, edits, done, file } = context;
  if (done.has(expression) || !isRead(expression)) return;
  const { parent } = expression;
  const wrapper = findValueWrapper(context, expression);
  if (wrapper === undefined) return;
  const asserted = findAssertedEvent(context, expression);
  const names = asserted === undefined ? findNarrowedNames(context, expression) : [asserted];
  if (names.length !== 1) {
    const isObject = ts.isPropertyAccessExpression(parent) && parent.expression === expression;
    // What the types of 0.3 do not have is code of the target already.
    const isKnown = isObject && checker.getSymbolAtLocation(parent.name) !== undefined;
    if (isKnown && names.length > 1) {
      context.report(
        parent.name,
        `${parent.name.text} is now a field of the members of ${facts.wrapperType(wrapper)}: check first which member is set`,
      );
      done.add(parent);
    }
    return;
  }
  const isWanted = wrapperFor(resolveExpected(context, expression)) !== undefined;
  if (asserted === undefined && isWanted) return;
  const member = facts.memberFor(names[0] ?? "");
  if (member === undefined) return;
  if (ts.isShorthandPropertyAssignment(parent)) {
    edits.insert(expression.end, `: ${expression.getText(file)}.${member}`);
    return;
  }
  const type = checker.getTypeAtLocation(expression);
  const mayBeAbsent = type.isUnion() && type !== checker.getNonNullableType(type);
  edits.insert(expression.end, `${mayBeAbsent ? "?" : ""}.${member}`);
}

/** The event that an expression is asserted to be: `event as Task`. */
function findAssertedEvent({ checker }: MigrationContext, { parent }: ts.Expression): string | undefined {
  if (!ts.isAsExpression(parent)) return undefined;
  const names = namesOf(resolveType(checker, checker.getTypeFromTypeNode(parent.type)));
  const events = names.filter((name) => eventNames.includes(name));
  return events.length === 1 ? events[0] : undefined;
}

/** True for a value that is read; false for the name of a declaration, a target or a callee. */
function isRead(expression: ts.Expression): boolean {
  const { parent } = expression;
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== expression;
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name === expression;
  if (
    ts.isPropertyAssignment(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent)
  )
    return parent.initializer === expression;
  if (ts.isBinaryExpression(parent)) {
    const { EqualsToken, QuestionQuestionToken } = ts.SyntaxKind;
    const operator = parent.operatorToken.kind;
    return parent.right === expression || (operator !== EqualsToken && operator !== QuestionQuestionToken);
  }
  if (ts.isCallExpression(parent)) return parent.expression !== expression;
  return !(
    ts.isTypeNode(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isNamedTupleMember(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isMethodSignature(parent)
  );
}

/** Wraps a value of one type where the place takes several types. */
export function wrapValue(context: MigrationContext, expression: ts.Expression): void {
  const { checker, facts, edits, done, file } = context;
  const { parent } = expression;
  const isLiteral = ts.isObjectLiteralExpression(expression);
  if (done.has(expression) || !isRead(expression) || isInside(parent)) return;
  if (!isLiteral && isAssertion(parent)) return;
  const wrapper = wrapperFor(resolveExpected(context, expression));
  if (wrapper === undefined || wrapper === "securityScheme") return;
  const definition = isLiteral ? findLiteralType(context, expression) : findOnlyName(context, expression);
  const member = eventNames.includes(definition ?? "") ? facts.memberFor(definition ?? "") : undefined;
  if (member === undefined) return;
  if (isLiteral) {
    edits.wrap(expression, member);
    return;
  }
  if (checker.getTypeAtLocation(expression).symbol?.name === "Promise") {
    context.report(
      expression,
      `this must be a ${facts.wrapperType(wrapper)}: await the value and write { ${member}: ... }`,
    );
    return;
  }
  const text = expression.getText(file);
  const isMember = ts.isIdentifier(expression) && text === member;
  if (ts.isShorthandPropertyAssignment(parent)) {
    edits.insert(expression.end, `: { ${isMember ? member : `${member}: ${text}`} }`);
    return;
  }
  const before = isMember ? "{ " : `{ ${member}: `;
  if (ts.isArrowFunction(parent)) edits.insertAround(expression, `(${before}`, " })");
  else edits.insertAround(expression, before, " }");
}

/** True for a parent that uses the value itself, as its operand or its object. */
function isInside(parent: ts.Node): boolean {
  return (
    ts.isAwaitExpression(parent) ||
    ts.isPropertyAccessExpression(parent) ||
    ts.isElementAccessExpression(parent) ||
    (ts.isBinaryExpression(parent) && parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken)
  );
}

function isAssertion(parent: ts.Node): boolean {
  return ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) || ts.isNonNullExpression(parent);
}

/** The type of an expression that is no wrapper itself. */
function findOnlyName(context: MigrationContext, expression: ts.Expression): string | undefined {
  if (findValueWrapper(context, expression) !== undefined) return undefined;
  const names = namesOf(resolveExpression(context, expression));
  return names.length === 1 ? names[0] : undefined;
}
