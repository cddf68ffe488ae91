import type { DescEnum } from "@bufbuild/protobuf";
import type { EnumValueModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { enumValuePrefix, toKebabCase, toPascalCase } from "../../naming/casing.ts";
import type { SourceIndex } from "./source-index.ts";

/** The values of an enum with their JSON spelling in the dialect and their key in the const object. */
export function buildEnumValues(
  desc: DescEnum,
  { source, spelling }: { source: SourceIndex; spelling: Profile["json"]["enums"] },
): readonly EnumValueModel[] {
  const names = desc.values.map((value) => value.name);
  const stripped = stripPrefix(names, enumValuePrefix(desc.name));
  const keys = stripped.map(toPascalCase);
  // Two values may differ in underscores only; then the proto names are the keys.
  const distinct = new Set(keys).size === keys.length && !keys.includes("");
  const seen = new Set<number>();
  return desc.values.map((value, i) => {
    const short = stripped[i] ?? value.name;
    const alias = seen.has(value.number);
    seen.add(value.number);
    return {
      name: value.name,
      number: value.number,
      json: spelling === "kebab-case" ? toKebabCase(short) : value.name,
      key: distinct ? toPascalCase(short) : value.name,
      unspecified: value.number === 0 && short === "UNSPECIFIED",
      alias,
      comment: source.comment(value.proto),
      deprecated: value.deprecated,
    };
  });
}

/** The names without the prefix, if all have it and something is left of each. */
function stripPrefix(names: readonly string[], prefix: string): readonly string[] {
  const all = names.every((name) => name.startsWith(prefix) && name.length > prefix.length);
  return all ? names.map((name) => name.slice(prefix.length)) : names;
}
