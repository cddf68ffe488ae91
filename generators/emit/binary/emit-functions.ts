import { withArticle } from "../../naming/article.ts";
import { code, importInternal } from "../../print/piece.ts";
import { runtimeType } from "../../print/runtime-import.ts";
import { ts } from "../../print/types.ts";
import { typeNames as jsonNames } from "../json/names.ts";
import { moduleImport } from "../shared/module-path.ts";
import { typeReference } from "../shared/type-expression.ts";
import { binaryRuntime, type MessageContext } from "./binary-context.ts";
import { messageNames } from "./names.ts";

/** Emits the functions that users call, and the object that a registry of types takes. */
export function emitFunctions({ out, message, index, file }: MessageContext): void {
  const names = messageNames(message);
  const type = typeReference(message, index);
  const typeName = JSON.stringify(message.typeName);
  const check = importInternal(jsonNames(message).check, moduleImport(file.name, "json"));
  const { identifier, containsAny } = message;
  const types = containsAny ? code`, types${ts`: ${runtimeType("TypeRegistry", "binary")}`}` : "";
  const known = containsAny ? "; `types` has what its Any fields may carry" : "";

  out.doc(`Writes ${withArticle(identifier)} in the binary form of protobuf${known}; throws BinaryError.`);
  out.block(
    code`export function ${names.encode}(value${ts`: ${type}`}${types})${ts`: Uint8Array`} {`,
    () => {
      const write = containsAny ? `(message, writer) => ${names.write}(message, writer, types)` : names.write;
      out.line(
        code`return ${binaryRuntime("encodeBinary")}(${typeName}, value, { write: ${write}, check: ${check}${known === "" ? "" : ", types"} });`,
      );
    },
    "}",
  );
  out.blank();
  out.doc(
    [
      `Reads ${withArticle(identifier)} from the binary form of protobuf${known}. Throws BinaryError for`,
      "bytes that are no message, and DecodeError with every problem of the message.",
    ].join("\n"),
  );
  out.block(
    code`export function ${names.decode}(bytes${ts`: Uint8Array`}${types}, options${ts`?: ${runtimeType("DecodeOptions")}`})${ts`: ${type}`} {`,
    () => {
      const read = containsAny ? `(reader, length) => ${names.read}(reader, length, types)` : names.read;
      out.line(
        code`return ${binaryRuntime("decodeBinary")}(${typeName}, bytes, { read: ${read}, check: ${check}, options${known === "" ? "" : ", types"} });`,
      );
    },
    "}",
  );
  out.blank();
  out.doc(`The binary form of ${identifier} in one object, for \`createTypeRegistry\`.`);
  out.block(
    code`export const ${names.type}${ts`: ${runtimeType("BinaryType", "binary")}<${type}>`} = {`,
    () => {
      const none = code`types = ${binaryRuntime("createTypeRegistry")}([])`;
      out.line(`typeName: ${typeName},`);
      if (containsAny) {
        out.line(code`encode: (value, ${none}) => ${names.encode}(value, types),`);
        out.line(code`decode: (bytes, ${none}, options) => ${names.decode}(bytes, types, options),`);
      } else {
        out.line(`encode: (value) => ${names.encode}(value),`);
        out.line(`decode: (bytes, _types, options) => ${names.decode}(bytes, options),`);
      }
      const types = containsAny ? ", types" : "";
      out.line(`read: (reader, length${types}) => ${names.read}(reader, length${types}),`);
      out.line(code`check: ${message.recursive ? code`(value) => ${check}(value, 0)` : check},`);
    },
    "};",
  );
}
