import type { ModelIndex } from "../../model/index-model.ts";
import type { MessageModel } from "../../model/model.ts";
import { code, importType, importValue, join, type Piece } from "../../print/piece.ts";
import { runtimeType } from "../../print/runtime-import.ts";
import { typeNames } from "../json/names.ts";
import { moduleImport } from "../shared/module-path.ts";
import { typeReference } from "../shared/type-expression.ts";
import type { Carrier, DataType, ResolvedData } from "./resolved-extension.ts";

export function dataCodec(type: DataType, index: ModelIndex): Piece {
  if (type.kind === "schema") return importValue(`${type.name}Codec`, `./${type.stem}_json`);
  const file = index.fileOf(type.message.typeName).name;
  return importValue(typeNames(type.message).codec, moduleImport(file, "json"));
}

export function dataType(type: DataType, index: ModelIndex): Piece {
  return type.kind === "message"
    ? typeReference(type.message, index)
    : importType(type.name, `./${type.stem}_types`);
}

/** The types of objects: `Message | Artifact`. */
export function holderTypes(carriers: readonly Carrier[], index: ModelIndex): Piece {
  return join(
    carriers.map(({ message }) => typeReference(message, index)),
    " | ",
  );
}

/** The access to data that has a name. */
export function accessType(data: ResolvedData, index: ModelIndex): Piece {
  const { type, place, carriers } = data;
  const value = dataType(type, index);
  const targets = holderTypes(carriers, index);
  const part = partOf(data);
  const side = data.from === undefined ? "" : `, ${JSON.stringify(data.from)}`;
  if (part === undefined)
    return code`${runtimeType("ExtensionData", "extensions")}<${value}, ${targets}${side}>`;
  // What is read of parts of a media type is all that they hold.
  const read = place.kind === "part-type" ? code`readonly ${value}[]` : value;
  const access = runtimeType("ExtensionPartData", "extensions");
  return code`${access}<${read}, ${targets}, ${typeReference(part, index)}${side}>`;
}

function partOf({ place, carriers }: ResolvedData): MessageModel | undefined {
  const isInPart = place.kind === "part-key" || place.kind === "part-type";
  return isInPart ? carriers.find(({ parts }) => parts !== undefined)?.parts?.part : undefined;
}
