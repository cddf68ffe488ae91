import type { EnumModel, EnumValueModel } from "../../model/model.ts";
import { code, deprecation, joinTexts, plain } from "../shared/markdown.ts";
import { shortName } from "./anchors.ts";
import type { TypeContext } from "./type-text.ts";
import type { EnumView, ValueView } from "./views.ts";

export function toEnumView(
  enumeration: EnumModel,
  anchor: string,
  context: Pick<TypeContext, "package" | "formerAnchorsOf">,
): EnumView {
  const { values } = enumeration;
  const hasProtoNames = values.some(({ json, name, unspecified }) => !unspecified && json !== name);
  const firstOf = new Map(values.filter(({ alias }) => !alias).map((value) => [value.number, value]));
  return {
    name: plain(shortName(enumeration.typeName, context.package)),
    typeName: enumeration.typeName,
    anchor,
    formerAnchors: context.formerAnchorsOf?.(enumeration.typeName) ?? "",
    description: enumeration.comment,
    deprecated: enumeration.deprecated,
    hasProtoNames,
    values: values.map((value) =>
      toValueView(value, { hasProtoNames, first: value.alias ? firstOf.get(value.number) : undefined }),
    ),
  };
}

interface ValueContext {
  readonly hasProtoNames: boolean;
  /** The value of the same number, for an alias. */
  readonly first: EnumValueModel | undefined;
}

function toValueView(value: EnumValueModel, { hasProtoNames, first }: ValueContext): ValueView {
  const { name, number, json, unspecified, comment, deprecated } = value;
  const aliasOf = first === undefined ? "" : code(first.unspecified ? first.name : first.json);
  return {
    value: !unspecified ? code(json) : hasProtoNames ? "absent" : `absent, ${code(name)}`,
    protoName: code(name),
    number,
    aliasOf,
    description: comment,
    deprecated,
    summary: joinTexts(deprecation(value), aliasOf === "" ? "" : `The same as ${aliasOf}.`, comment),
  };
}
