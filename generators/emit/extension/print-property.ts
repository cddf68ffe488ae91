import { type Literal, printLiteral } from "../../print/print-literal.ts";
import type { SourceFile } from "../../print/source-file.ts";

/** Prints a property of an object literal: `name: value,`. */
export type PrintProperty = (name: string, value: Literal) => void;

export function createProperty(out: SourceFile): PrintProperty {
  return (name, value) => printLiteral(out, value, { open: `${name}: `, close: "," });
}
