import { uniqueName } from "../../naming/unique-name.ts";
import { code, type Piece } from "../../print/piece.ts";
import { type Literal, literalText, printLiteral } from "../../print/print-literal.ts";
import type { SourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";
import { createProperty } from "./print-property.ts";

/** A literal where it is used, and what a constant for it would be called. */
export interface LiteralUse {
  readonly name: string;
  readonly type: Piece;
  readonly value: Literal;
}

/** Prints a property whose value may be one of the file's constants. */
export type PrintShared = (name: string, value: Literal) => void;

/** Prints a constant for each literal that a file has more than once; returns what prints its uses. */
export function printShared(out: SourceFile, uses: readonly LiteralUse[]): PrintShared {
  const counts = new Map<string, number>();
  for (const { value } of uses) {
    const text = literalText(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const names = new Map<string, string>();
  for (const { name: wanted, type, value } of uses) {
    const text = literalText(value);
    if (names.has(text) || (counts.get(text) ?? 0) < 2) continue;
    const name = uniqueName(wanted, new Set(names.values()));
    names.set(text, name);
    printLiteral(out, value, { open: code`const ${name}${ts`: ${type}`} = `, close: ";" });
    out.blank();
  }
  const property = createProperty(out);
  return (name, value) => {
    const shared = names.get(literalText(value));
    if (shared === undefined) property(name, value);
    else out.line(shared === name ? `${name},` : `${name}: ${shared},`);
  };
}
