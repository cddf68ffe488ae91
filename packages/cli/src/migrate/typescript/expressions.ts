import { ts } from "ts-morph";

/** The expression inside parentheses, `!` and `satisfies`, which has the same value and the same type. */
export function skipPlain(expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isSatisfiesExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}

/** The same with `as`: the expression that has the same value. */
export function skipOuter(expression: ts.Expression): ts.Expression {
  let inner = skipPlain(expression);
  while (ts.isAsExpression(inner) || ts.isTypeAssertionExpression(inner)) inner = skipPlain(inner.expression);
  return inner;
}

/** The text of a string literal, through `as const` and parentheses. */
export function literalText(expression: ts.Expression): string | undefined {
  const inner = skipOuter(expression);
  return ts.isStringLiteralLike(inner) ? inner.text : undefined;
}

/** True for expressions that may be written twice: names and the members of names. */
export function isSimple(expression: ts.Expression): boolean {
  let inner = skipOuter(expression);
  while (
    ts.isPropertyAccessExpression(inner) ||
    (ts.isElementAccessExpression(inner) && ts.isLiteralExpression(inner.argumentExpression))
  ) {
    inner = skipOuter(inner.expression);
  }
  return ts.isIdentifier(inner) || inner.kind === ts.SyntaxKind.ThisKeyword;
}

export function isEquality(operator: ts.SyntaxKind): boolean {
  return [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.EqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsToken,
  ].includes(operator);
}

/** The name of a property of an object literal; undefined for spreads and computed names. */
export function propertyName({ name }: ts.ObjectLiteralElementLike): string | undefined {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}

/** The value of a property of an object literal; undefined for methods and spreads. */
export function propertyValue(property: ts.ObjectLiteralElementLike | undefined): ts.Expression | undefined {
  if (property === undefined) return undefined;
  if (ts.isShorthandPropertyAssignment(property)) return property.name;
  return ts.isPropertyAssignment(property) ? property.initializer : undefined;
}

/** The elements of an array literal that is the value of a property. */
export function listElements(property: ts.ObjectLiteralElementLike): readonly ts.Expression[] | undefined {
  const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
  return value !== undefined && ts.isArrayLiteralExpression(value) ? value.elements : undefined;
}
