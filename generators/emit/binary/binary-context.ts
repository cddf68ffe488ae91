import type { EnumModel, MessageModel } from "../../model/model.ts";
import { type ImportRef, importInternal } from "../../print/piece.ts";
import { codegenValue } from "../../print/runtime-import.ts";
import { moduleImport } from "../shared/module-path.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { enumNames, messageNames } from "./names.ts";

/** What the emitters of one message's parts share. */
export interface MessageContext extends SourceContext {
  readonly message: MessageModel;
}

/** A reference to what the runtime exports for binary code. */
export function binaryRuntime(name: string): ImportRef {
  return codegenValue(name, "binary");
}

/** A reference to a function that the binary file of a message's proto exports. */
export function messageFunction(
  target: MessageModel,
  name: "write" | "read",
  { index }: SourceContext,
): ImportRef {
  return importInternal(
    messageNames(target)[name],
    moduleImport(index.fileOf(target.typeName).name, "binary"),
  );
}

/** A reference to a conversion of an enum. */
export function enumFunction(
  enumeration: EnumModel,
  name: "to" | "from",
  { index }: SourceContext,
): ImportRef {
  const from = moduleImport(index.fileOf(enumeration.typeName).name, "binary");
  return importInternal(enumNames(enumeration)[name], from);
}

/** Whether messages keep the fields that they do not have, as ProtoJSON's own rules have it. */
export function keepsUnknown({ file }: SourceContext): boolean {
  return file.dialect.open === true;
}

/** Names that the code of a message may refer to and its local variables must not have. */
export function namesInUse({ message, index }: MessageContext): readonly string[] {
  const ofTypes = message.fields.flatMap(({ shape: { type } }) => {
    if (type.kind === "message") return Object.values(messageNames(index.message(type.typeName)));
    return type.kind === "enum" ? Object.values(enumNames(index.enumeration(type.typeName))) : [];
  });
  return [...ofTypes, "skipField"];
}
