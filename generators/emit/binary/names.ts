import type { EnumModel, MessageModel } from "../../model/model.ts";
import { derived, deriveNames, entryName, type Named } from "../../naming/derived-names.ts";
import type { DeclaredNames } from "../shared/declare-names.ts";
import { oncePer } from "../shared/once-per.ts";

/** What the binary file of a proto exports for a message. */
export const messageNames: (message: Named) => Readonly<Record<keyof typeof derived.binary, string>> =
  oncePer((message) => deriveNames(derived.binary, message));

/** What it exports for an enum. */
export const enumNames: (type: EnumModel) => Readonly<Record<"to" | "from", string>> = oncePer((type) =>
  deriveNames(derived.binaryEnum, type),
);

/** Everything that the binary file declares for a message or an enum. */
export function declaredNames(type: MessageModel | EnumModel): DeclaredNames {
  if (type.kind === "enum") return { names: [], internals: Object.values(enumNames(type)) };
  const maps = type.fields.filter(({ shape }) => shape.kind === "map");
  const { write, read, ...names } = messageNames(type);
  return {
    names: Object.values(names),
    internals: [write, read, ...maps.map((field) => entryName(type, field.name))],
  };
}
