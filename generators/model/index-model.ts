import type { EnumModel, FileModel, MessageModel, Model } from "./model.ts";

/** Looks messages and enums up by full proto name, and tells in which file they are. */
export interface ModelIndex {
  message(typeName: string): MessageModel;
  enumeration(typeName: string): EnumModel;
  fileOf(typeName: string): FileModel;
}

export function indexModel(model: Model): ModelIndex {
  const messages = new Map<string, MessageModel>();
  const enums = new Map<string, EnumModel>();
  const files = new Map<string, FileModel>();
  for (const file of model.files) {
    for (const message of file.messages) messages.set(message.typeName, message);
    for (const enumeration of file.enums) enums.set(enumeration.typeName, enumeration);
    for (const { typeName } of [...file.messages, ...file.enums]) files.set(typeName, file);
  }
  return {
    message: (typeName) => find(messages, typeName),
    enumeration: (typeName) => find(enums, typeName),
    fileOf: (typeName) => find(files, typeName),
  };
}

function find<T>(map: ReadonlyMap<string, T>, typeName: string): T {
  const found = map.get(typeName);
  if (found === undefined) throw new Error(`the model refers to ${typeName} but does not hold it`);
  return found;
}
