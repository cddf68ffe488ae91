import { code, importType } from "../print/piece.ts";
import { runtimeType } from "../print/runtime-import.ts";
import { functionNames, type JsonContext, runtimeValue } from "./json-context.ts";
import type { Definition } from "./schema-model.ts";

/** Emits the functions that users call, and the codec of all of them. */
export function emitFunctions({ name, body }: Definition, context: JsonContext): void {
  const { out, typesFile, namespace } = context;
  const names = functionNames(name);
  const type = importType(name, typesFile);
  const options = runtimeType("DecodeOptions");
  const typeName = JSON.stringify(`${namespace}.${name}`);

  out.doc(`Returns \`value\`, checked, as a ${name}; throws DecodeError with every problem.`);
  out.block(
    code`export function ${names.decode}(value: unknown, options?: ${options}): ${type} {`,
    () => out.line(code`return ${runtimeValue("decode")}(${typeName}, ${names.check}, value, options);`),
    "}",
  );
  out.blank();
  out.doc(`Reads a ${name} from JSON text; throws DecodeError with every problem.`);
  out.block(
    code`export function ${names.parse}(text: string | Uint8Array, options?: ${options}): ${type} {`,
    () => out.line(code`return ${runtimeValue("parse")}(${typeName}, ${names.check}, text, options);`),
    "}",
  );
  out.blank();
  out.doc(`Writes a ${name} as JSON text.`);
  out.block(
    code`export function ${names.stringify}(value: ${type}): string {`,
    () => out.line(`return JSON.stringify(${names.encode}(value));`),
    "}",
  );
  out.blank();
  if (body.kind !== "enum") {
    out.doc(`Whether a value is a ${name}.`);
    out.block(
      code`export function ${names.is}(value: unknown): value is ${type} {`,
      () => out.line(code`return ${runtimeValue("is")}(${names.check}, value);`),
      "}",
    );
    out.blank();
  }
  out.doc(`The functions of ${name} in one object, which is a Standard Schema too.`);
  out.block(
    code`export const ${names.codec}: ${runtimeType("Codec")}<${type}> = /* @__PURE__ */ ${runtimeValue("defineCodec")}({`,
    () => {
      out.line(`typeName: ${typeName},`);
      out.line(`check: ${names.check},`);
      out.line(`encode: ${names.encode},`);
    },
    "});",
  );
}
