import type { Statements } from "./statements.ts";
import { withoutTypes } from "./types.ts";

/**
 * The JavaScript of a file that `SourceFile` has printed: its statements without types, and without marks.
 */
export function toJavaScript({ header, statements }: Statements): string {
  const kept = statements.filter(({ isType }) => !isType).map(({ doc, code }) => `${doc}${code}\n`);
  if (kept.length === 0) return `${header}\nexport {};\n`;
  return withoutTypes(`${header}\n${kept.join("")}`);
}
