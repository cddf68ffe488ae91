import type { EnumModel } from "../../model/model.ts";
import { withArticle } from "../../naming/article.ts";
import { code, type Piece } from "../../print/piece.ts";
import { ts } from "../../print/types.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { typeReference, zeroOutsideType } from "../shared/type-expression.ts";
import { binaryRuntime } from "./binary-context.ts";
import { enumNames } from "./names.ts";

/** Emits the conversions of an enum to and from its numbers on the wire. */
export function emitEnumNumber(enumeration: EnumModel, { out, index }: SourceContext): void {
  const { identifier, values, closed, unnamed } = enumeration;
  const toOther = unnamed ? "checkEnumNumber" : "fromEnumText";
  const names = enumNames(enumeration);
  const zero = zeroOutsideType(enumeration);
  const type = code`${typeReference(enumeration, index)}${zero === undefined ? "" : ` | ${JSON.stringify(zero)}`}`;
  const name = JSON.stringify(identifier);

  out.doc(`The number of ${withArticle(identifier)} on the wire; throws a BinaryError for any other value.`);
  out.block(
    code`export function ${names.to}(value${ts`: ${type}`})${ts`: number`} {`,
    () => {
      emitSwitch("value", {
        out,
        cases: values.map(({ json, number }) => [JSON.stringify(json), String(number)]),
        otherwise: code`${binaryRuntime(closed ? "refuseEnum" : toOther)}(${name}, value)`,
      });
    },
    "}",
  );
  out.blank();
  const numbers = values.filter(({ alias }) => !alias);
  const open = unnamed
    ? "the number itself where it has none"
    : 'a text like "#7" where it has none, which checks refuse';
  const other = closed ? "undefined where it has none" : open;
  const unnamedValue = unnamed
    ? "number"
    : code`${binaryRuntime("toEnumText")}(number)${ts` as ${typeReference(enumeration, index)}`}`;
  out.doc(`The ${identifier} of a number on the wire; ${other}.`);
  out.block(
    code`export function ${names.from}(number${ts`: number`})${ts`: ${type}${closed ? " | undefined" : ""}`} {`,
    () => {
      emitSwitch("number", {
        out,
        cases: numbers.map(({ json, number }) => [String(number), JSON.stringify(json)]),
        otherwise: closed ? "undefined" : unnamedValue,
      });
    },
    "}",
  );
}

function emitSwitch(
  subject: string,
  {
    out,
    cases,
    otherwise,
  }: {
    out: SourceContext["out"];
    cases: readonly (readonly [string, string])[];
    otherwise: Piece;
  },
): void {
  out.block(
    `switch (${subject}) {`,
    () => {
      for (const [given, result] of cases) {
        out.line(`case ${given}:`);
        out.indent(() => out.line(`return ${result};`));
      }
      out.line("default:");
      out.indent(() => out.line("return ", otherwise, ";"));
    },
    "}",
  );
}
