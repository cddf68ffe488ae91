import type { ts } from "ts-morph";
import { indentOf, indentUnit, isOneLine, shiftLines } from "./line-layout.ts";
import type { MigrationContext } from "./migration-context.ts";

/** Puts an expression into an object as one member; what is on several lines gets lines of its own. */
export function wrapLiteral(context: MigrationContext, expression: ts.Expression, member: string): void {
  const { file, edits } = context;
  const start = expression.getStart(file);
  if (isOneLine(file, start, expression.end)) {
    edits.insert(start, `{ ${member}: `);
    edits.insert(expression.end, " }");
    return;
  }
  const indent = indentOf(file, start);
  const unit = indentUnit(file);
  edits.insert(start, `{\n${indent}${unit}${member}: `);
  edits.insert(expression.end, `,\n${indent}}`);
  shiftLines(context, start, expression.end, unit.length);
}
