import type { ts } from "ts-morph";
import type { MigrationContext } from "./migration-context.ts";

/** The expression in parentheses, `!` and `satisfies`: what has the same value and the same type. */
export function skipPlain({ ts }: Pick<MigrationContext, "ts">, expression: ts.Expression): ts.Expression {
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

/** The expression in all that leaves its value as it is, `as` included. */
export function skipOuter(context: Pick<MigrationContext, "ts">, expression: ts.Expression): ts.Expression {
  const { ts } = context;
  let inner = skipPlain(context, expression);
  while (ts.isAsExpression(inner) || ts.isTypeAssertionExpression(inner))
    inner = skipPlain(context, inner.expression);
  return inner;
}
