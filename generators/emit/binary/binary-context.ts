import type { EnumModel, MessageModel } from "../../model/model.ts";
import { type ImportRef, importInternal } from "../../print/piece.ts";
import { codegenValue } from "../../print/runtime-import.ts";
import { moduleImport } from "../shared/module-path.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { enumNames, messageNames } from "./names.ts";

/** What the emitters of one message's parts share. */
export interface MessageContext extends SourceContext {
  readonly message: MessageModel;
  /** Names that the code of the message may refer to and its local variables must not have. */
  readonly inUse: readonly string[];
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

/** The context of a message's parts. */
export function createMessageContext(message: MessageModel, shared: SourceContext): MessageContext {
  return { ...shared, message, inUse: namesInUse(message, shared) };
}

function namesInUse(message: MessageModel, { index }: SourceContext): readonly string[] {
  const ofTypes = message.fields.flatMap(({ shape: { type } }) => {
    if (type.kind === "message") return Object.values(messageNames(index.message(type.typeName)));
    return type.kind === "enum" ? Object.values(enumNames(index.enumeration(type.typeName))) : [];
  });
  return [...ofTypes, "skipField"];
}
