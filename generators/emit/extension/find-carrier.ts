import { defined } from "@a2agen/runtime/internal";
import type { FieldModel, MessageModel } from "../../model/model.ts";
import type { CarriedParts, Carrier } from "./resolved-extension.ts";
import type { TypeIndex } from "./type-index.ts";

// The names that core objects have for them ("Scope of Extensions" and "Extensions Points").
const metadataName = "metadata";
const extensionsName = "extensions";
const partsName = "parts";
const dataName = "data";
const mediaTypeName = "media_type";
const roleName = "role";
const taskName = "task_id";

/** Where a message carries the data of extensions; undefined for one that cannot. */
export function findCarrier(message: MessageModel, types: TypeIndex): Carrier | undefined {
  const metadata = message.fields.find(({ name, shape }) => name === metadataName && isStruct(shape));
  if (metadata === undefined) return undefined;
  const fieldOf = (name: string, fits: (shape: FieldModel["shape"]) => boolean): FieldModel | undefined =>
    message.fields.find((field) => field.name === name && fits(field.shape));
  const role = fieldOf(roleName, ({ kind, type }) => kind === "singular" && type.kind === "enum");
  const roleType = role?.shape.type;
  const enumeration = roleType?.kind === "enum" ? types.enumeration(roleType.typeName) : undefined;
  return defined({
    message,
    metadata,
    extensions: fieldOf(extensionsName, isTexts),
    parts: findParts(message, types),
    role: role === undefined || enumeration === undefined ? undefined : { field: role, enumeration },
    task: fieldOf(taskName, ({ kind, type }) => kind === "singular" && type.kind === "scalar"),
    isRequest: types.isRequest(message.typeName),
  });
}

function findParts(message: MessageModel, types: TypeIndex): CarriedParts | undefined {
  const field = message.fields.find(({ name, shape }) => name === partsName && shape.kind === "list");
  const type = field?.shape.type;
  const part = type?.kind === "message" ? types.message(type.typeName) : undefined;
  if (field === undefined || part === undefined) return undefined;
  const fieldOf = (name: string): FieldModel | undefined => part.fields.find((one) => one.name === name);
  const data = fieldOf(dataName);
  const metadata = fieldOf(metadataName);
  if (data === undefined || metadata === undefined) return undefined;
  return defined({ field, part, data, metadata, mediaType: fieldOf(mediaTypeName) });
}

function isStruct({ kind, type }: FieldModel["shape"]): boolean {
  return kind === "singular" && type.kind === "wellKnown" && type.wellKnown === "Struct";
}

function isTexts({ kind, type }: FieldModel["shape"]): boolean {
  return kind === "list" && type.kind === "scalar" && type.scalar === "string";
}
