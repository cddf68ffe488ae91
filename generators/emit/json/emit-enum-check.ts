import type { EnumModel } from "../../model/model.ts";
import { withArticle } from "../../naming/article.ts";
import { code } from "../../print/piece.ts";
import { codegenType, codegenValue } from "../../print/runtime-import.ts";
import type { SourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { enumReference, typeReference } from "../shared/type-expression.ts";
import { enumNames } from "./names.ts";

/** Emits the type guard of an enum, and the kind that checks of messages consult when it says no. */
export function emitEnumCheck(enumeration: EnumModel, { out, index, file }: SourceContext): void {
  const names = enumNames(enumeration);
  const members = enumeration.values.filter((value) => !value.unspecified);
  const isUnused = members.length === 0 && enumeration.unnamed !== true;
  const parameter = isUnused ? "_value" : "value";
  out.doc(`Whether a value is ${withArticle(enumeration.identifier)}.`);
  out.block(
    code`export function ${names.is}(${parameter}${ts`: unknown`})${ts`: ${parameter} is ${typeReference(enumeration, index)}`} {`,
    () => emitTest(enumeration, members, out),
    "}",
  );
  out.blank();
  out.doc(`Describes ${enumeration.identifier} in problems of refused values.`);
  const kind = code`export const ${names.kind}${ts`: ${codegenType("Kind")}`}`;
  const call = code`/* @__PURE__ */ ${codegenValue("enumKind")}`;
  const open = enumeration.unnamed ? ", unnamed: true" : "";
  const skips = file.dialect.open && file.source === "proto" ? ", skips: true" : "";
  const values = code`name: ${JSON.stringify(enumeration.identifier)}, values: ${enumReference(enumeration, index)}${open}${skips}`;
  if (file.dialect.spellings === "canonical") {
    out.line(code`${kind} = ${call}(${names.is}, { ${values} });`);
    return;
  }
  out.block(
    code`${kind} = ${call}(${names.is}, {`,
    () => {
      out.line(code`${values},`);
      out.block(
        "numbers: {",
        () => {
          for (const { number, json, alias } of members) {
            if (!alias) out.line(`${number < 0 ? `"${number}"` : number}: ${JSON.stringify(json)},`);
          }
        },
        "},",
      );
    },
    "});",
  );
}

function emitTest({ unnamed, values }: EnumModel, members: EnumModel["values"], out: SourceFile): void {
  const named = [...new Set(values.map(({ number }) => number))].join(", ");
  const other = unnamed ? code`${codegenValue("isUnnamed")}(value, [${named}])` : "false";
  if (members.length === 0) {
    out.line(code`return ${other};`);
    return;
  }
  out.block(
    "switch (value) {",
    () => {
      for (const { json } of members) out.line(`case ${JSON.stringify(json)}:`);
      out.indent(() => out.line("return true;"));
      out.line("default:");
      out.indent(() => out.line(code`return ${other};`));
    },
    "}",
  );
}
