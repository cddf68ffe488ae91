import type { TypeModel } from "../../model/index-model.ts";
import type { EnumModel, FileModel } from "../../model/model.ts";
import type { DeclaredNames } from "../shared/declare-names.ts";
import { oncePer } from "../shared/once-per.ts";

/** What the JSON file exports for a message, a union, or an enum of a JSON Schema. */
export const typeNames: (type: Identified) => Readonly<Record<TypeName, string>> = oncePer(
  ({ identifier }) => ({
    check: `check${identifier}`,
    decode: `decode${identifier}`,
    parse: `parse${identifier}`,
    encode: `encode${identifier}`,
    stringify: `stringify${identifier}`,
    is: `is${identifier}`,
    codec: `${identifier}Codec`,
  }),
);

interface Identified {
  readonly identifier: string;
}

type TypeName = "check" | "decode" | "parse" | "encode" | "stringify" | "is" | "codec";

/** What it exports for every enum. */
export const enumNames: (type: EnumModel) => Readonly<Record<"is" | "kind", string>> = oncePer(
  ({ identifier }) => ({ is: `is${identifier}`, kind: `${identifier}Kind` }),
);

/** Everything that the JSON file declares for a type. */
export function declaredNames(type: TypeModel, { source }: FileModel): DeclaredNames {
  const { check, ...names } = typeNames(type);
  if (type.kind !== "enum") {
    return type.inner
      ? { names: [], internals: [type.identifier, check, names.encode] }
      : { names: Object.values(names), internals: [check] };
  }
  const { is, kind } = enumNames(type);
  return source === "proto"
    ? { names: [is], internals: [kind] }
    : { names: Object.values(names), internals: [check, kind] };
}
