import type { EnumModel, FieldModel, MessageModel } from "../../model/model.ts";
import type { DeclaredNames } from "../shared/declare-names.ts";
import { oncePer } from "../shared/once-per.ts";

/** What the binary file of a proto exports for a message. */
export const messageNames: (message: Identified) => Readonly<Record<MessageName, string>> = oncePer(
  ({ identifier }) => ({
    encode: `encode${identifier}Binary`,
    decode: `decode${identifier}Binary`,
    type: `${identifier}Binary`,
    write: `write${identifier}`,
    read: `read${identifier}`,
  }),
);

interface Identified {
  readonly identifier: string;
}

type MessageName = "encode" | "decode" | "type" | "write" | "read";

/** What it exports for an enum. */
export const enumNames: (type: EnumModel) => Readonly<Record<"to" | "from", string>> = oncePer(
  ({ identifier }) => ({ to: `to${identifier}Number`, from: `from${identifier}Number` }),
);

/** The function that reads an entry of a map, after the message that protobuf makes of entries. */
export function entryName({ identifier }: MessageModel, { name }: FieldModel): string {
  const pascal = name.replace(/(?:^|_+)([^_])/g, (_, letter: string) => letter.toUpperCase());
  return `read${identifier}_${pascal}Entry`;
}

/** Everything that the binary file declares for a message or an enum. */
export function declaredNames(type: MessageModel | EnumModel): DeclaredNames {
  if (type.kind === "enum") return { names: [], internals: Object.values(enumNames(type)) };
  const maps = type.fields.filter(({ shape }) => shape.kind === "map");
  const { write, read, ...names } = messageNames(type);
  return {
    names: Object.values(names),
    internals: [write, read, ...maps.map((field) => entryName(type, field))],
  };
}
