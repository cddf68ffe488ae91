import type { TypeModel } from "../../model/index-model.ts";
import type { EnumModel, FileModel } from "../../model/model.ts";
import { derived, deriveNames, type Named } from "../../naming/derived-names.ts";
import type { DeclaredNames } from "../shared/declare-names.ts";
import { oncePer } from "../shared/once-per.ts";
import { hasRules } from "./has-rules.ts";

/** What the JSON file exports for a message, a union, or an enum of a JSON Schema. */
export const typeNames: (type: Named) => Readonly<Record<keyof typeof derived.json, string>> = oncePer(
  (type) => deriveNames(derived.json, type),
);

/** What it exports for every enum. */
export const enumNames: (type: EnumModel) => Readonly<Record<"is" | "kind", string>> = oncePer((type) =>
  deriveNames(derived.jsonEnum, type),
);

/** Everything that the JSON file declares for a type. */
export function declaredNames(type: TypeModel, { source }: FileModel): DeclaredNames {
  const { check, rules, ...names } = typeNames(type);
  if (type.kind !== "enum") {
    const internals = type.kind === "message" && hasRules(type) ? [check, rules] : [check];
    return type.inner
      ? { names: [], internals: [type.identifier, ...internals, names.encode] }
      : { names: Object.values(names), internals };
  }
  const { is, kind } = enumNames(type);
  return source === "proto"
    ? { names: [is], internals: [kind] }
    : { names: Object.values(names), internals: [check, kind] };
}
