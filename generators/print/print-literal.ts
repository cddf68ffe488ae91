import { isInheritedName, toPropertyName } from "../naming/identifiers.ts";
import { code, type Piece } from "./piece.ts";
import type { SourceFile } from "./source-file.ts";
import { markTypes, withoutMarks } from "./types.ts";

/** What a printed literal is made of; a property that is undefined is left out. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Literal[]
  | { readonly [key: string]: Literal };

const maximumWidth = 100;

/** Prints a value as TypeScript between `open` and `close`: on one line where it is short. */
export function printLiteral(
  out: SourceFile,
  value: Literal,
  { open, close }: { readonly open: Piece; readonly close: Piece },
): void {
  const oneLine = literalText(value);
  if (
    typeof value !== "object" ||
    value === null ||
    widthOf(open) + widthOf(oneLine) + widthOf(close) <= maximumWidth
  ) {
    out.line(code`${open}${oneLine}${close}`);
  } else if (isList(value)) {
    out.block(
      code`${open}[`,
      () => {
        for (const element of value) printLiteral(out, element, { open: "", close: "," });
      },
      code`]${close}`,
    );
  } else {
    out.block(
      code`${open}{`,
      () => {
        for (const [key, property] of properties(value)) {
          printLiteral(out, property, {
            open: `${toPropertyName(key)}: `,
            close: `${narrow(key, property)},`,
          });
        }
      },
      code`}${close}`,
    );
  }
}

/** A value as TypeScript on one line. */
export function literalText(value: Literal): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  if (isList(value)) return `[${value.map(literalText).join(", ")}]`;
  const all = properties(value).map(
    ([key, property]) => `${toPropertyName(key)}: ${literalText(property)}${narrow(key, property)}`,
  );
  return all.length === 0 ? "{}" : `{ ${all.join(", ")} }`;
}

const asConst = markTypes(" as const");

/** TypeScript takes the type of what every object has for the expected one, so that a text is any text. */
function narrow(key: string, value: Literal): string {
  return typeof value === "string" && isInheritedName(key) ? asConst : "";
}

/** The names of imports are not known yet; without them the width is about right. */
function widthOf(piece: Piece): number {
  return typeof piece === "string" ? withoutMarks(piece).length : 0;
}

function isList(value: Literal): value is readonly Literal[] {
  return Array.isArray(value);
}

function properties(value: { readonly [key: string]: Literal }): readonly (readonly [string, Literal])[] {
  return Object.entries(value).filter(([, property]) => property !== undefined);
}
