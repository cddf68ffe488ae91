import type { EnumModel, FileModel, MessageModel, Model, UnionModel } from "./model.ts";

/** A type that fields refer to by name. */
export type TypeModel = MessageModel | EnumModel | UnionModel;

/** Looks up types, and their files, by full name. */
export interface ModelIndex {
  message(typeName: string): MessageModel;
  enumeration(typeName: string): EnumModel;
  union(typeName: string): UnionModel;
  type(typeName: string): TypeModel;
  fileOf(typeName: string): FileModel;
}

export function indexModel(model: Model): ModelIndex {
  const types = new Map<string, TypeModel>();
  const files = new Map<string, FileModel>();
  for (const file of model.files) {
    for (const type of typesOf(file)) {
      types.set(type.typeName, type);
      files.set(type.typeName, file);
    }
  }
  const type = (typeName: string): TypeModel => find(types, typeName);
  return {
    message: (typeName) => expectKind(type(typeName), "message"),
    enumeration: (typeName) => expectKind(type(typeName), "enum"),
    union: (typeName) => expectKind(type(typeName), "union"),
    type,
    fileOf: (typeName) => find(files, typeName),
  };
}

/** All types that a file declares, in the order in which they are emitted. */
export function typesOf({ enums, messages, unions }: FileModel): readonly TypeModel[] {
  return [...enums, ...messages, ...unions];
}

/** Whether a type has a name that users see; others are parts of one, and only the JSON codecs name them. */
export function isNamed(type: TypeModel): boolean {
  return type.kind === "enum" || type.inner !== true;
}

function expectKind<K extends TypeModel["kind"]>(type: TypeModel, kind: K): Extract<TypeModel, { kind: K }> {
  if (type.kind !== kind)
    throw new Error(`the model refers to ${type.typeName} as ${kind}; it is ${type.kind}`);
  // The compiler does not narrow a generic kind.
  return type as Extract<TypeModel, { kind: K }>;
}

function find<T>(map: ReadonlyMap<string, T>, typeName: string): T {
  const found = map.get(typeName);
  if (found === undefined) throw new Error(`the model refers to ${typeName} but does not hold it`);
  return found;
}
