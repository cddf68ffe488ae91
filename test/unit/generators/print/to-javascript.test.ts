import { expect, test } from "vitest";
import { code, importType, importValue } from "../../../../generators/print/piece.ts";
import { printLiteral } from "../../../../generators/print/print-literal.ts";
import { createSourceFile } from "../../../../generators/print/source-file.ts";
import { readStatements } from "../../../../generators/print/statements.ts";
import { toDeclarations } from "../../../../generators/print/to-declarations.ts";
import { toJavaScript } from "../../../../generators/print/to-javascript.ts";
import { ts } from "../../../../generators/print/types.ts";

test("TypeScript, JavaScript and declarations come from one print", () => {
  const out = createSourceFile({ path: "a" });
  out.declare("read");
  out.doc("Reads, \u0001whatever\u0002 it is.");
  const long = importType("AVeryLongNameOfATypeThatFillsALine", "./b");
  out.block(
    code`export function read(first${ts`: ${long}`}, second${ts`?: { a: ${long}, b: string }`})${ts`: ${long}`} {`,
    () => {
      out.line(code`let found${ts`: ${importType("B", "./b")} | undefined`};`);
      out.line(code`return ${importValue("c", "./b")}(first${ts` as unknown`}, second)${ts` as ${long}`};`);
    },
    "}",
  );
  out.line("export type D = string;");
  printLiteral(out, { constructor: "a", b: "" }, { open: "const e = ", close: code`${ts` as const`};` });
  const options = { header: "// Generated.\n", importExtension: "js" } as const;
  const statements = readStatements(out.toMarkedText(options));
  expect(out.toText(options)).toBe(`// Generated.

import { type AVeryLongNameOfATypeThatFillsALine, type B, c } from "./b.js";

/** Reads, whatever it is. */
export function read(
  first: AVeryLongNameOfATypeThatFillsALine,
  second?: { a: AVeryLongNameOfATypeThatFillsALine, b: string },
): AVeryLongNameOfATypeThatFillsALine {
  let found: B | undefined;
  return c(first as unknown, second) as AVeryLongNameOfATypeThatFillsALine;
}
export type D = string;
const e = { constructor: "a" as const, b: "" } as const;
`);
  expect(toJavaScript(statements)).toBe(`// Generated.

import { c } from "./b.js";
/** Reads, whatever it is. */
export function read(
  first,
  second,
) {
  let found;
  return c(first, second);
}
const e = { constructor: "a", b: "" };
`);
  expect(toDeclarations(statements)).toBe(`// Generated.

import { type AVeryLongNameOfATypeThatFillsALine } from "./b.js";
/** Reads, whatever it is. */
export declare function read(
  first: AVeryLongNameOfATypeThatFillsALine,
  second?: { a: AVeryLongNameOfATypeThatFillsALine, b: string },
): AVeryLongNameOfATypeThatFillsALine;
export type D = string;
`);
});
