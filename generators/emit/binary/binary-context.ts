import type { ModelIndex } from "../../model/index-model.ts";
import type { EnumModel, FileModel, MessageModel } from "../../model/model.ts";
import { type ImportRef, importValue } from "../../print/piece.ts";
import type { SourceFile } from "../../print/source-file.ts";
import { moduleImport, runtimeBinary } from "../shared/module-path.ts";
import { enumNames, messageNames } from "./names.ts";

/** What the emitters of one file's parts share. */
export interface BinaryContext {
  readonly out: SourceFile;
  readonly index: ModelIndex;
  readonly file: FileModel;
}

/** What those of one message share. */
export interface MessageContext extends BinaryContext {
  readonly message: MessageModel;
}

/** A reference to what the runtime exports for binary code. */
export function binaryRuntime(name: string): ImportRef {
  return importValue(name, runtimeBinary);
}

/** A reference to a function that the binary file of a message's proto exports. */
export function messageFunction(
  target: MessageModel,
  name: "write" | "read",
  { index }: BinaryContext,
): ImportRef {
  return importValue(messageNames(target)[name], moduleImport(index.fileOf(target.typeName).name, "binary"));
}

/** A reference to a conversion of an enum. */
export function enumFunction(
  enumeration: EnumModel,
  name: "to" | "from",
  { index }: BinaryContext,
): ImportRef {
  const from = moduleImport(index.fileOf(enumeration.typeName).name, "binary");
  return importValue(enumNames(enumeration)[name], from);
}

/** Names that the code of a message may refer to and its local variables must not have. */
export function namesInUse({ message, index }: MessageContext): readonly string[] {
  return message.fields.flatMap(({ shape: { type } }) => {
    if (type.kind === "message") return Object.values(messageNames(index.message(type.typeName)));
    return type.kind === "enum" ? Object.values(enumNames(index.enumeration(type.typeName))) : [];
  });
}
