import type { EnumModel, EnumValueModel } from "../../model/model.ts";
import { code, deprecation, joinTexts } from "../shared/markdown.ts";
import { safeMarkdown } from "./safe-markdown.ts";
import { type DeclarationView, toDeclarationView } from "./to-declaration-view.ts";
import type { TypeContext } from "./type-text.ts";

export interface EnumView extends DeclarationView {
  /** True when a value is spelled in JSON otherwise than in the proto. */
  readonly hasProtoNames: boolean;
  readonly values: readonly object[];
}

export function toEnumView(
  enumeration: EnumModel,
  anchor: string,
  context: Pick<TypeContext, "package" | "formerAnchorsOf">,
): EnumView {
  const { values } = enumeration;
  const hasProtoNames = values.some(({ json, name, unspecified }) => !unspecified && json !== name);
  const firstOf = new Map(values.filter(({ alias }) => !alias).map((value) => [value.number, value]));
  return {
    ...toDeclarationView(enumeration, anchor, context),
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

function toValueView(value: EnumValueModel, { hasProtoNames, first }: ValueContext) {
  const { name, number, json, unspecified, comment, deprecated } = value;
  const aliasOf = first === undefined ? "" : code(first.unspecified ? first.name : first.json);
  return {
    value: !unspecified ? code(json) : hasProtoNames ? "absent" : `absent, ${code(name)}`,
    protoName: code(name),
    number,
    /** The value whose number it shares. */
    aliasOf,
    description: safeMarkdown(comment),
    deprecated,
    /** All that is said of it, for one cell. */
    summary: joinTexts(
      deprecation(value),
      aliasOf === "" ? "" : `The same as ${aliasOf}.`,
      safeMarkdown(comment),
    ),
  };
}
