import type { UnionModel } from "../../model/model.ts";
import { toDeclarationView } from "./to-declaration-view.ts";
import { type TypeContext, valueTypeText } from "./type-text.ts";

export function toUnionView(union: UnionModel, anchor: string, context: TypeContext): object {
  return {
    ...toDeclarationView(union, anchor, context),
    arms: union.arms.map((arm) => valueTypeText(arm, context)),
  };
}
