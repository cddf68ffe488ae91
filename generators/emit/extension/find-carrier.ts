import { defined } from "../../../runtime/core/object.ts";
import type { FieldModel, MessageModel } from "../../model/model.ts";
import type { Carrier } from "./resolved-extension.ts";

// The names that core objects have for them ("Scope of Extensions" and "Extensions Points").
const metadataName = "metadata";
const extensionsName = "extensions";

/** Where a message carries the data of extensions; undefined for one that cannot. */
export function findCarrier(message: MessageModel): Carrier | undefined {
  const metadata = message.fields.find(({ name, shape }) => name === metadataName && isStruct(shape));
  if (metadata === undefined) return undefined;
  const extensions = message.fields.find(({ name, shape }) => name === extensionsName && isTexts(shape));
  return defined({ message, metadata, extensions });
}

function isStruct({ kind, type }: FieldModel["shape"]): boolean {
  return kind === "singular" && type.kind === "wellKnown" && type.wellKnown === "Struct";
}

function isTexts({ kind, type }: FieldModel["shape"]): boolean {
  return kind === "list" && type.kind === "scalar" && type.scalar === "string";
}
