import type { UnionModel } from "../../model/model.ts";
import { type DeclarationView, toDeclarationView } from "./to-declaration-view.ts";
import { type TypeContext, valueTypeText } from "./type-text.ts";

export interface UnionView extends DeclarationView {
  readonly arms: readonly string[];
}

export function toUnionView(union: UnionModel, anchor: string, context: TypeContext): UnionView {
  return {
    ...toDeclarationView(union, anchor, context),
    arms: union.arms.map((arm) => valueTypeText(arm, context)),
  };
}
