import type { UnionModel } from "../../model/model.ts";
import { plain } from "../shared/markdown.ts";
import { shortName } from "./anchors.ts";
import { type TypeContext, valueTypeText } from "./type-text.ts";
import type { UnionView } from "./views.ts";

export function toUnionView(union: UnionModel, anchor: string, context: TypeContext): UnionView {
  return {
    name: plain(shortName(union.typeName, context.package)),
    typeName: union.typeName,
    anchor,
    formerAnchors: context.formerAnchorsOf?.(union.typeName) ?? "",
    description: union.comment,
    deprecated: union.deprecated,
    arms: union.arms.map((arm) => valueTypeText(arm, context)),
  };
}
