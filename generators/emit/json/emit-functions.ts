import type { TypeModel } from "../../model/index-model.ts";
import { withArticle } from "../../naming/article.ts";
import { code } from "../../print/piece.ts";
import { codegenValue, runtimeType } from "../../print/runtime-import.ts";
import { ts } from "../../print/types.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { typeReference } from "../shared/type-expression.ts";
import { typeNames } from "./names.ts";

/** Emits the functions that users call, separately so that bundlers drop unused ones, and their codec. */
export function emitFunctions(type: TypeModel, { out, index }: SourceContext): void {
  const names = typeNames(type);
  const reference = typeReference(type, index);
  const options = runtimeType("DecodeOptions");
  const typeName = JSON.stringify(type.typeName);
  const { identifier } = type;

  out.doc(
    `Checks \`value\` and returns it, as ${withArticle(identifier)}, with other accepted spellings changed in place.\nThrows DecodeError with every problem. \`${names.codec}.copy\` leaves \`value\` alone.`,
  );
  out.block(
    code`export function ${names.decode}(value${ts`: unknown`}, options${ts`?: ${options}`})${ts`: ${reference}`} {`,
    () => out.line(code`return ${codegenValue("decode")}(${typeName}, ${names.check}, value, options);`),
    "}",
  );
  out.blank();
  out.doc(`Reads ${withArticle(identifier)} from JSON text; throws DecodeError with every problem.`);
  out.block(
    code`export function ${names.parse}(text${ts`: string | Uint8Array`}, options${ts`?: ${options}`})${ts`: ${reference}`} {`,
    () => out.line(code`return ${codegenValue("parse")}(${typeName}, ${names.check}, text, options);`),
    "}",
  );
  out.blank();
  out.doc(`Writes ${withArticle(identifier)} as JSON text.`);
  out.block(
    code`export function ${names.stringify}(value${ts`: ${reference}`})${ts`: string`} {`,
    () => out.line(`return JSON.stringify(${names.encode}(value));`),
    "}",
  );
  out.blank();
  // The check of an enum has this one already.
  if (type.kind !== "enum") {
    out.doc(`Whether a value is ${withArticle(identifier)}.`);
    out.block(
      code`export function ${names.is}(value${ts`: unknown`})${ts`: value is ${reference}`} {`,
      () => out.line(code`return ${codegenValue("is")}(${names.check}, value);`),
      "}",
    );
    out.blank();
  }
  out.doc(`The functions of ${identifier} in one object, which is a Standard Schema too.`);
  out.block(
    code`export const ${names.codec}${ts`: ${runtimeType("Codec")}<${reference}>`} = /* @__PURE__ */ ${codegenValue("defineCodec")}({`,
    () => {
      out.line(`typeName: ${typeName},`);
      out.line(`check: ${names.check},`);
      out.line(`encode: ${names.encode},`);
    },
    "});",
  );
}
