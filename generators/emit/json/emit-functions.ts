import type { MessageModel } from "../../model/model.ts";
import { code, importType, importValue } from "../../print/piece.ts";
import { runtime } from "../shared/module-path.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { typeReference } from "../shared/type-expression.ts";
import { messageNames } from "./names.ts";

/** Emits the functions that users call, one by one so that bundlers keep only those in use, and the codec of all. */
export function emitFunctions(message: MessageModel, { out, index }: SourceContext): void {
  const names = messageNames(message);
  const type = typeReference(message, index);
  const options = importType("DecodeOptions", runtime);
  const typeName = JSON.stringify(message.typeName);
  const { identifier } = message;

  out.doc(`Returns \`value\`, checked, as a ${identifier}; throws DecodeError with every problem.`);
  out.block(
    code`export function ${names.decode}(value: unknown, options?: ${options}): ${type} {`,
    () =>
      out.line(code`return ${importValue("decode", runtime)}(${typeName}, ${names.check}, value, options);`),
    "}",
  );
  out.blank();
  out.doc(`Reads a ${identifier} from JSON text; throws DecodeError with every problem.`);
  out.block(
    code`export function ${names.parse}(text: string | Uint8Array, options?: ${options}): ${type} {`,
    () =>
      out.line(code`return ${importValue("parse", runtime)}(${typeName}, ${names.check}, text, options);`),
    "}",
  );
  out.blank();
  out.doc(`Writes a ${identifier} as JSON text.`);
  out.block(
    code`export function ${names.stringify}(value: ${type}): string {`,
    () => out.line(`return JSON.stringify(${names.encode}(value));`),
    "}",
  );
  out.blank();
  out.doc(`Whether a value is a ${identifier}.`);
  out.block(
    code`export function ${names.is}(value: unknown): value is ${type} {`,
    () => out.line(code`return ${importValue("is", runtime)}(${names.check}, value);`),
    "}",
  );
  out.blank();
  out.doc(`The functions of ${identifier} in one object, which is a Standard Schema too.`);
  out.block(
    code`export const ${names.codec}: ${importType("Codec", runtime)}<${type}> = /* @__PURE__ */ ${importValue("defineCodec", runtime)}({`,
    () => {
      out.line(`typeName: ${typeName},`);
      out.line(`check: ${names.check},`);
      out.line(`encode: ${names.encode},`);
    },
    "});",
  );
}
